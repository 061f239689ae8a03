import { InputError } from '../errors/error-classes.ts'
import { kindOf, oneLine } from '../text/messages.ts'
import { timeOf } from '../values/arguments.ts'
import { localTimeProblem } from './local-time.ts'

// Local times and moments, by the time zones that the platform knows. The API gives no zone: callers do.

const day = 86_400_000

/** Formats by the names of their zones. Making one takes longer than all that is done with it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** More than there are zones: names in other cases are the same zones. */
const mostFormats = 1_000

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const refusal = (why: string) =>
    InputError.of('zone', `${why}; it must be an IANA time zone, such as America/New_York`)
  if (typeof zone !== 'string') throw refusal(`is ${kindOf(zone)}`)
  // Some platforms take offsets, which know no summer time.
  if (/^[+-]/.test(zone)) throw refusal('is an offset')
  let made: Intl.DateTimeFormat
  try {
    const date = { era: 'short', year: 'numeric', month: 'numeric', day: 'numeric' } as const
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
    made = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone: zone, ...date, ...time })
  } catch {
    throw refusal(`${oneLine(zone, 60) || 'an empty text'} is not known here`)
  }
  if (formats.size >= mostFormats) formats.clear()
  formats.set(zone, made)
  return made
}

/** What clocks of a zone show at a moment, as milliseconds since 1970 as if it were UTC. */
function localAt(moment: number, format: Intl.DateTimeFormat): number {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  const number = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name))
  const year = parts.get('era')?.startsWith('B') ? 1 - number('year') : number('year')
  const local = new Date(0)
  // `Date.UTC` takes the years to 99 for others.
  local.setUTCFullYear(year, number('month') - 1, number('day'))
  return local.setUTCHours(number('hour'), number('minute'), number('second'), ((moment % 1_000) + 1_000) % 1_000)
}

const years = 'must lie in the years 0001 to 9999'

/** A local time as milliseconds since 1970 as if it were UTC. */
function digitsOf(wallClock: string): number {
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
  if (text.startsWith('0000')) throw refusal(years)
  // Platforms agree on fractions of three digits alone.
  const [whole = '', fraction = ''] = text.replace('Z', '').split('.')
  const seconds = whole.length === 16 ? `${whole}:00` : whole
  return Date.parse(`${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
}

/**
 * The moment of a local time in a time zone. Where a change of clocks repeats the time, the first of both; where it skips the time, as much later as
 * is skipped: 02:30 becomes 03:30. This is how `Temporal` reads it too (`disambiguation: 'compatible'`).
 *
 * @param wallClock a date-time of the years 0001 to 9999, such as `wallClockOf(event).start`. A `Z` says nothing in it, as in the API
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
  const digits = digitsOf(wallClock)
  const format = formatOf(zone)
  const offsetAt = (moment: number) => localAt(moment, format) - moment
  // A day is more than any change of clocks: one of both offsets holds before it, and one behind it.
  const [before, after] = [offsetAt(digits - day), offsetAt(digits + day)]
  const [first = digits - before] = [before, after]
    .map((offset) => digits - offset)
    .filter((moment) => localAt(moment, format) === digits)
    .sort((one, other) => one - other)
  return new Date(first)
}

/**
 * The local time of a moment in a time zone, as an event's start or end is sent: `2026-06-20T10:00:00`, with milliseconds only where there are some.
 *
 * @param zone name of an IANA time zone, such as `America/New_York`: not an offset
 * @throws InputError naming `date` or `zone`: for what is no valid `Date`, for one outside of the years 0001 to 9999, and for a zone that the
 * platform does not know
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
  const text = new Date(localAt(moment, formatOf(zone))).toISOString()
  if (!/^(?!0000)\d{4}-/.test(text)) throw refusal(`${years} of the zone`)
  return text.replace(/(?:\.000)?Z$/, '')
}
