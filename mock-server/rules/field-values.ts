import type { Field } from '../dialects/dialect.ts'
import type { FieldNameOf, TableName } from '../fields/tables.ts'
import { type Context, formatTime } from './context.ts'

/**
 * Returns the value of a field as responses show it; undefined without a value. Returns a moment in milliseconds, because filters compare
 * numbers.
 */
export type FieldValue<Item> = (item: Item, context: Context) => unknown

/** A function for each field of a table, by the name that is the same for both versions. */
export type FieldValues<Name extends TableName, Item> = { readonly [Row in FieldNameOf<Name>]: FieldValue<Item> }

/** Returns a function that returns the value of a field exactly as responses show it. */
export function shownField<Item>(
  { fieldName, row }: Field,
  values: Readonly<Record<string, FieldValue<Item>>>,
): FieldValue<Item> {
  const read = values[fieldName] ?? (() => undefined)
  return row.type === 'moment' ? (item, context) => formatTime(context, Number(read(item, context))) : read
}
