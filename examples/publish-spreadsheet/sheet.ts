import type { NewEventV2 } from 'osdi-events'
import { localTimeIn } from './local-time.ts'
import { type Problem, type Row, readTable } from './table.ts'

/** The columns that a sheet has to have, also those that are empty: publishing clears what is not in the sheet. */
const columns = [
  ...(['id', 'title', 'start', 'end', 'venue', 'address', 'city', 'region'] as const),
  ...(['postal code', 'country', 'description'] as const),
] as const
type Column = (typeof columns)[number]

/** An event of a sheet, and the line in which it begins. */
export interface SheetEvent {
  readonly line: number
  readonly event: NewEventV2 & { readonly identifiers: readonly string[] }
}

/** What a sheet says. */
export interface Sheet {
  readonly events: readonly SheetEvent[]
  /** One or more for each row that makes no event. With one about the whole sheet, there are no events. */
  readonly problems: readonly Problem[]
}

/** `Postal_Code` is `postal code`. */
const nameOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')

/** Why a table with these headings is no sheet of events, if it is none. */
function headingProblem(headings: readonly string[]): string | undefined {
  const names = headings.map(nameOf)
  const missing = columns.filter((name) => !names.includes(name))
  const twice = columns.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  const why = [
    ...(missing.length ? [`has no column ${missing.join(', ')}`] : []),
    ...(twice.length ? [`has more than one column ${twice.join(', ')}`] : []),
  ].join(' and ')
  if (!why) return undefined
  const found = headings.filter(Boolean).join(', ') || 'no columns at all'
  return `${why}. Its first row must name the columns ${columns.join(', ')}, in any order; empty ones too. It names ${found}.`
}

/** The event of a row, and what is wrong with it. */
function eventOf(cells: ReadonlyMap<Column, string>, system: string) {
  const problems: Omit<Problem, 'line'>[] = []
  /** An empty cell is no text at all. */
  const filled = (name: Column) => cells.get(name) || undefined
  const time = (column: Column) => {
    const cell = filled(column)
    const found = cell === undefined ? undefined : localTimeIn(cell)
    if (found && 'problem' in found) problems.push({ column, message: found.problem })
    return found && 'time' in found ? found.time : undefined
  }
  const [title = '', start, end, address] = [filled('title'), time('start'), time('end'), filled('address')]
  if (!filled('id')) problems.push({ column: 'id', message: 'is empty; each event needs an id of its own' })
  if (!title) problems.push({ column: 'title', message: 'is empty' })
  if (start && end && end < start) problems.push({ column: 'end', message: 'is before the start' })
  const place = {
    ...{ venue: filled('venue'), address_lines: address ? [address] : undefined, locality: filled('city') },
    ...{ region: filled('region'), postal_code: filled('postal code'), country: filled('country') },
  }
  const event: SheetEvent['event'] = {
    title,
    origin_system: 'Events sheet',
    identifiers: [`${system}:${filled('id')}`],
    description: filled('description'),
    start_date: start,
    end_date: end,
    location: Object.values(place).some(Boolean) ? place : undefined,
  }
  return { event, problems }
}

/** Ids that stand in more than one row, with the lines of these rows. */
function repeatedIds(rows: readonly Row[], at: number): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>()
  for (const { line, cells } of rows) {
    const id = cells[at]?.trim()
    if (id) lines.set(id, [...(lines.get(id) ?? []), line])
  }
  return new Map([...lines].filter(([, of]) => of.length > 1))
}

/**
 * The events of a sheet that was saved as text, and its problems. It does no input or output, and throws no error.
 *
 * @param system where the ids come from: `<system>:<id>` has to be unique on the whole service
 */
export function readSheet(text: string, system: string): Sheet {
  const { columns: headings, rows, problems: unreadable } = readTable(text)
  if (unreadable.length) return { events: [], problems: unreadable }
  const message = headingProblem(headings)
  if (message) return { events: [], problems: [{ message }] }

  const names = headings.map(nameOf)
  const repeated = repeatedIds(rows, names.indexOf('id'))
  const events: SheetEvent[] = []
  const problems: Problem[] = []
  for (const { line, cells } of rows) {
    const byName = new Map(columns.map((name) => [name, cells[names.indexOf(name)]?.trim() ?? '']))
    const { event, problems: found } = eventOf(byName, system)
    const id = byName.get('id') ?? ''
    const others = repeated.get(id)
    if (others) found.push({ column: 'id', message: `${JSON.stringify(id)} is in the lines ${others.join(', ')}` })
    if (cells.slice(headings.length).some(Boolean))
      found.push({
        message: `has ${cells.length} cells for ${headings.length} columns; put texts with a separator into quotation marks`,
      })
    if (found.length) problems.push(...found.map((problem) => ({ line, ...problem })))
    else events.push({ line, event })
  }
  return { events, problems }
}

/** A problem as one line of text, such as `events.csv, line 3: start: "soon" is no date and time; …`. */
export function textOfProblem({ line, column, message }: Problem, file: string): string {
  const place = line === undefined ? file : `${file}, line ${line}`
  return column === undefined ? `${place} ${message}` : `${place}: ${column}: ${message}`
}
