// Made once: to make a format takes longer than to use it.
const numbers = new Intl.NumberFormat('en')
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const day = 86_400_000

export const formatNumber = (number: number): string => numbers.format(number)

/** `1 event`, `2,000 events` */
export const formatCount = (number: number, one: string, many = `${one}s`): string =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

/** Milliseconds as `0.4 ms`, `37 ms` or `1.5 s`. */
export function formatDuration(ms: number): string {
  if (ms >= 1000) return `${formatNumber(Math.round(ms / 100) / 10)} s`
  return `${ms < 10 ? ms : Math.round(ms)} ms`
}

/** `2026-05-04` as `4 May 2026`. Other texts stay the same. */
export function formatDate(text: string): string {
  const instant = Date.parse(`${text}T00:00Z`)
  return Number.isNaN(instant) ? text : dates.format(instant)
}

/** The date `YYYY-MM-DD` that is `days` days after a date. */
export function daysLater(text: string, days: number): string {
  const instant = Date.parse(`${text}T00:00Z`) + days * day
  return Number.isNaN(new Date(instant).getTime()) ? text : new Date(instant).toISOString().slice(0, 10)
}

/** Milliseconds as UTC: `2026-05-04 12:00:00` */
export function formatInstant(instant: number): string {
  const text = new Date(instant).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

/** A local date-time of the service: `2026-05-04 12:00` */
export const formatLocal = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::.*)?$/, '$1 $2')

/** The query of an address, with its question mark. */
export const searchOf = (url: string): string => url.replace(/^[^?]*/, '')

/** A JSON value for people to read: a text has no quotes. */
export const formatJson = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

/** The deepest level that is indented, because the JSON of a stranger may nest without an end. */
const deepest = 20

/** JSON of which the end is cut, with a line for each member. */
export function linesOfCut(text: string): string {
  let depth = 0
  const line = () => `\n${'  '.repeat(Math.min(depth, deepest))}`
  return text.replace(/"(?:[^"\\]|\\.)*"?|\{\}|\[\]|[{}[\],]/gs, (token) => {
    if (token === ',') return token + line()
    if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1)
      return line() + token
    }
    if (token !== '{' && token !== '[') return token
    depth += 1
    return token + line()
  })
}

/** A JSON value as source code. Escapes line separators, which older JavaScript does not accept in strings. */
export const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
