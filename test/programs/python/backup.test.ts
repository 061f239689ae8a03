// @module-tag night
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'
import { needs } from '../../support/runtimes.ts'

test('a backup in Python follows all links of the entry point, and takes the items of a page only if a page follows', async (context) => {
  needs('python3', context)
  await using at = await realAddress('--events', '30')
  const { events } = await at.admin.events({ per_page: 1000 })
  const { code, stdout, stderr } = await at.run('python/backup.py')
  expect([code, stderr]).toEqual([0, ''])
  const counts = Object.fromEntries(stdout.split('\n', 11).map((line) => line.split(' ')))
  expect(counts).toEqual({
    ...{ people: expect.stringMatching(/^\d{2,}$/), events: '30', event_campaigns: '4', tags: '3' },
    ...{ petitions: '0', forms: '0', fundraising_pages: '0', donations: '0', advocacy_campaigns: '0', lists: '0' },
    campaigns: '0',
  })
  const kept = readFileSync(at.folder.file('events.ndjson'), 'utf8').trimEnd().split('\n')
  expect(new Set(kept.map((line) => JSON.parse(line).title))).toEqual(new Set(events.map(({ title }) => title)))
})
