// Made once: it takes longer than all that it is used for.
const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const day = 86_400_000

/** A date, `YYYY-MM-DD`, for people to read; as it is where it is none. */
export function shownDate(text: string): string {
  const moment = Date.parse(`${text}T00:00Z`)
  return Number.isNaN(moment) ? text : format.format(moment)
}

/** The date so many days later. */
export function daysLater(text: string, days: number): string {
  const moment = Date.parse(`${text}T00:00Z`)
  return Number.isNaN(moment) ? text : new Date(moment + days * day).toISOString().slice(0, 10)
}
