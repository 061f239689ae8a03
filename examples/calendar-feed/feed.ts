import { createHash } from 'node:crypto'
import { type EventsV2, isPublic } from 'osdi-events'
import { calendarOf } from './ics.ts'
import { type ZoneOf, zoneByCoordinates } from './time-zone.ts'

export interface FeedOptions {
  /** Hears of odd events, once for each: for the log of those who run the server. It has ids, and nothing that people wrote. */
  readonly onProblem?: (message: string) => void
}

/**
 * A route for calendars to subscribe to: a function from `Request` to `Response`. It answers conditional requests (RFC 9110 §13), as calendars ask
 * again and again.
 *
 * @throws Error where the list ended early: calendars would remove the events that did not come.
 */
export function calendarRouteOf(
  events: EventsV2,
  zoneOf: ZoneOf = zoneByCoordinates,
  { onProblem = console.error }: FeedOptions = {},
) {
  let told = new Set<string>()
  /** Calendars ask every few minutes: only what is new among the problems is told. */
  const tell = (problems: readonly string[]) => {
    for (const problem of new Set(problems)) if (!told.has(problem)) onProblem(problem)
    told = new Set(problems)
  }

  return async ({ headers, signal }: Request): Promise<Response> => {
    // An event that is not what the API describes is left out: it must not take the calendar of all others down.
    const list = events.list({ signal, onInvalid: 'report' })
    const { items, complete } = await list.toArray({ max: Infinity })
    if (!complete) throw new Error('The list of events ended early.')
    const { rejected = 0 } = list.report ?? {}
    if (items.length === 0 && rejected) throw new Error('no event is what the API describes')
    // A key sees more than visitors may.
    const shown = items.filter(isPublic)
    const { text, count, problems } = calendarOf(shown, zoneOf, { host: new URL(events.baseUrl).hostname })
    const leftOut = rejected ? [`left out ${rejected} events that are not what the API describes`] : []
    tell([...leftOut, ...problems.map(({ id, message }) => `event ${id}: ${message}`)])
    // An empty calendar would take all events from those who subscribe to it.
    if (problems.length && count === 0) throw new Error('no event can be put into a calendar')
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    const known = { etag, 'cache-control': 'public, max-age=300' }
    const has = headers
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
    if (has?.some((tag) => tag === etag || tag === '*')) return new Response(null, { status: 304, headers: known })
    return new Response(text, { headers: { ...known, 'content-type': 'text/calendar; charset=utf-8' } })
  }
}
