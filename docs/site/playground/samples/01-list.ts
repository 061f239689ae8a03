// List events
import { EventsV2, wallClockOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

// The whole service runs in this frame. In your program, leave out `fetch`.
const service = createMockService({ events: 60 })
const { baseUrl, fetch } = service
const apiKey = service.seeded.group.token
const events = new EventsV2({ baseUrl, apiKey, fetch })

for await (const event of events.list({ max: 9 })) console.log(wallClockOf(event).start ?? 'no date yet', event.title)

// Without `max`, the list goes on to its end, page by page.
const { items, complete } = await events.list().toArray({ max: 100 })
console.log(items.length, 'events in all, complete:', complete)
