// What changed since last time
import { EventsV2, idOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

const service = createMockService({ events: 20 })
const { baseUrl, fetch } = service
const events = new EventsV2({
  baseUrl,
  apiKey: service.seeded.group.token,
  fetch,
})

// A program keeps its copy in a database.
const copy = new Map<string, string | undefined>()

const first = events.changes()
for await (const event of first) copy.set(idOf(event), event.modified_date)
console.log('the first run reads', copy.size, 'events')

service.clock.advance('PT1H')
const [event] = (await events.list().toArray({ max: 1 })).items
if (event) await events.update(event, { title: `${event.title}, indoors` })

// The second run begins five minutes before the end of the first, because a change can become visible late.
// So the last event of the first run comes again.
const second = events.changes({ since: first.cursor })
for await (const event of second) {
  const isKnown = copy.get(idOf(event)) === event.modified_date
  console.log(isKnown ? 'comes again:' : 'changed:', event.title)
}
