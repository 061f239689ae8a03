import { kindOf, oneLine } from '../base/messages.ts'
import { timeOf } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import { localTimeProblem } from './local-time.ts'

// Converts between local times and moments, with the platform's time zones. The API sends no zone, so the caller must name one.

const day = 86_400_000

/** `Intl` formats by the names of their zones. Cached, because it takes longer to make a format than to use it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Maximum number of cached formats. There are fewer zones, but a caller may write one name in many ways with upper and lower case. */
const maxFormats = 1_000

function zoneFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const refusal = (why: string) =>
    InputError.of('zone', `${why}; it must be an IANA time zone, such as America/New_York`)
  if (typeof zone !== 'string') throw refusal(`is ${kindOf(zone)}`)
  // Some platforms accept an offset such as `+02:00` as a zone, but an offset has no summer time.
  if (/^[+-]/.test(zone)) throw refusal('is an offset')
  let made: Intl.DateTimeFormat
  try {
    const date = { era: 'short', year: 'numeric', month: 'numeric', day: 'numeric' } as const
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
    made = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone: zone, ...date, ...time })
  } catch {
    throw refusal(`${oneLine(zone, 60) || 'an empty text'} is not known here`)
  }
  if (formats.size >= maxFormats) formats.clear()
  formats.set(zone, made)
  return made
}

/** The local time at a moment, as a number: its digits are read as a time in UTC, in milliseconds since 1970. */
function localDigitsAt(moment: number, format: Intl.DateTimeFormat): number {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const number = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name))
  const year = parts.get('era')?.startsWith('B') ? 1 - number('year') : number('year')
  const local = new Date(0)
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  local.setUTCFullYear(year, number('month') - 1, number('day'))
  return local.setUTCHours(number('hour'), number('minute'), number('second'), ((moment % 1_000) + 1_000) % 1_000)
}

/** Milliseconds that a zone is ahead of UTC at a moment. */
export const offsetAt = (moment: number, zone: string): number => localDigitsAt(moment, zoneFormat(zone)) - moment

/**
 * The name of a zone in the platform's spelling of its letters. The platform may also know an alias by its older name, which this does not return.
 *
 * @throws InputError naming `zone`, if the platform does not know it
 */
export function spelledZone(zone: string): string {
  const { timeZone } = zoneFormat(zone).resolvedOptions()
  return timeZone.toLowerCase() === zone.toLowerCase() ? timeZone : zone
}

const yearRange = 'must lie in the years 0001 to 9999'

/** A local time as a number: its digits are read as a time in UTC, in milliseconds since 1970. */
function digitsAsUtc(wallClock: string): number {
  const refusal = (why: string) => InputError.of('wallClock', why)
  const like = 'such as 2026-06-20T10:00:00'
  if (typeof wallClock !== 'string') throw refusal(`must be a local date-time, ${like}, not ${kindOf(wallClock)}`)
  const text = wallClock.trim().replace(' ', 'T').toUpperCase()
  if (localTimeProblem(text) !== undefined) {
    const [offset = ''] = /[+-]\d{2}(?::?\d{2})?$/.exec(text) ?? []
    const isLocal = offset !== '' && localTimeProblem(text.slice(0, -offset.length)) === undefined
    const way = `take it from wallClockOf(event), or leave the offset off, ${like}`
    if (isLocal) throw refusal(`has the numeric offset ${offset}, so it is not a local time; ${way}`)
    throw refusal(`is not a local date-time, ${like}`)
  }
  if (text.startsWith('0000')) throw refusal(yearRange)
  // Adds the fraction itself, because platforms read fractions without exactly three digits in different ways.
  const [whole = '', fraction = ''] = text.replace('Z', '').split('.')
  const seconds = whole.length === 16 ? `${whole}:00` : whole
  return Date.parse(`${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
}

/**
 * The moment of a local time in a time zone. If a change of the clocks repeats the local time, the result is the first of the two moments. If the
 * change skips the local time, the result is later by the skipped time: 02:30 is read as 03:30. `Temporal` does the same (`disambiguation:
 * 'compatible'`).
 *
 * @param wallClock a date-time of the years 0001 to 9999, such as `wallClockOf(event).start`. A `Z` in it is ignored, as in the API
 * @param zone name of an IANA time zone, such as `America/New_York`: not an offset
 * @throws InputError naming `wallClock` or `zone`: for a text that is no date-time or has a numeric offset, and for a zone that the platform does
 * not know
 *
 * @example
 * ```ts
 * import { momentOf } from 'osdi-events'
 *
 * momentOf('2026-06-20T10:00:00', 'America/New_York').toISOString() // '2026-06-20T14:00:00.000Z'
 * ```
 */
export function momentOf(wallClock: string, zone: string): Date {
  const digits = digitsAsUtc(wallClock)
  const format = zoneFormat(zone)
  // The offsets a day before and a day after the local time. If the clocks change near that time, one is the offset before the change, the other the
  // offset after it.
  const before = offsetAt(digits - day, zone)
  const after = offsetAt(digits + day, zone)
  const [first = digits - before] = [before, after]
    .map((offset) => digits - offset)
    .filter((moment) => localDigitsAt(moment, format) === digits)
    .sort((one, other) => one - other)
  return new Date(first)
}

/**
 * The local time of a moment in a time zone, in the form of an event's start or end: `2026-06-20T10:00:00`. With milliseconds only if they are not
 * zero.
 *
 * @param zone name of an IANA time zone, such as `America/New_York`: not an offset
 * @throws InputError naming `date` or `zone`: for an invalid `Date`, for a `Date` outside the years 0001 to 9999, and for a zone that the platform does
 * not know
 *
 * @example
 * ```ts
 * import { wallClockAt } from 'osdi-events'
 *
 * wallClockAt(new Date('2026-06-20T14:00:00Z'), 'America/New_York') // '2026-06-20T10:00:00'
 * ```
 */
export function wallClockAt(date: Date, zone: string): string {
  const refusal = (why: string) => InputError.of('date', why)
  const moment = timeOf(date)
  if (moment === undefined) throw refusal(`must be a Date, not ${kindOf(date)}`)
  if (Number.isNaN(moment)) throw refusal('is an invalid Date')
  const text = new Date(localDigitsAt(moment, zoneFormat(zone))).toISOString()
  if (!/^(?!0000)\d{4}-/.test(text)) throw refusal(`${yearRange} of the zone`)
  return text.replace(/(?:\.000)?Z$/, '')
}
