import Table from 'cli-table3'
import type { EventList } from 'osdi-events'
import { type Choice, ChosenFields } from '../chosen-fields.ts'
import { cellOf, columnsOf, idIn, type Naming, only, readerOf, valueAt } from '../fields.ts'
import { type Io, oneLine, print, printJson, say } from '../io.ts'
import { Numbers } from '../numbers.ts'

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

/** Prints one event, or an RSVP, as JSON. */
export async function printWhole(io: Io, resource: object): Promise<void> {
  await printJson(io, resource)
  const numbers = new Numbers()
  numbers.see(resource)
  numbers.sayInexact(io)
}

/** Prints one event: its documented fields that are set, or all of it as JSON. */
export async function show(io: Io, event: object, flags: Naming & { readonly json?: true }): Promise<void> {
  if (flags.json) return printWhole(io, event)
  const { idOf } = await import('osdi-events')
  const numbers = new Numbers()
  const rows = columnsOf(flags).map((name) => {
    const value = valueAt(event, name)
    numbers.see(value, name)
    return [name, cellOf(value)]
  })
  await print(io, tableOf([['id', idIn(event, idOf) ?? ''], ...rows.filter(([, cell]) => cell !== '')], 500))
  numbers.sayInexact(io)
}

/** What a list shows of each of its entries. */
export interface ShownFields {
  readonly fields?: readonly string[]
  readonly json?: true
}

/** What is listed. */
export interface Listed extends Pick<Choice, 'documented' | 'noun'> {
  readonly items: readonly object[]
  /** Whether these are all that the service has. */
  readonly of: 'all' | 'some'
  /** Columns of the table where no fields are chosen. */
  readonly columns: readonly string[]
}

/** What is said of a list that ended before all that the service has came. */
export const endedEarly = (count: number, what: string): string =>
  `not complete: the list ended after ${count} ${what}, and the service may have more`

/** Says that a list has more than is shown, and how to have it. */
export function sayMore(io: Io, { items, more, complete }: EventList<object>, max: number, what: string): void {
  if (more && items.length === max) say(io, `these are the first ${max} ${what}; there are more, see --max`)
  else if (!complete) say(io, endedEarly(items.length, what))
}

/**
 * Prints a list: as a table behind the ids, or as JSON.
 *
 * @throws CliError where a chosen field is mistyped
 */
export async function showAll(io: Io, listed: Listed, { fields, json }: ShownFields): Promise<void> {
  const { items, of, columns, documented, noun } = listed
  const { idOf } = await import('osdi-events')
  const read = readerOf(idOf)
  const choice = new ChosenFields({ fields, documented, read, noun })
  choice.see(items)
  choice.refuseUnknown(of)
  const numbers = new Numbers()
  if (json) {
    const chosen = items.map((item) => only(item, fields, read))
    await printJson(io, chosen)
    numbers.seeAll(items, fields, read)
  } else {
    const names = ['id', ...(fields ?? columns).filter((name) => name !== 'id')]
    const rows = items.map((item) => names.map((name) => cellOf(read(item, name))))
    await print(io, tableOf([names, ...rows]))
    numbers.seeAll(items, names, read)
  }
  numbers.sayInexact(io)
  choice.sayMissing(io)
}
