import { Hono } from 'hono'
import { type EventsV2, idOf, isEventsError, isKnownStatus, isPublic, wallClockAt, wallClockOf } from 'osdi-events'
import { cacheOf } from './cache.ts'

/** What visitors get of an event. Nothing else leaves the server. */
export interface PublicEvent {
  readonly id: string
  readonly title: string
  /** By the clock at the place, without a zone. Null where the service's text is no time. */
  readonly start: string | null
  readonly end: string | null
  readonly place: string
  readonly url: string | null
}

export interface AppOptions {
  /** The time in milliseconds, for tests. */
  readonly now?: () => number
  /**
   * The time zone of the events, such as `America/New_York`: an event that has begun by its clocks is past. For events in several zones, take the one
   * furthest west. @default the last zone in which a day ends: no event is left out before it begins, and some are up to a day late
   */
  readonly zone?: string
  /** Hears of what goes wrong. It is for those who run the server: visitors are not told. */
  readonly onError?: (message: string) => void
}

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

async function publicEvents(
  events: EventsV2,
  signal: AbortSignal,
  clock: string,
  onError: (message: string) => void,
): Promise<PublicEvent[]> {
  const found: PublicEvent[] = []
  // The client checks each event too, so that a service may ignore the filter. One event that is not what the API describes must not take all others
  // down: it is left out, as visitors rely on the types above.
  const list = events.list({ signal, filter: { start_date: { gt: clock } }, onInvalid: 'report' })
  for await (const event of list) {
    // A key sees more than visitors may.
    if (!isPublic(event)) continue
    // The guard lets the compiler find a status that does not exist: 'canceled' would not compile.
    if (isKnownStatus(event.status) && event.status === 'cancelled') continue
    const { start = null, end = null } = wallClockOf(event)
    const { venue, locality, region } = event.location ?? {}
    const place = [venue, locality, region].filter(Boolean).join(', ')
    const url = event.browser_url && isWebAddress(event.browser_url) ? event.browser_url : null
    found.push({ id: idOf(event), title: event.title, start, end, place, url })
  }
  const { events: read = 0, rejected = 0, complete } = list.report ?? {}
  // What the cache holds is better than a list without events that take place.
  if (!complete) throw new Error(`the list of events ended early, after ${read} events`)
  // Where none is, the service has changed: what the cache holds is better than an empty list.
  if (rejected > 0 && read === 0) throw new Error(`none of ${rejected} events is what the API describes`)
  if (rejected > 0) onError(`left out ${rejected} events that are not what the API describes`)
  // Wall clocks sort as text; events whose start cannot be read come last.
  return found.sort((one, other) => ((one.start ?? '~') < (other.start ?? '~') ? -1 : 1))
}

/** The routes: `GET /events`. It is a plain function of requests, so that it runs on any server, and in tests without one. */
export function appOf(
  events: EventsV2,
  { now = Date.now, zone = 'Etc/GMT+12', onError = console.error }: AppOptions = {},
) {
  const clock = () => wallClockAt(new Date(now()), zone).slice(0, 19)
  // A zone that does not exist throws here, and not while visitors wait.
  clock()
  const report = (error: unknown) => onError(isEventsError(error) ? error.message : String(error))
  const cache = cacheOf((signal) => publicEvents(events, signal, clock(), onError), {
    ...{ freshFor: 60_000, staleFor: 24 * 3_600_000, pause: 10_000 },
    onError: report,
    now,
  })
  const app = new Hono()

  app.get('/events', async (context) => {
    const { signal } = context.req.raw
    try {
      const { value, age } = await cache.get(signal)
      context.header('Cache-Control', 'public, max-age=30, stale-while-revalidate=300')
      context.header('Age', String(Math.floor(age / 1_000)))
      // What is kept while the service is down grows old.
      const current = clock()
      return context.json({ events: value.filter(({ start }) => start === null || start > current) })
    } catch (error) {
      // Whoever asked is gone, and hears nothing of it.
      if (signal.aborted) return context.body(null)
      report(error)
      context.header('Cache-Control', 'no-store')
      context.header('Retry-After', '30')
      return context.json({ error: 'The events cannot be read right now.' }, 503)
    }
  })
  return app
}
