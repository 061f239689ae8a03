import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { collect } from '../support/failure.ts'
import { hal, inTurn, served } from '../support/raw-answers.ts'
import { type RawServer, rawServer } from '../support/raw-server.ts'
import { v2 } from '../support/versions.ts'
import { withNext } from '../support/with-next.ts'

const { open } = v2

const first = document(`v2/collection-first`)
const last = document(`v2/collection-last`)
const empty = document(`v2/collection-empty`)
const targets = (server: RawServer) => server.requests.map(({ target }) => target)

test('the walk follows next until it is gone (v2 §4.3)', async () => {
  await using server = await rawServer(inTurn(first, last))
  expect(await collect(open(server.url).list())).toHaveLength(3)
  expect(targets(server)).toEqual([`/api/v2/events`, `/api/v2/events?page=2`])
})

test('the walk takes the address of next as it stands (v2 §4.3)', async () => {
  const query = '?page=2&per_page=2&cursor=a%2Fb+c'
  await using server = await rawServer(inTurn(withNext(first, `{base_url}/api/v2/events${query}`), last))
  await collect(open(server.url).list())
  expect(targets(server)[1]).toBe(`/api/v2/events${query}`)
})

test('the walk reads a next that is relative to its page (v2 §4.3)', async () => {
  await using server = await rawServer(inTurn(withNext(first, '?page=2'), last))
  expect(await collect(open(server.url).list())).toHaveLength(3)
  expect(targets(server)[1]).toBe(`/api/v2/events?page=2`)
})

test('the walk ends at a next that is null (v2 §4.3)', async () => {
  const links = (last as { _links: object })._links
  await using server = await rawServer(inTurn({ ...(last as object), _links: { ...links, next: null } }))
  expect(await collect(open(server.url).list())).toHaveLength(1)
})

test('the walk goes on past an empty page that has a next (v2 §4.3)', async () => {
  const gap = withNext(empty, `{base_url}/api/v2/events?page=2`)
  await using server = await rawServer(inTurn(gap, last))
  expect(await collect(open(server.url).list())).toHaveLength(1)
  expect(server.requests).toHaveLength(2)
})

test('the walk survives a next on the last page (v2 §4.3)', async () => {
  const stillNext = withNext(last, `{base_url}/api/v2/events?page=3`)
  await using server = await rawServer(inTurn(first, stillNext, empty))
  expect(await collect(open(server.url).list())).toHaveLength(3)
  expect(server.requests).toHaveLength(3)
})

test('the walk survives missing totals (v2 §4.3, v2 §2.6a)', async () => {
  const bare = [first, last].map((page) => {
    const { total_pages, total_records, page: _page, per_page, ...rest } = page as Record<string, never>
    expect([total_pages, total_records, per_page]).not.toContain(undefined)
    return rest
  })
  await using server = await rawServer(inTurn(...bare))
  expect(await collect(open(server.url).list())).toHaveLength(3)
})

test('a walk keeps its query on the first page and leaves next alone (v2 §4.3)', async () => {
  await using server = await rawServer(inTurn(first, last))
  await collect(open(server.url).list({ query: { per_page: '2' } }))
  expect(targets(server)).toEqual([`/api/v2/events?per_page=2`, `/api/v2/events?page=2`])
})

for (const [name, page] of Object.entries({
  'without _embedded': { total_pages: 0, _links: { self: { href: '{base_url}' } } },
  'with an empty _embedded': { _embedded: {}, _links: { 'osdi:events': [] } },
})) {
  test(`a collection ${name} that promises no events is an empty page (v2 §2.6a)`, async () => {
    await using server = await rawServer((request) => hal(served(page, request)))
    expect(await collect(open(server.url).list())).toEqual([])
    expect(server.requests).toHaveLength(1)
  })
}
