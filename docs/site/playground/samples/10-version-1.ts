// Version 1
import { EventsV1, wallClockOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

const service = createMockService({ events: 5 })
const { baseUrl, fetch } = service
const events = new EventsV1({
  baseUrl,
  apiKey: service.seeded.group.token,
  fetch,
})

// The same client with the names of version 1: summary, start, originating_system.
for await (const event of events.list())
  console.log(wallClockOf(event).start ?? 'no date yet', event.summary)
