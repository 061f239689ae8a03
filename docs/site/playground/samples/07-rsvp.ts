// An RSVP with a phone number
import { EventsV2 } from 'osdi-events'
import { actionNetwork, createMockService } from 'osdi-events/mock'

const service = createMockService({ ...actionNetwork, events: 3 })
const { baseUrl, namespace, fetch } = service
const events = new EventsV2({
  baseUrl,
  namespace,
  apiKey: service.seeded.group.token,
  fetch,
})

const [event] = (await events.list().toArray({ max: 1 })).items
if (event) {
  const person = {
    given_name: 'Ada',
    phone_numbers: [{ number: '+14155550123' }],
  }
  const rsvp = await events.recordAttendance(event, {
    person,
    add_tags: ['volunteer'],
  })
  console.log(rsvp.status, rsvp.identifiers)
  console.log('RSVPs:', (await events.get(event)).total_accepted)
}
