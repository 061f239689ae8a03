import { compile } from 'html-to-text'
import { kindOf } from '../core/base/messages.ts'
import { InputError } from '../core/errors/error-classes.ts'
import type { Identified } from '../core/hal/identified.ts'
import { idOf } from '../core/hal/ids.ts'
import { millisecondsOf, type Scheduled, wallClockOf } from '../core/hal/local-time.ts'
import { isPublic, type Publishable } from '../core/hal/own-fields.ts'
import { offsetAt, spelledZone, wallClockAt } from '../core/hal/time-zone.ts'
import { calendarText, localText, oneLine, textValue, uriValue, utcText } from './content-lines.ts'
import { checkZoneOption, chooseZone, momentsIn, type ZoneOption } from './instants.ts'
import { TimeZoneRules } from './time-zone-rules.ts'
import type { Placed } from './zone.ts'

/** What {@link calendarOf} reads of an event of either version, or of a copy of one. */
export interface CalendarEvent extends Scheduled, Placed, Publishable {
  /** Title, in version 2. */
  readonly title?: string | undefined
  /** Title, in version 1. */
  readonly summary?: string | undefined
  /** HTML. The calendar gets its text. */
  readonly description?: string | null | undefined
  /** Address of the event's page, in version 2. */
  readonly browser_url?: string | null | undefined
  /** Address of the event's page, in version 1. */
  readonly url?: string | null | undefined
  /** When the event was created, in version 2. */
  readonly created_date?: string | null | undefined
  /** When the event was last changed, in version 2. */
  readonly modified_date?: string | null | undefined
  /** When the event was created, in version 1. */
  readonly created_at?: string | null | undefined
  /** When the event was last changed, in version 1. */
  readonly modified_at?: string | null | undefined
}

/** Options of {@link calendarOf}. */
export interface CalendarOptions<Event> {
  /** Name of the calendar. @default 'Events' */
  readonly name?: string | undefined
  /** Makes the ids of the events unique in the world: the name of the service's host. @default 'osdi-events' */
  readonly host?: string | undefined
  /** Time zone for events whose place gives none, or a function that is asked first. @default their times are floating */
  readonly zone?: ZoneOption<Event> | undefined
  /** Whether events that `isPublic` refuses come too: hidden ones, private ones, and those that wait for approval. @default false */
  readonly includePrivate?: boolean | undefined
}

/** Something odd about an event. It contains nothing that people wrote, so it can go into a log. */
export interface CalendarProblem {
  /** The event's id. */
  readonly id: string
  /** What is odd, and what the calendar has instead. */
  readonly message: string
}

/** An iCalendar. */
export interface Calendar {
  /** The text of the `.ics` file. */
  readonly text: string
  /** Number of events in it. */
  readonly count: number
  /** What is odd about the events. */
  readonly problems: readonly CalendarProblem[]
}

const statuses: ReadonlyMap<unknown, string> = new Map([
  ['confirmed', 'CONFIRMED'],
  ['tentative', 'TENTATIVE'],
  ['cancelled', 'CANCELLED'],
])

/**
 * An iCalendar of events (RFC 5545), to save as an `.ics` file or to serve as a feed. It has the rules of its time zones. If nothing tells the zone of
 * an event, its times are floating: calendars show them in the zone of the reader. Hidden and private events are left out, and so are events without a
 * start. People, links to them and `instructions` never come in. An odd event does not affect the others.
 *
 * @param options.zone time zone for events whose place gives none, or a function that is asked first
 * @throws InputError naming `events`, `name` or `host`, and naming `zone`, if the platform does not know it
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 * import { calendarOf } from 'osdi-events/calendar'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const { items } = await events.list().toArray({ max: Infinity })
 * console.log(calendarOf(items, { name: 'Park friends' }).text)
 * ```
 */
export function calendarOf<Event extends CalendarEvent & Identified>(
  events: Iterable<Event>,
  options: CalendarOptions<Event> = {},
): Calendar {
  const { name = 'Events', host = 'osdi-events', zone, includePrivate = false } = options
  checkZoneOption(zone)
  for (const [field, text] of Object.entries({ name, host }))
    if (typeof text !== 'string') throw InputError.of(field, `must be text, not ${kindOf(text)}`)
  if (typeof events === 'string' || typeof Object(events)[Symbol.iterator] !== 'function')
    throw InputError.of('events', 'must be an array of events; of a list, take the `items` of toArray()')
  const rules = new Map<string, TimeZoneRules>()
  // By id, because no two entries may have the same one. A list that changes while it is read can have an event twice: the later is newer.
  const entries = new Map<string, readonly string[]>()
  const problems: CalendarProblem[] = []
  let number = 0
  for (const event of events) {
    number += 1
    let id = `event ${number}`
    const report = (message: string) => void problems.push({ id, message })
    try {
      if (!includePrivate && !isPublic(event)) continue
      id = oneLine(idOf(event))
      const times = timesOf(event, zone, report)
      if (!times) continue
      const entry = [
        'BEGIN:VEVENT',
        `UID:${textValue(`${id}@${oneLine(host)}`)}`,
        ...changesOf(event, report),
        ...times.lines,
        ...textsOf(event),
        'END:VEVENT',
      ]
      entries.set(id, entry)
      for (const moment of times.moments) {
        const known = rules.get(times.zone) ?? new TimeZoneRules(times.zone)
        rules.set(times.zone, known)
        known.add(moment)
      }
    } catch (error) {
      // The message of the error may contain what people wrote.
      const why = error instanceof Error ? error.name : 'a value that is not an error'
      report(`cannot be written (${why}); it is left out`)
    }
  }
  const title = textValue(oneLine(name))
  const text = calendarText([
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//osdi-events//calendar//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
    ],
    ...[`NAME:${title}`, `X-WR-CALNAME:${title}`],
    ...[...rules.values()].flatMap((each) => each.lines()),
    ...[...entries.values()].flat(),
    'END:VCALENDAR',
  ])
  return { text, count: entries.size, problems }
}

type Report = (message: string) => void

/** The lines of an event's start and end, and the moments whose rules the calendar needs. Undefined for an event without a start. */
interface Times {
  readonly zone: string
  readonly moments: readonly Date[]
  readonly lines: readonly string[]
}

function timesOf<Event extends CalendarEvent>(
  event: Event,
  option: ZoneOption<Event> | undefined,
  report: Report,
): Times | undefined {
  const clock = wallClockOf(event)
  // A calendar has whole seconds.
  const [start, end] = [clock.start, clock.end].map((text) => text?.slice(0, 19))
  const [startName, startText] = present(event, 'start_date', 'start')
  if (start === undefined) {
    if (startText) report(`${startName} cannot be read; it is left out`)
    return undefined
  }
  if (end === undefined && event.end_date) report('end_date cannot be read; it has no end')
  if (end !== undefined && end < start) report('end_date is before start_date; it has no end')
  const zone = knownZone(event, option, report)
  if (zone === undefined) {
    const hasEnd = end !== undefined && end > start
    return {
      zone: '',
      moments: [],
      lines: [`DTSTART:${localText(start)}`, ...(hasEnd ? [`DTEND:${localText(end)}`] : [])],
    }
  }
  const moments = momentsIn(zone, start, end)
  if (end !== undefined && end > start && !moments.end)
    report('a change of the clocks skips the time between start_date and end_date; it has no end')
  const all = [moments.start, ...(moments.end ? [moments.end] : [])]
  // Readers differ in which of two moments a repeated local time means. Both times of an event must have the same form (RFC 5545 §3.8.2.2).
  const inUtc = /^(?:Etc\/)?UTC$/.test(zone) || all.some((moment) => isRepeated(moment, zone))
  const lines = all.map((moment, index) => {
    const property = index === 0 ? 'DTSTART' : 'DTEND'
    // A local time that the clocks skip is written as the time that the clocks show then.
    return inUtc ? `${property}:${utcText(moment)}` : `${property};TZID=${zone}:${localText(wallClockAt(moment, zone))}`
  })
  return { zone, moments: inUtc ? [] : all, lines }
}

const day = 86_400_000

/** Whether the clocks show the local time of a moment twice, and this moment is the first. */
function isRepeated(moment: Date, zone: string): boolean {
  const at = moment.getTime()
  const setBack = offsetAt(at, zone) - offsetAt(at + day, zone)
  return setBack > 0 && offsetAt(at + setBack, zone) === offsetAt(at + day, zone)
}

/** The zone of an event; undefined, with a problem, if the platform does not know it. */
function knownZone<Event extends CalendarEvent>(
  event: Event,
  option: ZoneOption<Event> | undefined,
  report: Report,
): string | undefined {
  let zone: string | undefined
  try {
    zone = chooseZone(event, option)?.zone
    // Readers of calendars compare names exactly.
    return zone === undefined ? undefined : spelledZone(zone)
  } catch {
    const shown = zone === undefined ? '' : ` ${JSON.stringify(oneLine(String(zone)).slice(0, 60))}`
    report(`its time zone${shown} is not known; its times are floating`)
    return undefined
  }
}

/** The value of a field, and its name in the version of the event: the name in version 2 comes first. */
function present<Name extends keyof CalendarEvent>(event: CalendarEvent, inVersion2: Name, inVersion1: Name) {
  const isOlder = event.title === undefined && event.summary !== undefined
  const name = isOlder && (event[inVersion2] ?? null) === null ? inVersion1 : inVersion2
  return [name, event[name]] as const
}

const firstMoment = Date.parse('0000-01-01T00:00:00Z')
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/** Highest INTEGER (RFC 5545 §3.3.8). */
const highest = 2 ** 31 - 1

/** When the event was created and last changed. The sequence number grows with each change, so that calendars know the newer copy. */
function changesOf(event: CalendarEvent, report: Report): readonly string[] {
  const momentIn = (inVersion2: keyof CalendarEvent, inVersion1: keyof CalendarEvent) => {
    const [name, text] = present(event, inVersion2, inVersion1)
    const moment = millisecondsOf(text)
    // A time zone can move a moment out of the years that a calendar has.
    if (moment >= firstMoment && moment <= lastMoment) return new Date(moment)
    if ((text ?? undefined) !== undefined) report(`${name} cannot be read; it is left out`)
    return undefined
  }
  const created = momentIn('created_date', 'created_at')
  const modified = momentIn('modified_date', 'modified_at')
  const age = created && modified ? Math.floor((modified.getTime() - created.getTime()) / 1000) : 0
  const sequence = Math.min(Math.max(0, age), highest)
  return [
    // Required. The same for the same event, so that the calendar stays the same.
    `DTSTAMP:${utcText(modified ?? created ?? new Date(0))}`,
    `SEQUENCE:${sequence}`,
    ...(created ? [`CREATED:${utcText(created)}`] : []),
    ...(modified ? [`LAST-MODIFIED:${utcText(modified)}`] : []),
  ]
}

/** HTML that is nested deeper is cut, because the conversion is recursive. */
const textOfHtml = compile({ wordwrap: false, limits: { maxDepth: 200 } })

/** Longest HTML: some that is ten times as long takes a hundred times as long. */
const longest = 100_000

function textsOf(event: CalendarEvent): readonly string[] {
  const { venue, address_lines: lines, locality, region, postal_code: postcode } = event.location ?? {}
  const place = [venue, lines?.[0], locality, [region, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const address = uriValue(event.browser_url ?? event.url ?? '')
  const status = statuses.get(event.status ?? 'confirmed')
  return [
    `SUMMARY:${textValue(event.title ?? event.summary ?? '')}`,
    ...(event.description ? [`DESCRIPTION:${textValue(textOfHtml(event.description.slice(0, longest)))}`] : []),
    ...(place ? [`LOCATION:${textValue(place)}`] : []),
    ...(address ? [`URL:${address}`] : []),
    ...(status ? [`STATUS:${status}`] : []),
  ]
}
