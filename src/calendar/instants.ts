import { InputError } from '../core/errors/error-classes.ts'
import { type Scheduled, wallClockOf } from '../core/hal/local-time.ts'
import { momentOf } from '../core/hal/time-zone.ts'
import { type FoundZone, type Placed, zoneOf } from './zone.ts'

/**
 * The time zone for events whose place gives none, such as online events. Or a function for programs that know their zones: it is asked first for
 * each event. Where it returns undefined or null, {@link zoneOf} decides.
 */
export type ZoneOption<Event> = string | ((event: Event) => string | null | undefined)

/** The zone of an event, and what decided it. */
export interface ZoneOfEvent {
  /** Name of the IANA time zone. */
  readonly zone: string
  /** Whether coordinates, a US state or country, or the option `zone` decided. */
  readonly by: FoundZone['by'] | 'option'
}

/** Start and end of an event as moments. */
export interface Instants extends ZoneOfEvent {
  /** Start. */
  readonly start: Date
  /** End. Absent if the event has none, and if it is not after the start. Always absent in version 1. */
  readonly end?: Date
}

/** The zone of an event, by the option and its place. */
export function chooseZone<Event extends Placed>(
  event: Event,
  option: ZoneOption<Event> | undefined,
): ZoneOfEvent | undefined {
  if (typeof option === 'function') {
    const zone = option(event) ?? undefined
    if (zone !== undefined) return { zone, by: 'option' }
  }
  return zoneOf(event) ?? (typeof option === 'string' ? { zone: option, by: 'option' } : undefined)
}

/**
 * Start and end of an event as moments, in the time zone of its place. Undefined if the event has no start, or if nothing tells its zone.
 *
 * @param options.zone time zone for an event whose place gives none, or a function that is asked first
 * @throws InputError naming `zone`, if the platform does not know it
 *
 * @example
 * ```ts
 * import { instantsOf } from 'osdi-events/calendar'
 *
 * const picnic = { start_date: '2026-06-20T10:00:00Z', location: { region: 'NY', country: 'US' } }
 * instantsOf(picnic)?.start.toISOString() // '2026-06-20T14:00:00.000Z'
 * ```
 */
export function instantsOf<Event extends Scheduled & Placed>(
  event: Event,
  options: { readonly zone?: ZoneOption<Event> | undefined } = {},
): Instants | undefined {
  const { zone: option } = options
  checkZoneOption(option)
  const { start, end } = wallClockOf(event)
  const found = start === undefined ? undefined : chooseZone(event, option)
  if (start === undefined || !found) return undefined
  return { ...momentsIn(found.zone, start, end), ...found }
}

/** The moments of a start and an end. A change of the clocks can move a start to its end or after it: there is no end then. */
export function momentsIn(zone: string, start: string, end: string | undefined): { start: Date; end?: Date } {
  const begins = momentOf(start, zone)
  const ends = end === undefined ? undefined : momentOf(end, zone)
  return { start: begins, ...(ends && ends > begins && { end: ends }) }
}

/** @throws InputError for a zone that the platform does not know, and for what is no zone */
export function checkZoneOption(option: unknown): void {
  if (typeof option === 'string') momentOf('2026-01-01T00:00:00', option)
  else if (option !== undefined && typeof option !== 'function')
    throw InputError.of('zone', 'must be an IANA time zone, such as America/New_York, or a function that returns one')
}
