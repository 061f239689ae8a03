/** The order of day and month in dates that begin with one of the two. */
export type DateOrder = 'dmy' | 'mdy'

/** A local time as the client takes it, or the reason why a cell has none. */
export type CellTime = { readonly time: string } | { readonly problem: string }

const clock = String.raw`(?:(?:T|,?\s+)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]0+)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${clock}`, 'i')
const yearLast = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${clock}`, 'i')

const example = '2026-06-20 18:00'

/** The words after the name of the field. They do not contain the text of the cell. */
const problems = {
  unread: `cannot be read as date and time; write it as ${example}`,
  ambiguous: `can be read as two days; write it as ${example}, or use --date-order dmy or mdy`,
  noDay: `is no day of the calendar; write it as ${example}`,
  noClock: `has no time of day; write it as ${example}`,
  noSuchClock: `has a time of day that no clock shows; write it as ${example}`,
  offset: `has a numeric offset; write the clock at the place of the event without it, as ${example}`,
  serial:
    'is a number of days, as spreadsheets count them; give the column the format yyyy-mm-dd hh:mm, and save the file again',
  shortYear: `has a year of two digits; write it as ${example}`,
} as const

/**
 * Reads the local time in a cell: `2026-06-20 18:00`, with a `T`, seconds or `PM` too, or `20.06.2026 18:00`. A `Z` has no meaning, as in the API. A
 * date that can be two days is a problem, unless `order` decides.
 */
export function readCellTime(cell: string, order: DateOrder | undefined): CellTime {
  const first = yearFirst.exec(cell)
  const found = first ?? yearLast.exec(cell)
  if (!found) {
    if (/^\d{5}(?:[.,]\d+)?$/.test(cell)) return { problem: problems.serial }
    const isShort = /^\d{1,2}[-/.]\d{1,2}[-/.]\d\d(?!\d)/.test(cell)
    return { problem: isShort ? problems.shortYear : problems.unread }
  }
  const [, one = '', two = '', three = '', hour, minute = '', second = '00', half, zone = ''] = found
  const days = first ? [dayOf(one, two, three)] : daysOf(one, two, three, order)
  const [day, other] = days.filter(isDay)
  if (day === undefined) return { problem: problems.noDay }
  if (other !== undefined) return { problem: problems.ambiguous }
  if (hour === undefined) return { problem: problems.noClock }
  if (/^[+-]/.test(zone)) return { problem: problems.offset }
  const hours = hourOf(Number(hour), half)
  if (hours === undefined || Number(minute) > 59 || Number(second) > 59) return { problem: problems.noSuchClock }
  return { time: `${day}T${twoDigits(String(hours))}:${minute}:${second}` }
}

const twoDigits = (digits: string) => digits.padStart(2, '0')

const dayOf = (year: string, month: string, day: string) => `${year}-${twoDigits(month)}-${twoDigits(day)}`

/** The days that a date with the year at the end can mean. */
function daysOf(one: string, two: string, year: string, order: DateOrder | undefined): readonly string[] {
  const read = { dmy: dayOf(year, two, one), mdy: dayOf(year, one, two) }
  return order ? [read[order]] : [...new Set(Object.values(read))]
}

function isDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}

/** The hour of a clock of 24 hours; undefined if there is no such hour. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}
