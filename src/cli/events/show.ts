import Table from 'cli-table3'
import type { EventList } from 'osdi-events'
import { cellOf, columnsOf, idIn, type Naming, only, valueAt, withId } from '../fields.ts'
import { type Io, oneLine, print, printJson, say } from '../io.ts'

/** Text without a line of its own kind around it: rows can be read by people and by `grep`. */
const bare = Object.fromEntries(
  [
    ...['top', 'top-left', 'top-mid', 'top-right', 'bottom', 'bottom-left', 'bottom-mid', 'bottom-right'],
    ...['left', 'left-mid', 'right', 'right-mid', 'mid', 'mid-mid'],
  ].map((name) => [name, '']),
)

/** Rows of cells, cut at their longest, as a table; what a stranger wrote into them moves no cursor. */
export function tableOf(rows: readonly (readonly string[])[], longest = 60): string {
  const table = new Table({
    chars: { ...bare, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  table.push(...rows.map((row) => row.map((cell) => short(cell, longest))))
  return table
    .toString()
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

function short(cell: string, longest: number): string {
  const line = [...oneLine(cell)]
  return line.length > longest ? `${line.slice(0, longest - 1).join('')}…` : line.join('')
}

/** Prints one event: its documented fields that are set, or all of it as JSON. */
export async function show(io: Io, event: object, flags: Naming & { readonly json?: true }): Promise<void> {
  if (flags.json) return printJson(io, event)
  const { idOf } = await import('osdi-events')
  const rows = columnsOf(flags).map((name) => [name, cellOf(valueAt(event, name))])
  await print(io, tableOf([['id', idIn(event, idOf) ?? ''], ...rows.filter(([, cell]) => cell !== '')], 500))
}

/** What a list shows of each of its entries. */
export interface ShownFields {
  readonly fields?: readonly string[]
  readonly json?: true
}

/** What a list is missing, where it ended before all that the service says it has. */
export const endedEarly = (count: number, what: string): string =>
  `not complete: the list ended after ${count} ${what}, and the service says that there are more`

/** Says that a list has more than is shown, and how to have it. */
export function sayMore(io: Io, { items, more, complete }: EventList<object>, max: number, what: string): void {
  if (more && items.length === max) say(io, `these are the first ${max} ${what}; there are more, see --max`)
  else if (!complete) say(io, endedEarly(items.length, what))
}

/** Prints a list: as a table behind the ids, of these columns where no fields are chosen, or as JSON. */
export async function showAll(
  io: Io,
  items: readonly object[],
  { fields, json }: ShownFields,
  columns: readonly string[],
): Promise<void> {
  const { idOf } = await import('osdi-events')
  if (json) {
    const chosen = withId(items, fields, idOf).map((item) => only(item, fields))
    return printJson(io, chosen)
  }
  const names = (fields ?? columns).filter((name) => name !== 'id')
  const rows = items.map((item) => [idIn(item, idOf), ...names.map((name) => valueAt(item, name))])
  await print(io, tableOf([['id', ...names], ...rows.map((row) => row.map(cellOf))]))
}
