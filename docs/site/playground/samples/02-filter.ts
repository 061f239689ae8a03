// Filter
import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

// This service ignores filters and sends all events, as some do. The client checks each event again.
const service = createMockService({
  events: 60,
  assumptions: { filter: 'ignored' },
})
const { baseUrl, fetch } = service
const apiKey = service.seeded.group.token
const events = new EventsV2({ baseUrl, apiKey, fetch })

const list = events.list({
  filter: { start_date: { gt: '2026-03-01T00:00:00' } },
})
const { items } = await list.toArray({ max: 100 })
console.log(items.length, 'of 60 events begin after the first of March')
if (list.report?.filter === 'ignored')
  console.log(
    'The service sent all of them. The client left the others out.',
  )
console.log(list.report)
