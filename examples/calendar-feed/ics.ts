import { convert } from 'html-to-text'
import { ICalCalendar, type ICalEventData, ICalEventStatus } from 'ical-generator'
import { DateTime, IANAZone } from 'luxon'
import { type EventV2, idOf, wallClockOf } from 'osdi-events'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import type { ZoneOf } from './time-zone.ts'

/** What is odd about an event. It holds nothing that people wrote, so that it can go into a log. */
export interface Problem {
  /** The event's id. */
  readonly id: string
  /** What is odd, and what was made of it. */
  readonly message: string
}

/** An iCalendar, and what is odd about its events. */
export interface Calendar {
  readonly text: string
  /** How many events it has. */
  readonly count: number
  readonly problems: readonly Problem[]
}

const statuses: ReadonlyMap<string, ICalEventStatus> = new Map([
  ['confirmed', ICalEventStatus.CONFIRMED],
  ['tentative', ICalEventStatus.TENTATIVE],
  ['cancelled', ICalEventStatus.CANCELLED],
])

/** Rules by zone, or null for a zone without. The library is slow, and prints a line about each zone that it does not know. */
const known = new Map<string, string | null>()

/** The rules of a zone, under its own name: the library has those of an alias, such as Europe/Stockholm, under another one. Null if there are none. */
function rulesOf(zone: string): string | null {
  const found = known.get(zone)
  if (found !== undefined) return found
  if (!IANAZone.isValidZone(zone)) return null
  const rules = tzlib_get_ical_block(zone)[0]?.replace(/^TZID:.*$/m, `TZID:${zone}`) || null
  known.set(zone, rules)
  return rules
}

/** Control characters are in no iCalendar (RFC 5545 §3.1), and some readers refuse all of one that has any. */
const clean = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

/** HTML that is nested more deeply is cut: the conversion would need too much of the stack. */
const html = { wordwrap: false, limits: { maxDepth: 200 } } as const

/** Neither the library nor a log expects a line break in an id. */
const cleanId = (event: EventV2) => idOf(event).replace(/\p{Cc}/gu, '')

/** A moment, in one of the ways in which services write it. */
function momentIn(text: unknown): DateTime | undefined {
  if (typeof text !== 'string') return undefined
  const found = [DateTime.fromISO(text, { zone: 'utc' }), DateTime.fromSQL(text, { zone: 'utc' })]
  return found.find(({ isValid }) => isValid)
}

/** The zone of an event, or undefined with its reason. */
function zoneIn(event: EventV2, zoneOf: ZoneOf, say: (message: string) => void): string | undefined {
  let zone: string | undefined
  try {
    zone = zoneOf(event)
  } catch {
    say('its place gives no time zone; its times are floating')
  }
  // A zone without rules means nothing to readers (RFC 5545 §3.2.19).
  if (zone === undefined || zone === 'UTC' || rulesOf(zone)) return zone
  say(`its time zone ${JSON.stringify(zone)} does not exist; its times are floating`)
  return undefined
}

/** An event as the library takes it; undefined if it has no start, for a calendar has no place for it. */
function entryOf(
  event: EventV2,
  zoneOf: ZoneOf,
  host: string,
  say: (message: string) => void,
): ICalEventData | undefined {
  const { start, end } = wallClockOf(event)
  if (!start) {
    if (event.start_date) say('start_date cannot be read; it is left out')
    return undefined
  }
  if (!end && event.end_date) say('end_date cannot be read; it has no end')
  // RFC 5545 §3.8.2.2: an end is later than its start.
  const ends = end && end > start ? end : undefined
  if (end && end < start) say('end_date is before start_date; it has no end')
  const zone = zoneIn(event, zoneOf, say)
  const at = (time: string) => DateTime.fromISO(time, { zone: zone ?? 'utc' })
  const [created, modified] = (['created_date', 'modified_date'] as const).map((field) => {
    const moment = momentIn(event[field])
    if (!moment) say(`${field} cannot be read; it is left out`)
    return moment
  })
  const { venue, address_lines: lines, locality, region, postal_code: code } = event.location ?? {}
  const place = [venue, lines?.[0], locality, [region, code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return {
    id: `${cleanId(event)}@${host}`,
    // Grows with every change, so that calendars know the newer one.
    sequence: created && modified ? Math.max(0, Math.floor(modified.diff(created).as('seconds'))) : 0,
    ...{ start: at(start), end: ends ? at(ends) : null, created: created ?? null, lastModified: modified ?? null },
    // Required; always the same, so that the calendar is too.
    stamp: modified ?? created ?? DateTime.fromMillis(0, { zone: 'utc' }),
    ...(zone ? { timezone: zone } : { floating: true }),
    summary: clean(event.title),
    description: event.description ? clean(convert(event.description, html)) : null,
    location: clean(place) || null,
    url: event.browser_url ? clean(event.browser_url) : null,
    // A status that no document names says nothing here either.
    status: statuses.get(event.status ?? 'confirmed') ?? null,
  }
}

/**
 * An iCalendar of events (RFC 5545), and what is odd about them: one odd event takes none of the others out. Where an event's zone is not known, its
 * times are floating: the clock at its place, and no moment. Events without a start are left out. It does no input or output.
 *
 * @param host what makes ids unique in the world, such as the name of the service's host
 */
export function calendarOf(
  events: Iterable<EventV2>,
  zoneOf: ZoneOf,
  { name = 'Events', host = 'osdi-events' } = {},
): Calendar {
  const calendar = new ICalCalendar({ name, prodId: { company: host, product: 'events' } })
  calendar.timezone({ name: null, generator: rulesOf })
  const problems: Problem[] = []
  let number = 0
  for (const event of events) {
    number += 1
    let id = `event ${number}`
    try {
      id = cleanId(event)
      const entry = entryOf(event, zoneOf, host, (message) => void problems.push({ id, message }))
      if (entry) calendar.createEvent(entry)
    } catch (error) {
      // The message may hold what people wrote.
      const why = error instanceof Error ? error.name : 'something that is no error'
      problems.push({ id, message: `cannot be written (${why}); it is left out` })
    }
  }
  return { text: calendar.toString(), count: calendar.length(), problems }
}
