// A list that moves while it is read
import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

// Newest first: each new event moves all others to later pages.
const service = createMockService({
  events: 30,
  perPage: 5,
  assumptions: { order: 'newest first' },
})
const { baseUrl, fetch } = service
const key = service.seeded.group
const events = new EventsV2({ baseUrl, apiKey: key.token, fetch })

const titles: string[] = []
for await (const { title } of events.list({ prefetch: 0 })) {
  titles.push(title)
  if (titles.length % 5 === 0)
    service.addEvent({ title: `New ${titles.length}` }, { key })
}
console.log(
  titles.length,
  'events,',
  new Set(titles).size,
  'different titles',
)
console.log(titles)
