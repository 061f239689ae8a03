import { guarded, timeOf } from '../arguments.ts'
import { InputError } from '../errors/error-classes.ts'
import { isPromise } from '../errors/messages.ts'

const shape = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** Days of a month, 1 to 12, in the Gregorian calendar. */
const daysOf = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

function exists(match: readonly (string | undefined)[]): boolean {
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.map((part = '0') => Number(part))
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month) && hour < 24 && minute < 60 && second < 60
}

/** An example to follow, for messages. */
const like = 'write the clock at the place of the event, such as 2026-05-01T18:00:00'

/** Why a value cannot be sent as an event's start or end, or undefined where it can (v1 §2.1, v2 §2.1). */
export function localTimeProblem(value: unknown): string | undefined {
  if (timeOf(value) !== undefined) {
    return `is a Date, a moment in universal time, but the service means the event's own local time; ${like}`
  }
  if (typeof value !== 'string') return `must be text; ${like}`
  const match = shape.exec(value)
  if (!match || !exists(match)) return `is no date-time; ${like}`
  const zone = match[7]
  if (zone && zone.toUpperCase() !== 'Z') {
    return `has the numeric offset ${zone}, but the service means the event's own local time and would drop it; ${like}`
  }
  return undefined
}

/** A date-time of a service, or a `Date`, in milliseconds since 1970; not a number where it is none. Without a zone, services mean UTC. */
export function millisecondsOf(value: string | Date): number {
  if (value instanceof Date) return value.getTime()
  const text = String(value).trim()
  const zone = shape.exec(text)?.[7] ?? ''
  // Not every platform reads an offset without its colon, or without minutes.
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return Date.parse(text.slice(0, text.length - zone.length) + (hours ? `${hours}:${minutes}` : 'Z'))
}

/** Whether a value that was given says which moment it means: a `Date`, or a date-time with a zone. */
export function isMoment(value: unknown): value is string | Date {
  if (value instanceof Date) return !Number.isNaN(value.getTime())
  const match = typeof value === 'string' && shape.exec(value)
  return !!match && match[7] !== undefined && exists(match)
}

/** What {@link wallClockOf} reads: an event of either version. */
export interface Scheduled {
  /** Start, as version 2 calls it. */
  readonly start_date?: string | null
  /** End, which version 2 alone has. */
  readonly end_date?: string | null
  /** Start, as version 1 calls it. */
  readonly start?: string | null
}

/** Local date-times without a zone, such as `2026-05-01T18:00:00`. */
export interface WallClock {
  /** Start; undefined where the event has none. */
  readonly start: string | undefined
  /** End; undefined where the event has none, as always in version 1. */
  readonly end: string | undefined
}

/** Minutes get their seconds, so that wall clocks sort as text. */
export const withoutZone = (time: unknown) =>
  (typeof time === 'string' ? time : '')
    .trim()
    .replace(/(?:(?<=T.*)|^)(?:Z|[+-]\d{2}(?::?\d{2})?)$/i, '')
    .replace(/T\d{2}:\d{2}$/i, '$&:00') || undefined

/**
 * Start and end of an event, in local time at the event's place. The service means local time even if it writes `Z` (v1 §2.1, v2 §2.1), so
 * the zone is removed and the digits stay.
 *
 * @throws InputError for a promise of an event
 *
 * @example
 * ```ts
 * import { wallClockOf } from 'osdi-events'
 *
 * wallClockOf({ start_date: '2026-05-01T18:00:00Z' }).start // '2026-05-01T18:00:00'
 * ```
 */
export function wallClockOf(event: Scheduled): WallClock {
  return guarded('event', () => {
    if (isPromise(event)) throw InputError.of('event', 'is a promise; await it first')
    return { start: withoutZone(event?.start_date ?? event?.start), end: withoutZone(event?.end_date) }
  })
}
