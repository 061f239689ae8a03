import { quoted } from '../terminal/quoted.ts'

/** The order of day and month in dates that begin with one of the two. */
export type DateOrder = 'dmy' | 'mdy'

/** A local time as the client takes it, or the reason why a text has none. */
export type CellTime = { readonly time: string } | TimeProblem

/** Why a text has no local time. */
export interface TimeProblem {
  /** Quotes the wrong part of the text. */
  readonly problem: string
  /** What to write instead. */
  readonly advice: string
  /** Whether an order of day and month would decide. */
  readonly isAmbiguous?: true
}

const clock = String.raw`(?:(?:T|,?\s+)((\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]0+)?)?\s*([ap]\.?m\.?)?)\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$`
const yearFirst = new RegExp(String.raw`^((\d{4})[-/.](\d{1,2})[-/.](\d{1,2}))${clock}`, 'i')
const yearLast = new RegExp(String.raw`^((\d{1,2})[-/.](\d{1,2})[-/.](\d{4}))${clock}`, 'i')

const advice = 'write it as 2026-06-20 18:00'

/** A day of a calendar that may not have it. */
interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/**
 * Reads the local time in a cell or a flag: `2026-06-20 18:00`, with a `T`, seconds or `PM` too, or `20.06.2026 18:00`. A `Z` has no meaning, as in
 * the API. A date that can be two days is a problem, unless `given` decides. With dots, the day comes first, unless `given` decides.
 *
 * @returns the time, or a problem that quotes the text
 */
export function readCellTime(text: string, given?: DateOrder): CellTime {
  const first = yearFirst.exec(text)
  const found = first ?? yearLast.exec(text)
  if (!found) return unreadProblem(text)
  const [, date = '', one, two, three, ofDay, hour, minute = '', second = '00', half, zone = ''] = found
  const order = given ?? (/^\d+\.\d+\.\d+$/.test(date) ? 'dmy' : undefined)
  const [a, b, c] = [Number(one), Number(two), Number(three)]
  const days = first ? [{ year: a, month: b, day: c }] : daysOf(a, b, c, order)
  const [day, other] = days.filter((each) => dayProblem(each) === undefined)
  if (!day) return { problem: `${quoted(date)} ${noDayProblem(days, first ? undefined : order)}`, advice }
  if (other) {
    // Otherwise the user would give the order, and then get another error.
    const alsoMissing = ofDay === undefined ? ', and has no time of day' : ''
    const problem = `${quoted(date)} can be ${dayText(day)} or ${dayText(other)}${alsoMissing}`
    return { problem, advice, isAmbiguous: true }
  }
  if (ofDay === undefined) return { problem: `${quoted(date)} has no time of day`, advice }
  if (/^[+-]/.test(zone)) {
    const why = 'but the service means the clock at the place of the event'
    return { problem: `${quoted(text)} has the offset ${zone}, ${why}`, advice: `leave it out: ${advice}` }
  }
  const hours = hourOf(Number(hour), half)
  if (hours === undefined || Number(minute) > 59 || Number(second) > 59) {
    return { problem: `${quoted(ofDay.trim())} is not a time of day`, advice }
  }
  const written = [String(day.year).padStart(4, '0'), twoDigits(day.month), twoDigits(day.day)].join('-')
  return { time: `${written}T${twoDigits(hours)}:${minute}:${second}` }
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Why a text is not a date and time at all. */
function unreadProblem(text: string): TimeProblem {
  if (/^\d{5}(?:[.,]\d+)?$/.test(text)) {
    return {
      problem: `${quoted(text)} is a number of days, as spreadsheets count them`,
      advice: 'give the column the format yyyy-mm-dd hh:mm, and save the file again',
    }
  }
  const hasShortYear = /^\d{1,2}[-/.]\d{1,2}[-/.]\d\d(?!\d)/.test(text)
  return { problem: `${quoted(text)} ${hasShortYear ? 'has a year of two digits' : 'is not a date and time'}`, advice }
}

/** The days that a date with the year at the end can mean. */
function daysOf(one: number, two: number, year: number, order: DateOrder | undefined): readonly Day[] {
  const read = { dmy: { year, month: two, day: one }, mdy: { year, month: one, day: two } }
  if (order) return [read[order]]
  return one === two ? [read.dmy] : [read.dmy, read.mdy]
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

const dayText = ({ month, day }: Day): string => `${day} ${months[month - 1]}`

/** Why a day is not in the calendar; undefined if it is. */
function dayProblem({ year, month, day }: Day): string | undefined {
  const name = months[month - 1]
  if (name === undefined) return `there is no month ${month}`
  // 2000 is a leap year, as every 400th year. `Date.UTC` reads years before 100 as those of the 20th century.
  const length = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return day >= 1 && day <= length ? undefined : `${name} ${year} has ${length} days`
}

const orderTexts = { dmy: 'day/month/year', mdy: 'month/day/year' } as const

function noDayProblem(days: readonly Day[], order: DateOrder | undefined): string {
  const inOrder = order ? ` in the order ${orderTexts[order]}` : ''
  // Without an order, the two readings have two reasons.
  const why = days.length === 1 ? days.map(dayProblem).join('') : 'neither day/month/year nor month/day/year'
  return `is not a date${inOrder} (${why})`
}

/** The hour of a clock of 24 hours; undefined if there is no such hour. */
function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}
