import type { Member, MembersOf } from '../values/shape.ts'
import type { FieldKind } from './filter.ts'

// A field table has one row for each field of an event or an attendance. The row is all that the client knows of the field at run time. Field names
// in a table have no prefix such as `action_network:`.

/** One row of a field table. */
export interface Field extends Member {
  /** True if the name has the service's prefix in JSON, as in `action_network:hidden`. */
  readonly own?: true
  /** Name of the field in the other version, if the names differ; null if the other version has no such field. */
  readonly other?: string | null
}

/** Rows by field name. */
export type FieldTable = Readonly<Record<string, Field>>

/**
 * A type without the prefix `platform:` in its field names. Fields with the prefix `action_network:` are left out: they repeat those with
 * `platform:`.
 */
export type Unprefixed<Type> = {
  [Name in keyof Type as Name extends `platform:${infer Bare}`
    ? Bare
    : Name extends `action_network:${string}`
      ? never
      : Name]: Type[Name]
}

/**
 * The field table of three hand-written types. `Read` has the fields of a response without a prefix, `Own` those with the service's prefix, and `New`
 * those that a create takes. Each member needs a row, and each row a member: otherwise the table does not compile.
 */
export type TableOf<Read, Own, New> = MembersOf<Unprefixed<Read & Own>> & {
  readonly [Name in keyof Unprefixed<Own>]-?: { readonly own: true }
} & {
  readonly [Name in Exclude<keyof Read, keyof Own>]-?: { readonly own?: never }
} & {
  readonly [Name in keyof Unprefixed<New>]-?: {
    readonly sent: undefined extends Unprefixed<New>[Name] ? 'optional' : 'required'
  }
} & {
  readonly [Name in Exclude<keyof Unprefixed<Read & Own>, keyof Unprefixed<New>>]-?: { readonly sent?: never }
} & { readonly [Name in keyof Unprefixed<Read & Own>]-?: { readonly other?: string | null } }

/** A field table in which every field has the service's prefix. */
export type OwnTableOf<Own, New = unknown> = TableOf<unknown, Own, New>

/** How a filter compares the values of each kind. Fields of other kinds cannot be in a filter. */
const comparedAs = {
  text: 'text',
  moment: 'moment',
  localTime: 'localTime',
  flag: 'flag',
  number: 'number',
  integer: 'number',
  identifiers: 'identifiers',
} as const satisfies Readonly<Record<string, FieldKind>>

type ComparedAs<Kind> = Kind extends keyof typeof comparedAs
  ? (typeof comparedAs)[Kind]
  : Kind extends { readonly known: unknown }
    ? 'text'
    : never

/**
 * The fields that a filter can use, and how it compares each: `identifier`, and each field without the service's prefix whose kind is in
 * `comparedAs`.
 */
export type FilterableIn<Table> = { readonly identifier: 'identifiers' } & {
  readonly [Name in keyof Table as Table[Name] extends { readonly own: true }
    ? never
    : Table[Name] extends { readonly kind: infer Kind }
      ? [ComparedAs<Kind>] extends [never]
        ? never
        : Name
      : never]: Table[Name] extends { readonly kind: infer Kind } ? ComparedAs<Kind> : never
}

/** The fields that a filter can use, and how it compares each. In filters, the API calls the field `identifiers` `identifier`. */
export function filterableIn<const Table extends FieldTable>(table: Table): FilterableIn<Table> {
  const entries = Object.entries<Field>(table).flatMap(([name, { kind, own }]) => {
    const as = typeof kind === 'string' ? kind : 'known' in kind ? 'text' : ''
    return !own && Object.hasOwn(comparedAs, as) ? [[name, comparedAs[as as keyof typeof comparedAs]]] : []
  })
  return Object.freeze({ identifier: 'identifiers', ...Object.fromEntries(entries) })
}

/** Maps field names of the other version to names of this version. */
export type RenamedIn<Table> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly other: infer Other extends string }
    ? Other
    : never]: Name
}

/** Maps field names of the other version to names of this version. */
export function renamedIn<const Table extends FieldTable>(table: Table): RenamedIn<Table> {
  const entries = Object.entries<Field>(table).flatMap(([name, { other }]) => (other ? [[other, name]] : []))
  return Object.freeze(Object.fromEntries(entries))
}

/** A field table with the names that the fields have in JSON: `hidden` becomes `action_network:hidden`. */
export const namedIn = (namespace: string, table: FieldTable): FieldTable =>
  Object.fromEntries(Object.entries(table).map(([name, field]) => [field.own ? `${namespace}:${name}` : name, field]))

/** Sort key of a field in error messages: first the title, then other required fields, then optional fields. */
const rankOf = ({ sent, nullable }: Field) => (sent === 'optional' ? 2 : nullable === false ? 0 : 1)

/** The rows of fields that a create takes, in the order of error messages. */
export const sendableIn = (table: FieldTable): FieldTable =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([, { sent }]) => sent)
      .toSorted(([, one], [, other]) => rankOf(one) - rankOf(other)),
  )
