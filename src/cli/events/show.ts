import Table from 'cli-table3'
import type { EventList } from 'osdi-events'
import { ChosenFields, type ChosenFieldsOptions } from '../chosen-fields.ts'
import { cellText, columnsOf, idOrUndefined, type NamingFlags, pickFields, readerOf, valueAt } from '../fields.ts'
import { type Io, oneLine, print, printJson, say } from '../io.ts'
import { InexactNumbers } from '../numbers.ts'

/** Options for a table without borders, whose rows people and `grep` can read. */
const noBorders = Object.fromEntries(
  [
    ...['top', 'top-left', 'top-mid', 'top-right', 'bottom', 'bottom-left', 'bottom-mid', 'bottom-right'],
    ...['left', 'left-mid', 'right', 'right-mid', 'mid', 'mid-mid'],
  ].map((name) => [name, '']),
)

/** Formats rows as a table. Cuts each cell at `longest` characters, and replaces control characters, which could move the cursor. */
export function tableOf(rows: readonly (readonly string[])[], longest = 60): string {
  const table = new Table({
    chars: { ...noBorders, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  table.push(...rows.map((row) => row.map((cell) => shorten(cell, longest))))
  return table
    .toString()
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

function shorten(cell: string, longest: number): string {
  const line = [...oneLine(cell)]
  return line.length > longest ? `${line.slice(0, longest - 1).join('')}…` : line.join('')
}

/** Prints one event or RSVP as JSON. */
export async function printWhole(io: Io, resource: object): Promise<void> {
  await printJson(io, resource)
  const numbers = new InexactNumbers()
  numbers.see(resource)
  numbers.sayFirst(io)
}

/** Prints one event: the documented fields that have a value, or the whole event as JSON. */
export async function show(io: Io, event: object, flags: NamingFlags & { readonly json?: true }): Promise<void> {
  if (flags.json) return printWhole(io, event)
  const { idOf } = await import('osdi-events')
  const numbers = new InexactNumbers()
  const rows = columnsOf(flags).map((name) => {
    const value = valueAt(event, name)
    numbers.see(value, name)
    return [name, cellText(value)]
  })
  await print(io, tableOf([['id', idOrUndefined(event, idOf) ?? ''], ...rows.filter(([, cell]) => cell !== '')], 500))
  numbers.sayFirst(io)
}

/** The flags that choose what a list shows. */
export interface ShownFields {
  readonly fields?: readonly string[]
  readonly json?: true
}

/** The items of a list, and how to show them. */
export interface ItemList extends Pick<ChosenFieldsOptions, 'documented' | 'noun'> {
  readonly items: readonly object[]
  /** Whether `items` are all items of the service. */
  readonly of: 'all' | 'some'
  /** Columns of the table without `--fields`. */
  readonly columns: readonly string[]
}

/** The message about a list that ended before the service had sent all items. */
export const endedEarlyMessage = (count: number, what: string): string =>
  `not complete: the list ended after ${count} ${what}, and the service may have more`

/** Prints a message if the service has, or may have, more items than the list shows. */
export function sayMore(io: Io, { items, more, complete }: EventList<object>, max: number, what: string): void {
  if (more && items.length === max) say(io, `these are the first ${max} ${what}; there are more, see --max`)
  else if (!complete) say(io, endedEarlyMessage(items.length, what))
}

/**
 * Prints a list: as a table with the ids first, or as JSON.
 *
 * @throws CliError if a name in `--fields` is probably mistyped
 */
export async function showAll(io: Io, list: ItemList, { fields, json }: ShownFields): Promise<void> {
  const { items, of, columns, documented, noun } = list
  const { idOf } = await import('osdi-events')
  const read = readerOf(idOf)
  const choice = new ChosenFields({ fields, documented, read, noun })
  choice.see(items)
  choice.refuseUnknown(of)
  const numbers = new InexactNumbers()
  if (json) {
    const chosen = items.map((item) => pickFields(item, fields, read))
    await printJson(io, chosen)
    numbers.seeAll(items, fields, read)
  } else {
    const names = ['id', ...(fields ?? columns).filter((name) => name !== 'id')]
    const rows = items.map((item) => names.map((name) => cellText(read(item, name))))
    await print(io, tableOf([names, ...rows]))
    numbers.seeAll(items, names, read)
  }
  numbers.sayFirst(io)
  choice.sayMissing(io)
}
