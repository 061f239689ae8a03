// List events
import { EventsV2, wallClockOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

// The whole service runs in this frame. In your program, leave out `fetch`.
const service = createMockService({ events: 60 })
const { baseUrl, fetch } = service
const apiKey = service.seeded.group.token
const events = new EventsV2({ baseUrl, apiKey, fetch })

const list = events.list()
for await (const event of list) console.log(wallClockOf(event).start ?? 'no date yet', event.title)
console.log(list.report)
