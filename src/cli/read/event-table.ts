import type { Publishable, Scheduled } from 'osdi-events'
import { cellText, idOrUndefined, localTimeText } from '../run/field-values.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Column, type Head, tableOf } from '../terminal/table.ts'
import { oneLine } from '../terminal/text.ts'
import type { Start } from './selection.ts'
import { shortIdOf } from './short-id.ts'

/** A date without its weekday. */
const withoutWeekday = (date: string): string => date.replace(/^(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) /, '')

/** The column of a start. */
export const startColumn: Column = { name: 'START', side: 'right', shorter: withoutWeekday }

/**
 * The columns of the short table of events on a terminal. The title has the weekday's room before it is cut, and most of the place's.
 *
 * @param statuses what is unusual about each event, in front of its title
 */
const columnsWith = (statuses: readonly string[]): readonly Column[] => [
  { name: 'TITLE', least: 24, headOf: (row) => headOf(statuses[row] ?? '') },
  startColumn,
  // Zones of the starts.
  { name: '', isOptional: true },
  { name: 'PLACE', least: 8, givesWayTo: 12, isOptional: true, importance: 2 },
  { name: 'RSVPS', side: 'right', isOptional: true, importance: 1 },
  { name: 'ID', styleOf: () => 'dim' },
]

/**
 * Formats events as a short table. A terminal shows local dates such as `Sat 20 Jun 18:00`, a title with what is unusual, such as `[cancelled]`, and
 * short ids. Files and pipes get local times such as `2026-06-20 18:00`, the status in a column of its own, and whole ids.
 *
 * @param thisYear the year that dates in the table leave out
 * @param startOf the moments of a list by start: without their zones, local times of several zones would not look sorted on a terminal
 */
export async function eventTableOf(
  events: readonly object[],
  screen: Screen,
  thisYear: number,
  startOf: (event: object) => Start | undefined = () => undefined,
): Promise<string> {
  const { idOf, ownOf, wallClockOf } = await import('osdi-events')
  const isWhole = screen.width === undefined
  const zones = isWhole ? [] : zoneNames(events.map(startOf))
  const statuses = events.map((event: Fields) => oneLine(statusWords(event, ownOf(event).hidden === true).join(', ')))
  const rows = events.map((event: Fields, index) => {
    const start = wallClockOf(event).start ?? ''
    const id = idOrUndefined(event, idOf) ?? ''
    const status = statuses[index] ?? ''
    const [place, rsvps] = [event.location?.locality || event.location?.venue, event.total_accepted].map(cellText)
    if (isWhole) return [titleOf(event), localTimeText(start), place ?? '', rsvps ?? '', status, id]
    return [
      `${markOf(status)}${titleOf(event)}`,
      dateText(start, thisYear),
      zones[index] ?? '',
      place ?? '',
      rsvps ?? '',
      shortIdOf(id),
    ]
  })
  return tableOf(columnsWith(statuses), rows, screen)
}

const markOf = (status: string): string => (status === '' ? '' : `[${status}] `)

const headOf = (status: string): Head | undefined =>
  status === '' ? undefined : { length: markOf(status).length, style: status.startsWith('cancelled') ? 'off' : 'dim' }

/** Names of the zones of starts: short ones such as `EST`, or offsets such as `+09:00`. None if all starts are in one zone. */
function zoneNames(starts: readonly (Start | undefined)[]): readonly string[] {
  const zones = new Set(starts.flatMap((each) => each?.zone ?? []))
  if (zones.size < 2) return []
  const formats = new Map([...zones].map((zone) => [zone, zoneFormats(zone)]))
  return starts.map((each) => {
    const names = (each && formats.get(each.zone)?.map((format) => zoneName(format, each.start))) ?? []
    // The platform writes GMT+9 where a zone has no short name in the language.
    return names.find((name) => !/^GMT[+-]\d/.test(name)) ?? names.at(-1)?.slice('GMT'.length) ?? ''
  })
}

/** American English has short names for America, British English has those for Europe. */
const zoneFormats = (timeZone: string): readonly Intl.DateTimeFormat[] =>
  (
    [
      ['en-US', 'short'],
      ['en-GB', 'short'],
      ['en-US', 'longOffset'],
    ] as const
  ).map(([locale, timeZoneName]) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }))

const zoneName = (format: Intl.DateTimeFormat, moment: Date): string =>
  format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** The title of an event, in either version. */
export const titleOf = ({ title, summary, name }: Pick<Fields, 'title' | 'summary' | 'name'>): string =>
  cellText(title || summary || name)

/** The fields of the table, of both versions. */
interface Fields extends Publishable, Scheduled {
  readonly title?: string
  readonly summary?: string
  readonly name?: string
  readonly location?: { readonly locality?: string; readonly venue?: string }
  readonly total_accepted?: number
  readonly status?: string
}

/** Words for an unusual event: cancelled, hidden, private. */
function statusWords({ status, visibility }: Fields, isHidden: boolean): readonly string[] {
  const words = status && status !== 'confirmed' ? [status.replaceAll('_', ' ')] : []
  return [...words, ...(isHidden ? ['hidden'] : []), ...(visibility === 'private' ? ['private'] : [])]
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A local date-time for people, such as `Sat 20 Jun 18:00`. It has the year only if that is not `thisYear`. */
export function dateText(local: string, thisYear: number): string {
  const date = new Date(`${local}Z`)
  if (local === '' || Number.isNaN(date.getTime())) return local
  const year = date.getUTCFullYear()
  const shownYear = year === thisYear ? '' : ` ${year}`
  const day = `${days[date.getUTCDay()]} ${date.getUTCDate()} ${months[date.getUTCMonth()]}`
  return `${day}${shownYear} ${local.slice(11, 16)}`
}
