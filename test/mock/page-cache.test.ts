import { defaultAssumptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { cachesOf, encodeChunks } from '../../mock-server/api/page.ts'
import { idsFrom } from '../../mock-server/store/ids.ts'
import { Store } from '../../mock-server/store/store.ts'

const megabyte = 'x'.repeat(1_000_000)

test('the service caches the latest 24 MB of list pages until its data changes', () => {
  const { pages } = cachesOf(new Store(idsFrom('seed', 'uuid'), defaultAssumptions))
  const made: string[] = []
  const get = (name: string, revision = 1) =>
    pages.get(name, revision, () => {
      made.push(name)
      const bytes = encodeChunks([name, megabyte])
      return { bytes, ignored: [], length: bytes.length }
    })
  const names = Array.from({ length: 20 }, (_, at) => `page ${at + 1}`)
  for (const name of [...names, ...names]) get(name)
  expect(made).toEqual(names)
  expect(new TextDecoder().decode(get('page 7').bytes.subarray(0, 6))).toBe('page 7')

  made.length = 0
  for (const name of ['a', 'b', 'c', 'd', 'page 20', 'page 1']) get(name)
  expect(made, 'the oldest made room').toEqual(['a', 'b', 'c', 'd', 'page 1'])

  made.length = 0
  get('page 20', 2)
  expect(made, 'something changed').toEqual(['page 20'])
})
