/**
 * Events as a typed JSON endpoint: a function from `Request` to `Response`, for Next.js, Hono, Bun, Deno and Workers.
 *
 *     const events = new EventsV2({ ...actionNetwork, apiKey: process.env.EVENTS_API_KEY ?? '' }) // elsewhere: baseUrl, namespace
 *     export const GET = endpointOf(events) // app/api/events/route.ts
 *
 * In the page: `const { items }: EventList = await (await fetch('/api/events?max=10')).json()`
 */
import { type EventsV2, type EventV2, idOf, isEventsError, isPublic, wallClockOf } from 'osdi-events'

const shown = (event: EventV2) => ({
  id: idOf(event),
  title: event.title,
  start: wallClockOf(event).start ?? null, // local time at the event's place
  place: event.location?.venue ?? event.location?.locality ?? null,
  rsvps: event.total_accepted ?? 0,
})

export interface EventList {
  readonly items: readonly ReturnType<typeof shown>[]
  readonly more: boolean // whether there are others
}

export const endpointOf =
  (events: EventsV2) =>
  async ({ url, signal }: Request): Promise<Response> => {
    const max = Number(new URL(url).searchParams.get('max') ?? 50)
    if (!(max > 0 && max <= 200)) return Response.json({ error: 'max: 1 to 200' }, { status: 400 })
    try {
      const list = events.list({ signal, onInvalid: 'report' }) // one odd event must not take all others down
      const { items, more } = await list.toArray({ max: Math.ceil(max) })
      if (list.report?.rejected) console.error(`left out ${list.report.rejected} events that the API does not describe`)
      const body: EventList = { items: items.filter(isPublic).map(shown), more } // a key sees more than visitors may
      return Response.json(body, { headers: { 'cache-control': 'public, max-age=60' } })
    } catch (error) {
      if (!isEventsError(error)) throw error
      console.error(error.message) // no key is in it
      return Response.json({ error: 'The events are not available right now.' }, { status: 503 })
    }
  }
