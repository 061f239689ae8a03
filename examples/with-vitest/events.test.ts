// Run it: `npm install --save-dev vitest`, then `npx vitest run`. As the Action Network: `createMockService({ ...actionNetwork, events: count })`.
import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers()) // a wait before a retry takes no time
afterEach(() => void vi.useRealTimers())

function setup(count = 0) {
  const service = createMockService({ events: count })
  const { baseUrl, namespace, fetch, seeded } = service
  return { service, events: new EventsV2({ baseUrl, namespace, fetch, apiKey: seeded.group.token }) }
}

test('the list has the two added events', async () => {
  const { service, events } = setup()
  service.addEvent({ title: 'Picnic', start_date: '2026-06-20T12:00:00' })
  service.addEvent({ title: 'Hike' })
  const { items } = await events.list().toArray({ max: 10 })
  expect(items.map(({ title }) => title)).toEqual(['Picnic', 'Hike'])
})

test.for([
  ['500', { kind: 'status', status: 500 }],
  ['429', { kind: 'rate-limit', retryAfter: 5 }],
  ['a dropped connection', { kind: 'reset' }],
] as const)('page is retried after %s', async ([, effect]) => {
  const { service, events } = setup(3)
  service.faults.add({ operation: 'events.list', times: 1, effect })
  const page = events.page(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await page).total_records).toBe(3)
  service.requests.assert({ operation: 'events.list' }, 2)
})

test('the list has the 75 events of all pages', async () => {
  const { events } = setup(75)
  expect((await events.list().toArray({ max: 200 })).items).toHaveLength(75)
})
