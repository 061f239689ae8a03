// As the Action Network: `createMockService({ ...actionNetwork, events: 3 })`, with `actionNetwork` of 'osdi-events/mock'.
import { afterEach, expect, test } from '@jest/globals'
import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

const service = createMockService({ events: 3 })
const { baseUrl, namespace, fetch, seeded } = service
const events = new EventsV2({ baseUrl, namespace, fetch, apiKey: seeded.group.token })

afterEach(() => service.reset())

test('the list has two added events after three seeded events', async () => {
  service.addEvent({ title: 'Picnic', start_date: '2026-06-20T12:00:00' })
  service.addEvent({ title: 'Hike' })
  const { items } = await events.list().toArray({ max: 10 })
  expect(items.slice(3).map(({ title }) => title)).toEqual(['Picnic', 'Hike'])
})

test('page is retried after a 429', async () => {
  const fault = service.faults.add({ times: 1, effect: { kind: 'rate-limit', retryAfter: 0 } })
  expect((await events.page(1)).total_records).toBe(3)
  expect(fault.hits).toBe(1)
})
