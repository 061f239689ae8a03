import type * as z from 'zod/mini'
import type { FieldList, ListedField } from './field-list.ts'
import { flag, identifiers, lenient, localTime, maybe, moment, number, type SchemasOf, text } from './schemas.ts'

/** A field: what its list says of it, and the schema of its value in a response. */
export interface Row extends ListedField {
  readonly type: z.ZodMiniType
}

/** Fields of a resource by name. */
export type Rows = Readonly<Record<string, Row>>

/** The types of fields that need no schema of their own. */
const plainTypes = { text, flag, number, moment, localTime, identifiers }

type PlainType<Field> = Field extends { readonly filterType: infer Type extends keyof typeof plainTypes }
  ? z.ZodMiniOptional<z.ZodMiniNullable<(typeof plainTypes)[Type]>>
  : never

type TypesOf<List, Types> = {
  readonly [Name in keyof List]: Name extends keyof Types ? Types[Name] : PlainType<List[Name]>
}

/** Names of fields whose schema does not match the member of the hand-written type, and of schemas without a field. */
type WrongNames<Type, List, Types, Schemas = SchemasOf<Type, TypesOf<List, Types>>> =
  | { [Name in keyof Schemas]: [Schemas[Name]] extends [never] ? Name : never }[keyof Schemas]
  | Exclude<keyof Types, keyof List>

/**
 * Adds the schemas to a list of fields. A field without a schema in `types` is a text, a number or another plain value, as `filterType` says, and may
 * be null or absent. The compiler refuses fields that do not match the hand-written type.
 */
export const rowsFor =
  <Type>() =>
  <const List extends FieldList, const Types extends Readonly<Record<string, z.ZodMiniType>>>(
    list: List,
    types: Types & { readonly [Name in WrongNames<Type, List, Types>]: never },
  ): Rows =>
    Object.fromEntries(
      Object.entries<ListedField>(list).map(([name, field]) => {
        const plain = plainTypes[field.filterType as keyof typeof plainTypes]
        return [
          name,
          {
            ...field,
            type: (types as Partial<Record<string, z.ZodMiniType>>)[name] ?? (field.lenient ? lenient : maybe)(plain),
          },
        ]
      }),
    )

/** The schemas of rows. */
export const typesIn = (rows: Rows): Readonly<Record<string, z.ZodMiniType>> =>
  Object.fromEntries(Object.entries(rows).map(([name, { type }]) => [name, type]))

/** Sort key of a field in error messages: first those that every response has too, such as the title, then other required ones, then optional ones. */
const rankOf = ({ sent, type }: Row) => (sent === 'optional' ? 2 : type._zod.optin === undefined ? 0 : 1)

/** The rows of fields that a create takes, in the order of error messages. */
export const sendableIn = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([, { sent }]) => sent)
      .toSorted(([, one], [, other]) => rankOf(one) - rankOf(other)),
  )
