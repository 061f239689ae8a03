/**
 * A server with one route, `GET /events`: the public events of a key that lie ahead, as JSON, for a page that must not have the key. Visitors get
 * what is there at once, and the service is asked once a minute at the most, however many they are; where it is down, they get what there was.
 *
 * In a copy of this folder: `npm install`, then with the mock service `npx osdi-events mock -- npm start`, and look at
 * http://127.0.0.1:3000/events. As the Action Network:
 * `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- npm start`
 *
 * For good, set EVENTS_BASE_URL, EVENTS_API_KEY and EVENTS_NAMESPACE; EVENTS_ZONE, the time zone of your events; and PORT where it is not 3000.
 * Needs Node 22.18 or newer, which runs TypeScript as it is; `app.ts` runs wherever Hono does.
 */
import { serve } from '@hono/node-server'
import { EventsV2 } from 'osdi-events'
import { appOf } from './app.ts'

const { EVENTS_BASE_URL: baseUrl, EVENTS_API_KEY: apiKey, EVENTS_NAMESPACE: namespace = 'platform' } = process.env
const { EVENTS_ZONE: zone, PORT = '3000' } = process.env
if (!baseUrl || !apiKey) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')

const limits = { timeout: 10_000, totalTimeout: 20_000, rateLimit: { perSecond: 4 } }
const app = appOf(new EventsV2({ baseUrl, apiKey, namespace, ...limits }), zone ? { zone } : {})
const server = serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}/events`),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
