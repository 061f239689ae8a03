import type { CalendarEvent, CalendarProblem } from 'osdi-events/calendar'
import type { Format } from '../read/formats.ts'
import { CliError } from '../run/cli-error.ts'
import { counted, formatNumber } from '../terminal/text.ts'

/** What a calendar needs besides its events. */
interface CalendarSettings {
  /** The service's host, which makes the ids of events unique. */
  readonly host: string
  /** Time zone for events whose place gives none. */
  readonly zone: string | undefined
  readonly includePrivate: boolean
}

/** An iCalendar (RFC 5545). It has the rules of each time zone once, so its text needs all events, and comes at the end. */
export async function calendarFormat(settings: CalendarSettings): Promise<Format> {
  const { calendarOf, instantsOf } = await import('osdi-events/calendar')
  const { isPublic, wallClockOf } = await import('osdi-events')
  const { zone, includePrivate } = settings
  const kept: CalendarEvent[] = []
  let report = { written: 0, warnings: [] as readonly string[] }
  return {
    fields: [],
    header: '',
    textOf: (events) => {
      kept.push(...events)
      return ''
    },
    footer: () => {
      const { text, count, problems } = calendarOf(kept, settings)
      // Programs that read the file would remove every event that they had.
      if (problems.length > 0 && count === 0) throw new CliError(1, 'no event can be put into a calendar')
      const shown = kept.filter((event) => includePrivate || isPublic(event))
      const withStart = shown.filter((event) => wallClockOf(event).start !== undefined)
      const warnings = [
        ...warningsOf(problems),
        ...noteOf(
          shown.filter(hasNoStart).length,
          'has no start, so it is',
          'have no start, so they are',
          'not in the calendar',
        ),
        ...noteOf(
          kept.length - shown.length,
          'is',
          'are',
          'hidden, private or not approved yet; --include-private adds them',
        ),
        ...noteOf(
          withStart.filter((event) => !instantsOf(event, { zone })).length,
          'has',
          'have',
          'no known time zone, so calendars show the time in the zone of the reader; --zone sets one',
        ),
      ]
      report = { written: count, warnings }
      return text
    },
    report: () => report,
  }
}

const hasNoStart = ({ start_date, start }: CalendarEvent) => !start_date && !start

const noteOf = (count: number, one: string, several: string, rest: string): readonly string[] =>
  count === 0 ? [] : [`${counted(count, 'event')} ${count === 1 ? one : several} ${rest}`]

/** Most ids in one warning. */
const maxIds = 10

/** One warning for each kind of problem, with the ids of its events. */
const warningsOf = (problems: readonly CalendarProblem[]): readonly string[] =>
  [...Map.groupBy(problems, ({ message }) => message)].map(([message, all]) => {
    const ids = all.slice(0, maxIds).map(({ id }) => id)
    const more = all.length > maxIds ? ` and ${formatNumber(all.length - maxIds)} more` : ''
    return `${all.length === 1 ? 'event' : 'events'} ${ids.join(', ')}${more}: ${message}`
  })
