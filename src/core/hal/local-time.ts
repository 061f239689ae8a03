import { refusePromise } from '../base/messages.ts'
import { timeOf } from '../base/values.ts'

/** A date-time in every form that services write: with `T`, `t` or a space; with or without seconds, fraction and zone; or only a day. */
const readable =
  /^(\d{4})-(\d\d)-(\d\d)(?:(?:T|\s+)(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9})\d*)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i

/** A date-time in the form that the client sends. */
const sendable = /^[\d-]+T[\d:.]+(?:Z|[+-][\d:]+)?$/i

/** Number of days of a month (1 to 12) in the Gregorian calendar. */
const daysOfMonth = (year: number, month: number) => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()

function existsInCalendar(parts: readonly (string | undefined)[]): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part = '0') => Number(part))
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month) && hour < 24 && minute < 60 && second < 60
  )
}

/** The parts of a date-time. */
interface DateTime {
  /** Date and time up to the seconds, such as `2026-05-01T18:00:00`. */
  readonly clock: string
  /** Digits of the fraction of a second, without zeros at the end. */
  readonly fraction: string
  /** The zone as text; empty if there is none. */
  readonly zone: string
  /** Minutes that the zone is ahead of UTC. */
  readonly offset: number
}

/** Reads a date-time. Undefined if the value is not a date-time, or if the date does not exist, such as February 30. */
function readDateTime(value: unknown): DateTime | undefined {
  const match = typeof value === 'string' && readable.exec(value.trim())
  if (!match) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = ''] = match
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  if (!existsInCalendar([year, month, day, hour, minute, second]) || Number(hours) > 23 || Number(minutes) > 59)
    return undefined
  return {
    clock: `${year}-${month}-${day}T${hour}:${minute}:${second}`,
    fraction: fraction.replace(/0+$/, ''),
    zone,
    offset: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
  }
}

/**
 * A date-time without its zone, in a form that sorts and compares as text. A day without a time means its first moment. Undefined if the value is not
 * a date-time.
 */
export function localTimeOf(value: unknown): string | undefined {
  const found = readDateTime(value)
  return found && found.clock + (found.fraction && `.${found.fraction.padEnd(3, '0')}`)
}

/** The end of an error message: what to write instead. */
const advice = 'write the clock at the place of the event, such as 2026-05-01T18:00:00'

/** The reason why a value cannot be sent as an event's start or end; undefined if it can (v1 §2.1, v2 §2.1). */
export function localTimeProblem(value: unknown): string | undefined {
  if (timeOf(value) !== undefined) {
    return `is a Date, a moment in universal time, but the service means the event's own local time; ${advice}`
  }
  if (typeof value !== 'string') return `must be text; ${advice}`
  const found = sendable.test(value) ? readDateTime(value) : undefined
  if (!found) return `is not a date-time; ${advice}`
  const { zone } = found
  if (zone && zone.toUpperCase() !== 'Z') {
    return `has the numeric offset ${zone}, but the service means the event's own local time and would drop it; ${advice}`
  }
  return undefined
}

/**
 * Milliseconds since 1970 of a `Date` or of a date-time of a service. Microseconds are a fraction. A date-time without a zone is UTC. `NaN` for any
 * other value.
 */
export function millisecondsOf(value: unknown): number {
  const time = timeOf(value)
  if (time !== undefined) return time
  const found = readDateTime(value)
  if (!found) return Number.NaN
  return Date.parse(`${found.clock}Z`) - found.offset * 60_000 + Number(found.fraction.padEnd(9, '0')) / 1e6
}

/** The first and the last moment whose year has four digits in UTC. Services cannot read other years (RFC 3339 §5.6). */
const firstMoment = /* @__PURE__ */ Date.parse('0000-01-01T00:00:00Z')
const lastMoment = /* @__PURE__ */ Date.parse('9999-12-31T23:59:59.999Z')

/** Whether an argument is a moment: a `Date`, or a date-time with a zone. */
export function isMoment(value: unknown): value is string | Date {
  const hasZone = typeof value === 'string' && sendable.test(value) && !!readDateTime(value)?.zone
  const moment = hasZone || timeOf(value) !== undefined ? millisecondsOf(value) : Number.NaN
  return moment >= firstMoment && moment <= lastMoment
}

/** What {@link wallClockOf} reads: an event of either version. */
export interface Scheduled {
  /** Start, in version 2. */
  readonly start_date?: string | null
  /** End, in version 2. Version 1 has none. */
  readonly end_date?: string | null
  /** Start, in version 1. */
  readonly start?: string | null
}

/** Local date-times without a zone, such as `2026-05-01T18:00:00`. They sort and compare as text. */
export interface WallClock {
  /** Start; undefined if the event has no start, or an unreadable one. */
  readonly start: string | undefined
  /** End; undefined if the event has no end, or an unreadable one. Always undefined in version 1. */
  readonly end: string | undefined
}

/**
 * Start and end of an event, in local time at the event's place. The service means local time even if it writes `Z` (v1 §2.1, v2 §2.1), so the result
 * has the same digits without the zone. Services write times in several forms. The result always has a `T` and seconds, and has a fraction only if
 * the fraction is not zero. So it sorts and compares as text. A day without a time means its first moment. A text that is no date-time gives
 * undefined.
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
  refusePromise(event, 'event')
  return { start: localTimeOf(event?.start_date ?? event?.start), end: localTimeOf(event?.end_date) }
}

/** A moment in the format of the service: UTC, with milliseconds and microseconds only if they are not zero. */
export function momentText(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString()
  const microseconds = Math.min(999, Math.round((milliseconds % 1) * 1000))
  return microseconds > 0 ? text.replace('Z', `${microseconds}Z`.padStart(4, '0')) : text.replace('.000Z', 'Z')
}
