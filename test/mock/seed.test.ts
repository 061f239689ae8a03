import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'

type Row = Readonly<Record<string, unknown>>

async function eventsOf(options: MockServiceOptions): Promise<readonly Row[]> {
  const service = createMockService({ perPage: 500, ...options })
  const headers = { 'OSDI-API-Token': service.seeded.group.token }
  const page = await (await service.fetch(`${service.baseUrl}/api/v2/events`, { headers })).json()
  return page._embedded['osdi:events']
}

const kinds = (rows: readonly Row[], field: string) => new Set(rows.map((row) => JSON.stringify(row[field])))

test('the same seed makes the same service, another seed another', async () => {
  const first = await eventsOf({ events: 10, seed: 'a' })
  expect(await eventsOf({ events: 10, seed: 'a' })).toEqual(first)
  const other = await eventsOf({ events: 10, seed: 'b' })
  expect(other.map(({ identifiers }) => identifiers)).not.toEqual(first.map(({ identifiers }) => identifiers))
})

test('the seeded keys can be named, and nothing else changes by it', async () => {
  const made = createMockService({ events: 3 })
  const named = createMockService({ events: 3, keys: { group: 'group-key', individual: 'individual-key' } })
  expect(named.seeded.group).toEqual({ ...made.seeded.group, token: 'group-key' })
  expect(named.seeded.individual).toEqual({ ...made.seeded.individual, token: 'individual-key' })
  expect(named.dashboard('group-key')).toEqual(made.dashboard(made.seeded.group))
  const one = createMockService({ keys: { individual: 'individual-key' } })
  expect(one.seeded.group).toEqual(made.seeded.group)
})

test('named keys are there again after a reset', async () => {
  const service = createMockService({ keys: { group: 'group-key' } })
  service.reset()
  expect(service.seeded.group.token).toBe('group-key')
  const answer = await service.fetch(`${service.baseUrl}/api/v1/events`, { headers: { 'api-key': 'group-key' } })
  expect(answer.status).toBe(200)
})

test('as many events are seeded as were asked for, all different', async () => {
  const rows = await eventsOf({ events: 60 })
  expect(rows).toHaveLength(60)
  expect(kinds(rows, 'title').size).toBe(60)
})

test('seeded events differ in place, month, campaign, size and origin', async () => {
  const rows = await eventsOf({ events: 60, now: '2026-05-01T12:00:00Z' })
  const months = new Set(
    rows.flatMap(({ start_date }) => (typeof start_date === 'string' ? start_date.slice(0, 7) : [])),
  )
  expect(months.size).toBeGreaterThan(4)
  expect(kinds(rows, 'location').size).toBeGreaterThan(40)
  expect(kinds(rows, 'platform:event_campaign_id').size).toBe(5)
  expect(kinds(rows, 'total_accepted').size).toBeGreaterThan(5)
  expect(kinds(rows, 'origin_system').size).toBe(4)
})

test('every optional field is there in some seeded events and missing in others', async () => {
  const rows = await eventsOf({ events: 60 })
  const optional = [
    'name',
    'description',
    'instructions',
    'browser_url',
    'featured_image_url',
    'start_date',
    'end_date',
  ]
  for (const field of [...optional, 'capacity', 'platform:event_campaign_id']) {
    const count = rows.filter((row) => row[field] !== undefined).length
    expect([field, count > 0, count < rows.length]).toEqual([field, true, true])
  }
})

test('seeded events come from the user interface and from the interface', async () => {
  const service = createMockService({ events: 60 })
  const shown = service.dashboard(service.seeded.group).length
  expect(shown).toBeGreaterThan(5)
  expect(shown).toBeLessThan(55)
})

test('seeding leaves an empty outbox and journal, and the clock at now', () => {
  const service = createMockService({ events: 60, now: '2026-05-01T12:00:00Z' })
  expect(service.outbox).toEqual([])
  expect(service.requests).toEqual([])
  expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:00Z'))
})

test('without events the keys are there all the same, and see none', async () => {
  const service = createMockService()
  expect(service.seeded.group.kind).toBe('group')
  expect(service.seeded.individual.kind).toBe('individual')
  expect(await eventsOf({})).toEqual([])
})

test('reset brings back the seed and nothing else', async () => {
  const service = createMockService({ events: 3 })
  const { group, individual } = service.seeded
  const headers = { 'OSDI-API-Token': group.token }
  const before = await (await service.fetch(`${service.baseUrl}/api/v2/events`, { headers })).text()
  const key = service.addKey()
  service.attend(service.addEvent({ title: 'Picnic' }, { key: group }), 2)
  service.clock.advance('P1D')
  service.reset()
  expect(service.seeded).toEqual({ group, individual })
  expect(service.requests).toEqual([])
  expect(service.outbox).toEqual([])
  expect(service.clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'))
  expect(() => service.targeting(key)).toThrow('no key')
  expect(await (await service.fetch(`${service.baseUrl}/api/v2/events`, { headers })).text()).toBe(before)
})

test('two services never see each other', async () => {
  const [one, two] = [createMockService(), createMockService()]
  one.addEvent({ title: 'Picnic' }, { key: one.seeded.group })
  const headers = { 'OSDI-API-Token': two.seeded.group.token }
  const page = await (await two.fetch(`${two.baseUrl}/api/v2/events`, { headers })).json()
  expect(page.total_records).toBe(0)
})
