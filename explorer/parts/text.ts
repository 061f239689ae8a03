// Formats are made once: that takes longer than all that they are used for.
const numbers = new Intl.NumberFormat('en')
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const day = 86_400_000

/** A number with its thousands set apart. */
export const count = (number: number): string => numbers.format(number)

/** A number and what it counts. */
export const counted = (number: number, one: string, several = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : several}`

/** A date, `YYYY-MM-DD`, to be read; as it is where it is none. */
export function shownDate(text: string): string {
  const moment = Date.parse(`${text}T00:00Z`)
  return Number.isNaN(moment) ? text : dates.format(moment)
}

/** The date so many days later. */
export function daysLater(text: string, days: number): string {
  const moment = Date.parse(`${text}T00:00Z`) + days * day
  return Number.isNaN(new Date(moment).getTime()) ? text : new Date(moment).toISOString().slice(0, 10)
}

/** A moment in UTC, to the second. */
export function shownMoment(moment: number): string {
  const text = new Date(moment).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

/** A local date-time of the service, to the minute and without the letters. */
export const shownLocal = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::.*)?$/, '$1 $2')

/** The query of an address, with its question mark; empty where there is none. */
export const searchOf = (url: string): string => url.replace(/^[^?]*/, '')

/** A value of JSON as it is read: texts as they are. */
export const shownJson = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

/** A value out of JSON as code has it; line separators are what JSON leaves in and older code does not take. */
export const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
