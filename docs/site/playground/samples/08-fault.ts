// A service that fails once
import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

const service = createMockService({ events: 60 })
const { baseUrl, fetch } = service
const events = new EventsV2({
  baseUrl,
  apiKey: service.seeded.group.token,
  fetch,
})

// The second request that lists events gets 503. A read is repeated.
service.faults.add({
  operation: 'events.list',
  nth: 2,
  effect: { kind: 'status', status: 503 },
})
const { items, complete } = await events.list().toArray({ max: 100 })
console.log(items.length, 'events, complete:', complete)
console.log(
  service.requests.map(
    ({ method, path, status }) => `${method} ${path} ${status}`,
  ),
)
