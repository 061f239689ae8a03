import type { Member, MembersOf } from '../values/shape.ts'
import type { FieldKind } from './filter.ts'

// A table has one row for each field of an event or an attendance: all that the client knows of the field at run time. Names have no prefix.

/** One row. */
export interface Field extends Member {
  /** In JSON, its name has the service's own prefix. */
  readonly own?: true
  /** Its name in the other version, if that differs; null if the other version has no such field. */
  readonly other?: string | null
}

/** Rows by field name, without prefix. */
export type FieldTable = Readonly<Record<string, Field>>

/** Names without the prefix `platform:`. Names with `action_network:`, which repeat them, are left out. */
export type Unprefixed<Type> = {
  [Name in keyof Type as Name extends `platform:${infer Bare}`
    ? Bare
    : Name extends `action_network:${string}`
      ? never
      : Name]: Type[Name]
}

/**
 * The table of hand-written types: `Read` has the fields of a response without prefix, `Own` those with the prefix, and `New` those that a create
 * takes. A row without a member and a member without a row do not compile.
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

/** The table of fields that all have the service's own prefix. */
export type OwnTableOf<Own, New = unknown> = TableOf<unknown, Own, New>

/** How a filter compares each kind. A field of another kind cannot be filtered by. */
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

/** The fields that a filter can use, and how each is compared: `identifier`, and the fields without the service's prefix that `comparedAs` knows. */
export type FilterableIn<Table> = { readonly identifier: 'identifiers' } & {
  readonly [Name in keyof Table as Table[Name] extends { readonly own: true }
    ? never
    : Table[Name] extends { readonly kind: infer Kind }
      ? [ComparedAs<Kind>] extends [never]
        ? never
        : Name
      : never]: Table[Name] extends { readonly kind: infer Kind } ? ComparedAs<Kind> : never
}

/** Fields that can be filtered by, and their filter kinds. Filters use `identifier` as a second name for `identifiers`. */
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

/** The table with the names of JSON: own fields get the prefix. */
export const namedIn = (namespace: string, table: FieldTable): FieldTable =>
  Object.fromEntries(Object.entries(table).map(([name, field]) => [field.own ? `${namespace}:${name}` : name, field]))

/** The order of fields in errors: the title, other required fields, optional fields. */
const rankOf = ({ sent, nullable }: Field) => (sent === 'optional' ? 2 : nullable === false ? 0 : 1)

/** The rows of fields that a create takes, in the order of error messages. */
export const sendableIn = (table: FieldTable): FieldTable =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([, { sent }]) => sent)
      .toSorted(([, one], [, other]) => rankOf(one) - rankOf(other)),
  )
