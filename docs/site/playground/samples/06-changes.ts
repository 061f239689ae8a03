// What changed since last time
import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

const service = createMockService({ events: 20 })
const { baseUrl, fetch } = service
const events = new EventsV2({ baseUrl, apiKey: service.seeded.group.token, fetch })

const first = events.changes()
let count = 0
for await (const _ of first) count += 1
console.log('the first run reads', count, 'events')

service.clock.advance('PT1H')
const [event] = (await events.list().toArray({ max: 1 })).items
if (event) await events.update(event, { title: `${event.title}, indoors` })

const second = events.changes({ since: first.cursor })
for await (const { title } of second) console.log('changed:', title)
