import type { EventList } from 'osdi-events'
import {
  columnsOf,
  fieldText,
  idOrUndefined,
  isLocalTime,
  type NamingFlags,
  pickFields,
  type ReadField,
  readerOf,
  valueAt,
} from '../run/field-values.ts'
import { type Io, print, printJson } from '../run/io.ts'
import { note, warn } from '../terminal/messages.ts'
import { type Screen, screenOf } from '../terminal/screen.ts'
import { pairsOf, tableOf } from '../terminal/table.ts'
import { formatNumber } from '../terminal/text.ts'
import { ChosenFields, type ChosenFieldsOptions } from './chosen-fields.ts'
import { InexactNumbers } from './inexact-numbers.ts'
import { mainValuesOf } from './main-values.ts'

/** Prints one event or RSVP as JSON. */
export async function printWhole(io: Io, resource: object): Promise<void> {
  await printJson(io, resource)
  const numbers = new InexactNumbers()
  numbers.see(resource)
  numbers.sayFirst(io)
}

/**
 * Prints one event: the documented fields that have a value, or the whole event as JSON. A terminal shows first what a person looks for, under short
 * names.
 */
export async function show(io: Io, event: object, flags: NamingFlags & { readonly json?: true }): Promise<void> {
  if (flags.json) return printWhole(io, event)
  const { idOf } = await import('osdi-events')
  const numbers = new InexactNumbers()
  const rows = columnsOf(flags).map((name) => {
    const value = valueAt(event, name)
    numbers.see(value, name)
    return [name, fieldText(name, value)] as const
  })
  const set = rows.filter(([, cell]) => cell !== '')
  const screen = screenOf(io.stdout, io.env)
  if (screen.width === undefined) await print(io, pairsOf([['id', idOrUndefined(event, idOf) ?? ''], ...set], screen))
  else {
    const all = await mainValuesOf(event, new Date(io.clock.now()).getFullYear())
    const main = all.filter(({ value }) => value !== '')
    const shown = new Set(main.flatMap(({ fields }) => fields))
    const first = main.map(({ name, value }) => [name, value] as const)
    // Two tables, so that long names of fields do not move what comes first.
    const rest = set.filter(([name]) => !shown.has(name))
    await print(io, [first, rest].map((pairs) => pairsOf(pairs, screen)).join('\n'))
  }
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
  /** Whether flags select the items. */
  readonly isSelected?: boolean
  /** Whether `items` are all items of the service. */
  readonly of: 'all' | 'some'
  /** Formats the table without `--fields`. */
  readonly tableOf: (items: readonly object[], screen: Screen) => Promise<string>
  /** Reads the fields of an item. @default by the names of the item's own members */
  readonly read?: ReadField
}

/** The message about a list that ended before the service had sent all items. */
export const endedEarlyMessage = (count: number, what: string): string =>
  `not complete: the list ended after ${count} ${what}, and the service may have more`

/** The items that a command read, and the number of all items if the service tells it. */
export interface Taken extends EventList<object> {
  readonly total?: number | undefined
}

/** Prints a message if the service has, or may have, more items than the list shows. */
export function sayMore(io: Io, { items, more, complete, total = 0 }: Taken, max: number, what: string): void {
  if (more && items.length === max) {
    const shown = formatNumber(items.length)
    const part =
      total > items.length ? `${shown} of ${formatNumber(total)} ${what}` : `${shown}; there are more ${what}`
    note(io, `showing ${part} (all: --max Infinity)`)
  } else if (!complete) warn(io, endedEarlyMessage(items.length, what))
}

/**
 * Prints a list: as a table, or as JSON.
 *
 * @throws CliError if a name in `--fields` is probably mistyped
 */
export async function showAll(io: Io, list: ItemList, { fields, json }: ShownFields): Promise<void> {
  const { items, of, documented, noun, isSelected } = list
  const { idOf } = await import('osdi-events')
  const { read = readerOf(idOf) } = list
  const choice = new ChosenFields({ fields, documented, read, noun })
  choice.see(items)
  choice.refuseUnknown(of)
  const numbers = new InexactNumbers()
  if (json) {
    const chosen = items.map((item) => pickFields(item, fields, read))
    await printJson(io, chosen)
    numbers.seeAll(items, fields, read)
  } else {
    const screen = screenOf(io.stdout, io.env)
    const table = fields ? fieldTableOf(items, fields, read, screen) : await list.tableOf(items, screen)
    await print(io, table)
    if (items.length === 0 && screen.width !== undefined)
      note(io, isSelected ? `no ${noun} matches the flags` : `no ${noun}s`)
    if (fields) numbers.seeAll(items, fields, read)
  }
  numbers.sayFirst(io)
  choice.sayMissing(io)
}

/** Formats the chosen fields of a list as a table. */
function fieldTableOf(items: readonly object[], fields: readonly string[], read: ReadField, screen: Screen): string {
  const rows = items.map((item) => fields.map((name) => fieldText(name, read(item, name))))
  return tableOf(
    // A date without its time would be wrong, so it is not cut.
    fields.map((name) => ({ name, ...(!isLocalTime(name) && { least: 4 }) })),
    rows,
    screen,
  )
}
