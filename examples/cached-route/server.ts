/**
 * A server with one route, `GET /events`: the public events of a key as JSON, for a page that must not have the key. Visitors get what is
 * there at once, and the service is asked once a minute at the most, however many they are; where it is down, they get what there was.
 *
 * In a copy of this folder: `npm install`, then with the mock service `npx osdi-events mock -- npm start`, and look at
 * http://127.0.0.1:3000/events. For good, set EVENTS_BASE_URL and EVENTS_API_KEY, and PORT where it is not 3000.
 * Needs Node 22.18 or newer, which runs TypeScript as it is; `app.ts` runs wherever Hono does.
 */
import { serve } from '@hono/node-server'
import { EventsV2 } from 'osdi-events'
import { appOf } from './app.ts'

const { EVENTS_BASE_URL, EVENTS_API_KEY, PORT = '3000' } = process.env
if (!EVENTS_BASE_URL || !EVENTS_API_KEY) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')

const events = new EventsV2({ baseUrl: EVENTS_BASE_URL, apiKey: EVENTS_API_KEY, timeout: 10_000, totalTimeout: 20_000 })
const server = serve({ fetch: appOf(events).fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}/events`),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
