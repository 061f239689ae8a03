import type { Field } from '../dialects/dialect.ts'
import type { FactOf, TableName } from '../fields/tables.ts'
import { type Context, formatTime } from './context.ts'

/** Gives the value of a fact as responses show it, but a moment in milliseconds, as filters compare it. Undefined without a value. */
export type Fact<Item> = (item: Item, context: Context) => unknown

/** A function for each fact of a table. */
export type Facts<Name extends TableName, Item> = { readonly [Row in FactOf<Name>]: Fact<Item> }

/** The function that gives the value of a field as responses show it. */
export function shownField<Item>({ fact, row }: Field, facts: Readonly<Record<string, Fact<Item>>>): Fact<Item> {
  const read = facts[fact] ?? (() => undefined)
  return row.type === 'moment' ? (item, context) => formatTime(context, Number(read(item, context))) : read
}
