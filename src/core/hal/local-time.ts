import { InputError } from '../errors/error-classes.ts'
import { isPromise } from '../text/messages.ts'
import { guarded, timeOf } from '../values/arguments.ts'

/**
 * A date-time in the ways in which services write it: a `T`, `t` or space before the clock; seconds, fractions and a zone or none; or a day alone.
 */
const shape =
  /^(\d{4})-(\d\d)-(\d\d)(?:(?:T|\s+)(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9})\d*)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i

/** The one way in which it is sent. */
const sendable = /^[\d-]+T[\d:.]+(?:Z|[+-][\d:]+)?$/i

/** Days of a month, 1 to 12, in the Gregorian calendar. */
const daysOf = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

function exists(parts: readonly (string | undefined)[]): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part = '0') => Number(part))
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month) && hour < 24 && minute < 60 && second < 60
}

/** A date-time, read. */
interface DateTime {
  /** To the second, such as `2026-05-01T18:00:00`. */
  readonly clock: string
  /** Digits of the fraction of a second, without zeros at their end. */
  readonly fraction: string
  /** As it is written; empty where there is none. */
  readonly zone: string
  /** Minutes that the zone is ahead of UTC. */
  readonly offset: number
}

/** Undefined where it is none, also where no clock or calendar shows it. */
function read(value: unknown): DateTime | undefined {
  const match = typeof value === 'string' && shape.exec(value.trim())
  if (!match) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = ''] = match
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  if (!exists([year, month, day, hour, minute, second]) || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return {
    clock: `${year}-${month}-${day}T${hour}:${minute}:${second}`,
    fraction: fraction.replace(/0+$/, ''),
    zone,
    offset: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
  }
}

/** A date-time without its zone, in digits that sort and compare as text; undefined where it is none. A day stands for its beginning. */
export function localTimeOf(value: unknown): string | undefined {
  const found = read(value)
  return found && found.clock + (found.fraction && `.${found.fraction.padEnd(3, '0')}`)
}

/** An example to follow, for messages. */
const like = 'write the clock at the place of the event, such as 2026-05-01T18:00:00'

/** Why a value cannot be sent as an event's start or end, or undefined where it can (v1 §2.1, v2 §2.1). */
export function localTimeProblem(value: unknown): string | undefined {
  if (timeOf(value) !== undefined) {
    return `is a Date, a moment in universal time, but the service means the event's own local time; ${like}`
  }
  if (typeof value !== 'string') return `must be text; ${like}`
  const found = sendable.test(value) ? read(value) : undefined
  if (!found) return `is not a date-time; ${like}`
  const { zone } = found
  if (zone && zone.toUpperCase() !== 'Z') {
    return `has the numeric offset ${zone}, but the service means the event's own local time and would drop it; ${like}`
  }
  return undefined
}

/**
 * A date-time of a service, or a `Date`, in milliseconds since 1970, with fractions to the microsecond; not a number where it is none. Without a zone,
 * services mean UTC.
 */
export function millisecondsOf(value: unknown): number {
  const time = timeOf(value)
  if (time !== undefined) return time
  const found = read(value)
  if (!found) return Number.NaN
  return Date.parse(`${found.clock}Z`) - found.offset * 60_000 + Number(found.fraction.padEnd(9, '0')) / 1e6
}

/** The moments whose year has four digits in UTC: services read no others (RFC 3339 §5.6). */
const [earliest, latest] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')] as const

/** Whether a value that was given says which moment it means: a `Date`, or a date-time with a zone. */
export function isMoment(value: unknown): value is string | Date {
  const hasZone = typeof value === 'string' && sendable.test(value) && !!read(value)?.zone
  const moment = hasZone || timeOf(value) !== undefined ? millisecondsOf(value) : Number.NaN
  return moment >= earliest && moment <= latest
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

/** Local date-times without a zone, such as `2026-05-01T18:00:00`. They sort and compare as text. */
export interface WallClock {
  /** Start; undefined where the event has none that can be read. */
  readonly start: string | undefined
  /** End; undefined where the event has none that can be read, as always in version 1. */
  readonly end: string | undefined
}

/**
 * Start and end of an event, in local time at the event's place. The service means local time even if it writes `Z` (v1 §2.1, v2 §2.1), so
 * the zone is removed and the digits stay. Services write times in several ways: the result has a `T`, seconds, and a fraction only if it is not
 * zero, so it sorts and compares as text. A day without a time stands for its beginning. A text that is no date-time is left out.
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
    return { start: localTimeOf(event?.start_date ?? event?.start), end: localTimeOf(event?.end_date) }
  })
}
