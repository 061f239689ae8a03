import type { Instant } from '../time.ts'

// A zone is Z or an offset: hours, and minutes with a colon, without one or not at all (ISO 8601).
const dateTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:(Z)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?$/

/**
 * The local digits of an ISO 8601 date-time. A zone is dropped, and converts nothing (v2 §2.1). Undefined for anything else, and for
 * a date that no calendar has.
 */
export function localDigits(text: string): string | undefined {
  const digits = dateTime.exec(text)?.[1]
  if (digits === undefined) return undefined
  const instant = Date.parse(`${digits}Z`)
  return Number.isNaN(instant) || isOverflown(digits, instant) ? undefined : digits
}

/** Whether digits were parsed as another time: 30 February as 2 March, 24:00 as the next day. */
function isOverflown(digits: string, instant: Instant): boolean {
  // Every month has the 28th and the days before.
  if (digits.slice(8, 10) <= '28' && digits.slice(11, 13) < '24') return false
  return new Date(instant).toISOString().slice(0, 16) !== digits.slice(0, 16)
}

/** The moment of an ISO 8601 date-time with a zone; undefined for anything else. */
export function instantFrom(text: string): Instant | undefined {
  const digits = localDigits(text)
  const [, , utc, sign, hours, minutes = '0'] = dateTime.exec(text) ?? []
  if (digits === undefined || (utc === undefined && sign === undefined)) return undefined
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes)) * 60_000
  return Date.parse(`${digits}Z`) - (sign === '-' ? -ahead : ahead)
}

// To make one takes long.
const formats = new Map<string, Intl.DateTimeFormat>()

/** Throws for a zone that the platform does not know. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const numeric = 'numeric' as const
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
  })
  formats.set(zone, format)
  return format
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(zone: string, instant: Instant): number {
  const parts = formatOf(zone).formatToParts(instant)
  const {
    year = 0,
    month = 1,
    day = 1,
    hour,
    minute,
    second,
  } = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  // Date.UTC would take a year before 100 for one of the twentieth century.
  const local = new Date(0).setUTCFullYear(year, month - 1, day) + Date.UTC(1970, 0, 1, hour, minute, second)
  return local - Math.floor(instant / 1000) * 1000
}

const day = 86_400_000

/**
 * The moment when the clocks of a zone show a local date-time: the first of the two if they show it twice. A time that they skip is
 * as much later as they jump.
 */
export function instantAt(local: string, zone: string): Instant {
  const asUtc = Date.parse(`${local}Z`)
  const before = offsetAt(zone, asUtc - day)
  const after = offsetAt(zone, asUtc + day)
  if (before === after || offsetAt(zone, asUtc - before) === before) return asUtc - before
  return asUtc - (offsetAt(zone, asUtc - after) === after ? after : before)
}

/** Whether the platform knows a time zone by this IANA name. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}
