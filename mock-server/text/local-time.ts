import type { Instant } from '../time.ts'

// A zone is `Z` or an offset. An offset has hours, and optional minutes with or without a colon (ISO 8601).
const time = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?`
const offset = String.raw`([+-])([01]\d|2[0-3])(?::?([0-5]\d))?`
const dateTime = new RegExp(`^(\\d{4}-\\d{2}-\\d{2}T${time})(?:(Z)|${offset})$`)
/** Also matches common variants: a space instead of `T`, lower-case `t` and `z`, a date without a time, a time without a zone. */
const readable = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})(?:[Tt ](${time})([Zz]|${offset})?)?$`)

const midnight = '00:00:00'
const endOfDay = /^24:00(?::00(?:\.0+)?)?$/

/** A local date-time. */
export interface LocalTime {
  /** Date and time in the form of ISO 8601, without a zone. */
  readonly digits: string
  /** The zone after the digits, such as `Z`. Empty without a zone. The zone has no effect on the digits (v2 §2.1). */
  readonly zone: string
}

/**
 * Reads a date-time in ISO 8601 or a similar form. A space can replace the `T`. A date without a time means midnight. 24:00 means midnight
 * of the next day. Returns undefined for any other text, and for a date that does not exist.
 */
export function readLocalTime(text: string): LocalTime | undefined {
  const [, date, clock = midnight, zone = ''] = readable.exec(text) ?? []
  if (date === undefined) return undefined
  const isEndOfDay = endOfDay.test(clock)
  const start = instantOf(`${date}T${isEndOfDay ? clock.replace('24', '00') : clock}`)
  if (start === undefined) return undefined
  if (!isEndOfDay) return { digits: `${date}T${clock}`, zone: zone.toUpperCase() }
  const nextDay = new Date(start + day).toISOString().slice(0, 10)
  // The year after 9999 has five digits.
  return nextDay.startsWith('+')
    ? undefined
    : { digits: `${nextDay}T${clock.replace('24', '00')}`, zone: zone.toUpperCase() }
}

/** The local digits of a date-time; see {@link readLocalTime}. */
export const localDigits = (text: string): string | undefined => readLocalTime(text)?.digits

/** Reads digits as UTC. Returns undefined for a date or a time that does not exist. */
function instantOf(digits: string): Instant | undefined {
  const instant = Date.parse(`${digits}Z`)
  return Number.isNaN(instant) || isOverflown(digits, instant) ? undefined : instant
}

/** Whether `Date.parse` has read the digits as another time, such as 30 February as 2 March, or 24:00 as the next day. */
function isOverflown(digits: string, instant: Instant): boolean {
  // Up to day 28 no date can overflow, because every month has at least 28 days.
  if (digits.slice(8, 10) <= '28' && digits.slice(11, 13) < '24') return false
  return new Date(instant).toISOString().slice(0, 16) !== digits.slice(0, 16)
}

/** Reads an ISO 8601 date-time with a zone. Returns undefined for any other text. */
export function instantFrom(text: string): Instant | undefined {
  const [, digits, , sign, hours, minutes = '0'] = dateTime.exec(text) ?? []
  const instant = digits === undefined ? undefined : instantOf(digits)
  if (instant === undefined) return undefined
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes)) * 60_000
  return instant - (sign === '-' ? -ahead : ahead)
}

// Cache of formats, because creating a format takes long.
const formats = new Map<string, Intl.DateTimeFormat>()

/** The cached format of a zone. Throws for a zone that the platform does not know. */
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

/** The offset of a zone from UTC at a moment, in milliseconds. */
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
  // `Date.UTC` reads a year below 100 as 19xx.
  const local = new Date(0).setUTCFullYear(year, month - 1, day) + Date.UTC(1970, 0, 1, hour, minute, second)
  return local - Math.floor(instant / 1000) * 1000
}

const day = 86_400_000

/**
 * Converts a local date-time in a zone to a moment. If the end of daylight saving time repeats the local time, returns the first of the two
 * moments. If the start of daylight saving time skips the local time, returns the moment that is later by the skipped time.
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
