/**
 * A website's events pages on Node: a list with filters, a page for each event, a form for RSVPs. Visitors need no JavaScript.
 *
 * In a copy of this folder: `npm install`, then `npx osdi-events mock --preset action-network -- npm start`, and open http://127.0.0.1:3000/events
 * As another service: `EVENTS_NAMESPACE=platform npx osdi-events mock -- npm start`
 *
 * For good, set EVENTS_API_KEY; EVENTS_BASE_URL and EVENTS_NAMESPACE if your service is not the Action Network; EVENTS_ZONE, the zone of events
 * without an address, such as America/New_York; EVENTS_CAMPAIGN, for the events of one campaign; EVENTS_CONTACT, where visitors write to you;
 * SITE_NAME, the name on all pages, and SITE_HOME, the web address that it leads to; and PORT. It listens on this machine only: put a proxy with TLS
 * in front, and set SITE_ORIGIN to the site's address, such as https://events.example.org. Needs Node 22.18 or newer, and the packages of
 * `package.json`.
 */
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { appOf } from './app.ts'
import { siteOf } from './lib/site.ts'

const app = appOf(siteOf(process.env), process.env.SITE_ORIGIN)
app.get('/events.css', serveStatic({ root: './public' }))
const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}/events`),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
