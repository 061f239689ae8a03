import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { collect } from './failure.ts'

/** Changes a hundred among `count` events. Returns what `changes` then finds, and how many requests that takes. */
export async function changesOfAHundred(count: number, filter: 'honoured' | 'ignored') {
  const service = createMockService({ events: count, perPage: 25, assumptions: { filter } })
  const since = service.clock.now()
  service.clock.advance('PT1H')
  for (const [index, { id }] of service.snapshot().toJSON().events.entries())
    if (index % (count / 100) === 7) service.updateEvent(id, { title: 'Changed' })
  const { baseUrl, fetch, seeded } = service
  const events = new EventsV2({ baseUrl, fetch, apiKey: seeded.group.token })
  const titles = (await collect(events.changes({ since }))).map(({ title }) => title)
  return { titles, requests: service.requests.length }
}

export const aHundredChanges = Array<string>(100).fill('Changed')
