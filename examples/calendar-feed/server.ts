/**
 * A calendar of the events, to subscribe to at /calendar.ics.
 *
 * In a copy of this folder: `npm install`, then with the mock service `npx osdi-events mock -- npm start`, and look at
 * http://127.0.0.1:3000/calendar.ics. As the Action Network:
 * `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- npm start`
 *
 * For good, set EVENTS_BASE_URL, EVENTS_API_KEY and EVENTS_NAMESPACE, EVENTS_ZONE for events without a place, such as
 * America/Chicago, and PORT where it is not 3000.
 * Needs Node 22.18 or newer, which runs TypeScript as it is.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { EventsV2 } from 'osdi-events'
import { CalendarFeed } from './feed.ts'

const { EVENTS_BASE_URL: baseUrl, EVENTS_API_KEY: apiKey, EVENTS_NAMESPACE: namespace = 'platform' } = process.env
const { EVENTS_ZONE: zone, PORT = '3000' } = process.env
if (!baseUrl || !apiKey) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')
const feed = new CalendarFeed(new EventsV2({ baseUrl, apiKey, namespace, rateLimit: { perSecond: 4 } }), { zone })

const refresh = () =>
  feed.refresh().catch((error: unknown) => console.error(error instanceof Error ? error.message : error))

await refresh()
serve({ port: Number(PORT), fetch: (request) => feed.respond(request) }, ({ port }) =>
  console.log(`http://localhost:${port}/calendar.ics`),
)
const fiveMinutes = 300_000
for (;;) {
  await sleep(fiveMinutes)
  await refresh()
}
