/** What a cell says: a local time that the API takes, or a problem that says what to write instead. */
export type CellTime = { readonly time: string } | { readonly problem: string }

const example = '2026-06-20 10:00'

const two = (digits: string) => digits.padStart(2, '0')

/** Whether a calendar has this day, and a clock this time. */
function exists(time: string): boolean {
  const moment = new Date(`${time}Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(time)
}

/** Year, month and day, then the clock: nobody reads it in two ways. */
const clear =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]0+)?)?)?\s*([ap]\.?m\.?|Z|[+-]\d\d(?::?\d\d)?)?$/i

/** 06/07/2026, 20.6.26: some countries read it as day and month, some as month and day. */
const unclear = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)(?:,?\s+(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]\.?m\.?)?)?$/i

/** An hour as clocks of 24 hours show it. */
function hourOf(hour: string, half: string | undefined): string {
  if (!half) return two(hour)
  return two(String((Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)))
}

/** What to write in place of a day that can be read in two ways. */
function insteadOf([, first = '', second = '', year = '', hour, minute = '', half]: RegExpExecArray): string {
  const full = year.padStart(4, '20')
  const read = [`${full}-${two(second)}-${two(first)}`, `${full}-${two(first)}-${two(second)}`]
  const clock = hour ? ` ${hourOf(hour, half)}:${minute}` : ''
  const days = [...new Set(read)].filter((day) => exists(`${day}T00:00:00`)).map((day) => day + clock)
  if (days.length === 0) return `is no day of any calendar; write it as ${example}`
  const why = days.length > 1 ? 'can be two days' : 'is not written as year, month and day'
  return `${why}; write ${days.join(' or ')}${clock ? '' : `, and the time of day behind it, as in ${example}`}`
}

/**
 * The time in a cell of a spreadsheet: `2026-06-20 10:00`, with a `T` and seconds as well. The digits stay, because the API means the clock at the
 * event's place too. A `Z` behind them says nothing, as in the API. It does no input or output and throws no error.
 */
export function localTimeIn(cell: string): CellTime {
  const problem = (text: string): CellTime => ({ problem: `${JSON.stringify(cell)} ${text}` })
  const [, year, month = '', date = '', hour, minute = '', second = '00', zone = ''] = clear.exec(cell) ?? []
  if (year) {
    const day = `${year}-${two(month)}-${two(date)}`
    if (!hour) return problem(`has no time of day; write it behind the day, as in ${example}`)
    if (/^[ap]/i.test(zone)) return problem(`is not in 24 hours; write ${day} ${hourOf(hour, zone)}:${minute}`)
    const time = `${day}T${two(hour)}:${minute}:${second}`
    if (!exists(time)) return problem('is not in any calendar, or on any clock')
    if (/^[+-]/.test(zone))
      return problem(`has the offset ${zone}; write the clock at the event's place without it, as ${example}`)
    return { time }
  }
  const found = unclear.exec(cell)
  if (found) return problem(insteadOf(found))
  if (/^\d{5}(?:[.,]\d+)?$/.test(cell))
    return problem('is how spreadsheets count days; give the column the format yyyy-mm-dd hh:mm, and save it again')
  return problem(`is no date and time; write it as ${example}`)
}
