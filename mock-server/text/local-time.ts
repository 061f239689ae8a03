import type { Instant } from '../time.ts'

// A zone is Z, or the hours and minutes that it is ahead, the minutes with a colon, without one or not at all (ISO 8601).
const dateTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:(Z)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?$/

/**
 * The local digits of an ISO 8601 date-time: whatever zone it carries is dropped, never reckoned with (v2 §2.1).
 * Undefined for anything else, a date that no calendar has included.
 */
export function localDigits(text: string): string | undefined {
  const digits = dateTime.exec(text)?.[1]
  if (digits === undefined) return undefined
  const instant = Date.parse(`${digits}Z`)
  return Number.isNaN(instant) || isOverflown(digits, instant) ? undefined : digits
}

/** Whether digits were read as another time than they say: 30 February as 2 March, 24:00 as the next day. */
function isOverflown(digits: string, instant: Instant): boolean {
  // The 28th and before is there in every month.
  if (digits.slice(8, 10) <= '28' && digits.slice(11, 13) < '24') return false
  return new Date(instant).toISOString().slice(0, 16) !== digits.slice(0, 16)
}

/** A moment from an ISO 8601 date-time that says its zone. */
export function instantFrom(text: string): Instant | undefined {
  const digits = localDigits(text)
  const [, , utc, sign, hours, minutes = '0'] = dateTime.exec(text) ?? []
  if (digits === undefined || (utc === undefined && sign === undefined)) return undefined
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes)) * 60_000
  return Date.parse(`${digits}Z`) - (sign === '-' ? -ahead : ahead)
}

const formats = new Map<string, Intl.DateTimeFormat>()

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

const day = 86_400_000
// Enough for the days around which a service's events lie.
const maxDays = 4000
const offsets = new Map<string, Map<number, number>>()

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(zone: string, instant: Instant): number {
  const date = Math.floor(instant / day)
  const start = offsetAtStart(zone, date)
  return start === offsetAtStart(zone, date + 1) ? start : reckonOffset(zone, instant)
}

/** The offset at the start of a day of UTC. Asking the platform is slow, so that it is asked once. */
function offsetAtStart(zone: string, date: number): number {
  const known = offsets.get(zone)?.get(date)
  if (known !== undefined) return known
  const days = offsets.get(zone) ?? new Map<number, number>()
  if (days.size >= maxDays) days.clear()
  const offset = reckonOffset(zone, date * day)
  offsets.set(zone, days.set(date, offset))
  return offset
}

function reckonOffset(zone: string, instant: Instant): number {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  // Date.UTC would take a year before 100 for one of the twentieth century.
  const shown = new Date(0).setUTCFullYear(year, month - 1, day) + Date.UTC(1970, 0, 1, hour, minute, second)
  return shown - Math.floor(instant / 1000) * 1000
}

/**
 * The moment when the clocks of a zone show a local date-time. A time that the clocks show twice is the first of the two;
 * one that they skip is as much later as they jump.
 */
export function instantAt(local: string, zone: string): Instant {
  const wall = Date.parse(`${local}Z`)
  const before = offsetAt(zone, wall - day)
  const after = offsetAt(zone, wall + day)
  const shownAt = [before, after].find((offset) => offsetAt(zone, wall - offset) === offset)
  return wall - (shownAt ?? before)
}

/** Whether the platform knows a time zone by this IANA name. */
export function isTimeZone(zone: string): boolean {
  try {
    return zone !== '' && formatOf(zone) !== undefined
  } catch {
    return false
  }
}
