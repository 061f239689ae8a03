// Version 1. What it becomes is in `after.ts`. Run it: `npx osdi-events mock -- node before.ts`, or as the Action Network:
// `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- node before.ts`
import { EventsV1, embeddedOf, idOf, wallClockOf } from 'osdi-events'

const { EVENTS_BASE_URL: baseUrl = '', EVENTS_API_KEY: apiKey = '', EVENTS_NAMESPACE: namespace } = process.env
const events = new EventsV1({ baseUrl, apiKey, namespace })

const picnic = {
  summary: 'Picnic',
  originating_system: 'Calendar',
  identifiers: ['calendar:7'],
  start: '2026-06-20T12:00:00',
}
const made = await events.create(picnic)
// In version 1, a create with a known identifier updates that event.
const moved = await events.create({ ...picnic, summary: 'Picnic, indoors' })
console.log(idOf(moved) === idOf(made), moved.summary, wallClockOf(moved).start)

// Version 1 embeds people.
const event = await events.get(moved)
const [creator] = embeddedOf(event, 'osdi:creator')
console.log(event.created_at <= event.modified_at, creator?.given_name)
