const twoDigits = (number: number) => String(number).padStart(2, '0')

/** A moment in UTC, to the second, as the service writes it but for the letters. */
export function shownMoment(moment: number): string {
  const text = new Date(moment).toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

/** The clock at a moment, by the page's own zone. */
export function shownTime(moment: number): string {
  const date = new Date(moment)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')
}

/** A local date-time as the documents have it, to the minute and without the letters. */
export const shownLocal = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::.*)?$/, '$1 $2')
