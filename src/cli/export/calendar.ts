import type { EventV2 } from 'osdi-events'
// The command and its example share one file, which readers copy.
import { calendarOf, type Problem } from '../../../examples/calendar-feed/ics.ts'
import { zoneByCoordinates } from '../../../examples/calendar-feed/time-zone.ts'
import { renamedIn } from '../../core/version/fields.ts'
import { eventFields } from '../../v2/fields.ts'
import { CliError } from '../cli-error.ts'
import type { Version } from '../service.ts'
import { formatNumber } from '../terminal/progress.ts'
import type { Format } from './formats.ts'
import { eventCount } from './output.ts'

/**
 * An iCalendar (RFC 5545). It has the rules of each time zone once, so its text needs all events, and comes at the end.
 *
 * @param host the service's host, which makes the ids of events unique
 */
export function calendarFormat(api: Version, host: string): Format {
  const kept: object[] = []
  let report = { written: 0, warnings: [] as readonly string[] }
  return {
    fields: [],
    head: '',
    textOf: (events) => {
      kept.push(...(api === 'v1' ? events.map(inVersion2) : events))
      return ''
    },
    tail: () => {
      const { text, count, problems } = calendarOf(kept as readonly EventV2[], zoneByCoordinates, { host })
      // Programs that read the file would remove every event that they had.
      if (problems.length > 0 && count === 0) throw new CliError(1, 'no event can be put into a calendar')
      report = { written: count, warnings: warningsOf(problems, api, kept) }
      return text
    },
    report: () => report,
  }
}

/** Names of version 2 for those of version 1 that differ. */
const namesInVersion2: ReadonlyMap<string, string> = new Map(Object.entries(renamedIn(eventFields)))

/** An event of version 1 with the names of version 2. */
const inVersion2 = (event: object): object =>
  Object.fromEntries(Object.entries(event).map(([name, value]) => [namesInVersion2.get(name) ?? name, value]))

/** The names of version 1 in a message about an event. */
function inVersion1(message: string): string {
  const names = new Map([...namesInVersion2].map(([other, name]) => [name, other]))
  return message.replace(/\b[a-z]+_[a-z]+\b/g, (name) => names.get(name) ?? name)
}

/** Most ids in one warning. */
const mostIds = 10

/** One warning for each kind of problem, with the ids of its events. */
function warningsOf(problems: readonly Problem[], api: Version, events: readonly object[]): readonly string[] {
  const withoutStart = events.filter((event: { readonly start_date?: unknown }) => !event.start_date).length
  const kinds = [...Map.groupBy(problems, ({ message }) => message)].map(([message, all]) => {
    const ids = all.slice(0, mostIds).map(({ id }) => id)
    const more = all.length > mostIds ? ` and ${formatNumber(all.length - mostIds)} more` : ''
    const events = all.length === 1 ? 'event' : 'events'
    return `${events} ${ids.join(', ')}${more}: ${api === 'v1' ? inVersion1(message) : message}`
  })
  if (withoutStart === 0) return kinds
  const verb = withoutStart === 1 ? 'has no start, so it is' : 'have no start, so they are'
  return [...kinds, `${eventCount(withoutStart)} ${verb} not in the calendar`]
}
