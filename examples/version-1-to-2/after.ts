// Version 2 of `before.ts`: it prints the same. Run it: `npx osdi-events mock -- node after.ts`, or as the Action Network:
// `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- node after.ts`
import { EventsV2, idOf, linkOf, wallClockOf } from 'osdi-events'

const { EVENTS_BASE_URL: baseUrl = '', EVENTS_API_KEY: apiKey = '', EVENTS_NAMESPACE: namespace } = process.env
const events = new EventsV2({ baseUrl, apiKey, namespace })

const picnic = {
  title: 'Picnic', // was `summary`
  origin_system: 'Calendar', // was `originating_system`
  identifiers: ['calendar:7'],
  start_date: '2026-06-20T12:00:00', // was `start`
}
const made = await events.create(picnic)
// In version 2, keep the id of what you created, and update by it.
const moved = await events.update(made, { title: 'Picnic, indoors' })
console.log(idOf(moved) === idOf(made), moved.title, wallClockOf(moved).start)

// Version 2 links to people: follow the link.
const event = await events.get(moved)
const link = linkOf(event, 'osdi:creator')
const creator = link && (await events.follow(link))
console.log(event.created_date <= event.modified_date, creator?.given_name)
