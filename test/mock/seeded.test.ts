import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, eventsOf, hrefOf, type Resource } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

interface Place {
  readonly locality?: string
}

for (const version of versions) {
  const { title, origin, created, modified, start } = names[version]

  const seeded = async () => {
    const service = createMockService({ events: 60, now: '2026-05-01T12:00:00Z' })
    const caller = callerOf(service, service.seeded.group, version)
    const events: Resource[] = []
    for (const page of [1, 2, 3]) events.push(...eventsOf(await caller.list(`?page=${page}`)))
    return { service, events }
  }

  test(`seeded events have what a table of events shows (${version})`, async () => {
    const { events } = await seeded()
    expect(events).toHaveLength(60)
    for (const event of events) {
      expect(event[title]).toMatch(/\S/)
      expect(event[origin]).toMatch(/\S/)
      expect(event[start] ?? '2026-05-01T12:00:00Z').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(event.location).toMatchObject({ region: expect.any(String), country: expect.stringMatching(/^[A-Z]{2}$/) })
      expect(hrefOf(event, 'osdi:creator')).toContain('/people/')
    }
    const placed = events.filter(({ location }) => (location as Place).locality !== undefined)
    expect(placed.length).toBeGreaterThan(40)
    expect(events.filter((event) => start in event).length).toBeGreaterThan(40)
    expect(new Set(events.map((event) => event.identifiers[0])).size).toBe(60)
    expect(new Set(events.map((event) => event[title])).size).toBeGreaterThan(20)
  })

  test(`seeded events are older than the service's now, and in their order (${version})`, async () => {
    const { events } = await seeded()
    const moments = events.map((event) => String(event[created]))
    expect(moments.toSorted()).toEqual(moments)
    for (const event of events) {
      expect(String(event[created]) <= '2026-05-01T12:00:00Z').toBe(true)
      expect(String(event[modified]) >= String(event[created])).toBe(true)
    }
  })

  test(`seeded events come with RSVPs, and without any message sent (${version})`, async () => {
    const { service, events } = await seeded()
    const accepted = events.map((event) => Number(event.total_accepted))
    expect(Math.max(...accepted)).toBeGreaterThan(0)
    expect(accepted.filter((count) => count > 0)).toHaveLength(service.targeting(service.seeded.group).length)
    expect(service.outbox).toEqual([])
    expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:00Z'))
  })
}

test('a seeded event ends after it starts', async () => {
  // Version 1 has no end.
  const service = createMockService({ events: 25 })
  const events = eventsOf(await callerOf(service, service.seeded.group, 'v2').list())
  const ending = events.filter((event) => event.end_date !== undefined)
  expect(ending.length).toBeGreaterThan(0)
  for (const event of ending) expect(String(event.end_date) > String(event.start_date)).toBe(true)
})

test('of 120 seeded events a list has all, and a calendar without hidden, private and undated ones 105, as the guide says', async () => {
  const service = createMockService({ events: 120, perPage: 120 })
  const list = await callerOf(service, service.seeded.group, 'v2').list()
  expect(list.total_records).toBe(120)
  const shown = eventsOf(list).filter(
    (event) => 'start_date' in event && event.visibility === 'public' && event['platform:hidden'] === false,
  )
  expect(shown).toHaveLength(105)
})
