// A lost response, and its outcome
import { EventsV2, isEventsError } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

const service = createMockService()
const { baseUrl, fetch } = service
const { token: apiKey } = service.addKey({
  group: service.addGroup({ title: 'Park friends' }),
})
const events = new EventsV2({ baseUrl, apiKey, fetch })

// The service creates the event, and then the connection breaks.
service.faults.add({
  operation: 'events.create',
  when: 'after',
  effect: { kind: 'reset' },
})
try {
  await events.create({ title: 'Picnic', origin_system: 'Calendar' })
} catch (error) {
  if (!isEventsError(error)) throw error
  console.log(error.message)
  console.log('outcome:', error.outcome)
}
service.faults.clear()
const { items } = await events.list().toArray({ max: 10 })
console.log('events of the service:', items.length)
