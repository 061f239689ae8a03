import type { Field } from '../dialects/dialect.ts'
import type { FactOf, TableName } from '../fields/tables.ts'
import { type Context, formatTime } from './context.ts'

/** Gives a fact of a record as responses show it, but moments in milliseconds, as filters compare them; undefined without a value. */
export type Fact<Item> = (item: Item, context: Context) => unknown

/** All facts of the records of a table. */
export type Facts<Name extends TableName, Item> = { readonly [Row in FactOf<Name>]: Fact<Item> }

/** Gives a field of a record as responses show it. */
export function shownField<Item>({ fact, row }: Field, facts: Readonly<Record<string, Fact<Item>>>): Fact<Item> {
  const read = facts[fact] ?? (() => undefined)
  return row.type === 'moment' ? (item, context) => formatTime(context, Number(read(item, context))) : read
}
