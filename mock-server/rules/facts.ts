import type { Field } from '../dialects/dialect.ts'
import type { FactOf, TableName } from '../fields/tables.ts'
import { type Context, formatTime } from './context.ts'

/**
 * Returns the value of a field as responses show it; undefined without a value. Returns a moment in milliseconds, because filters compare
 * numbers.
 */
export type Fact<Item> = (item: Item, context: Context) => unknown

/** A function for each field of a table. The name of a fact is the name of a field for both versions. */
export type Facts<Name extends TableName, Item> = { readonly [Row in FactOf<Name>]: Fact<Item> }

/** Returns a function that returns the value of a field exactly as responses show it. */
export function shownField<Item>({ fact, row }: Field, facts: Readonly<Record<string, Fact<Item>>>): Fact<Item> {
  const read = facts[fact] ?? (() => undefined)
  return row.type === 'moment' ? (item, context) => formatTime(context, Number(read(item, context))) : read
}
