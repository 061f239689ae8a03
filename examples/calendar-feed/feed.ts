import { createHash } from 'node:crypto'
import tzLookup from '@photostructure/tz-lookup'
import { convert } from 'html-to-text'
import { ICalCalendar, ICalEventStatus } from 'ical-generator'
import { DateTime } from 'luxon'
import { type EventsV2, type EventV2, idOf, isPublic, wallClockOf } from 'osdi-events'
import { tzlib_get_ical_block } from 'timezones-ical-library'

/** Gives the time zone of an event's place, such as `Europe/Berlin`. The API does not tell it: take it from your own data, or look it up. */
export type ZoneOf<Event = EventV2> = (event: Event) => string | undefined

/** Looks the zone up by the coordinates that the service found for the address; undefined where it found no more than a country. */
export const zoneByCoordinates: ZoneOf = ({ location }) => {
  const { latitude, longitude, accuracy } = location?.location ?? {}
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || accuracy === 'Approximate') return undefined
  return tzLookup(latitude, longitude)
}

/** The rules of a zone, under its own name: the library has those of an alias, such as Europe/Stockholm, under another one. */
const rulesOf = (zone: string) => tzlib_get_ical_block(zone)[0]?.replace(/^TZID:.*$/m, `TZID:${zone}`) ?? null

/**
 * An iCalendar of events (RFC 5545). Where an event's zone is not known, its times are floating: the clock at its place, and no moment. Events without
 * a start are left out: a calendar has no place for them.
 *
 * @throws Error that names the event, for a time zone that does not exist.
 */
export function calendarOf(
  events: Iterable<EventV2>,
  zoneOf: ZoneOf,
  { name = 'Events', host = 'osdi-events' } = {},
): string {
  const calendar = new ICalCalendar({ name, prodId: { company: host, product: 'events' } })
  calendar.timezone({ name: null, generator: rulesOf })
  for (const event of events) {
    const { start, end } = wallClockOf(event)
    if (!start) continue
    const zone = zoneOf(event)
    const at = (time: string, timeZone = zone ?? 'utc') => {
      const read = DateTime.fromISO(time, { zone: timeZone })
      if (!read.isValid) throw new Error(`${idOf(event)}: ${read.invalidExplanation}`)
      return read
    }
    const [created, modified] = [at(event.created_date, 'utc'), at(event.modified_date, 'utc')]
    const { venue, address_lines: lines, locality, region, postal_code: code } = event.location ?? {}
    calendar.createEvent({
      id: `${idOf(event)}@${host}`,
      // Grows with every change, so that calendars know the newer one.
      sequence: Math.max(0, Math.floor(modified.diff(created).as('seconds'))),
      ...{ start: at(start), end: end ? at(end) : null, created, lastModified: modified, stamp: modified },
      ...(zone ? { timezone: zone } : { floating: true }),
      summary: event.title,
      description: event.description ? convert(event.description, { wordwrap: false }) : null,
      location:
        [venue, lines?.[0], locality, [region, code].filter(Boolean).join(' ')].filter(Boolean).join(', ') || null,
      url: event.browser_url || null,
      status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}

/**
 * A route for calendars to subscribe to: a function from `Request` to `Response`. It answers conditional requests (RFC 9110 §13), as calendars ask
 * again and again.
 *
 * @throws Error where the list ended early: calendars would remove the events that did not come.
 */
export const calendarRouteOf =
  (events: EventsV2, zoneOf: ZoneOf = zoneByCoordinates) =>
  async ({ headers, signal }: Request): Promise<Response> => {
    // An event that is not what the API describes is left out: it must not take the calendar of all others down.
    const list = events.list({ signal, onInvalid: 'report' })
    const { items, complete } = await list.toArray({ max: Infinity })
    if (!complete) throw new Error('The list of events ended early.')
    // An empty calendar would take all events from those who subscribe to it.
    if (items.length === 0 && list.report?.rejected) throw new Error('no event is what the API describes')
    // A key sees more than visitors may.
    const shown = items.filter(isPublic)
    const body = calendarOf(shown, zoneOf, { host: new URL(events.baseUrl).hostname })
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const known = { etag, 'cache-control': 'public, max-age=300' }
    const has = headers
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
    if (has?.some((tag) => tag === etag || tag === '*')) return new Response(null, { status: 304, headers: known })
    return new Response(body, { headers: { ...known, 'content-type': 'text/calendar; charset=utf-8' } })
  }
