/**
 * A calendar of the events, to subscribe to at /calendar.ics: `node server.ts`, with EVENTS_BASE_URL and EVENTS_API_KEY set.
 */
import { serve } from '@hono/node-server'
import { EventsV2 } from 'osdi-events'
import { calendarRouteOf } from './feed.ts'

const { EVENTS_BASE_URL: baseUrl, EVENTS_API_KEY: apiKey, PORT = '3000' } = process.env
if (!baseUrl || !apiKey) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')
const route = calendarRouteOf(new EventsV2({ baseUrl, apiKey, rateLimit: { perSecond: 4 } }))
serve(
  {
    port: Number(PORT),
    fetch: (request) =>
      route(request).catch((error: unknown) => {
        console.error(error instanceof Error ? error.message : error)
        return new Response('The calendar cannot be read right now.', {
          status: 503,
          headers: { 'retry-after': '300' },
        })
      }),
  },
  ({ port }) => console.log(`http://localhost:${port}/calendar.ics`),
)
