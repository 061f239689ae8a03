import type { Member, MembersOf } from '../values/shape.ts'
import type { FieldKind } from './filter.ts'

// One row for each field of an event or an attendance: all that the client knows of it at run time. Names stand without the service's own prefix.

/** A row. */
export interface Field extends Member {
  /** Whether a create needs it, or takes it; without it, the service alone sets the field. */
  readonly sent?: 'required' | 'optional'
  /** Its name carries the service's own prefix. */
  readonly own?: true
  /** What the other version calls it, where that is another name; null where the other version has nothing like it. */
  readonly other?: string | null
}

/** Rows, by the names of their fields without prefix. */
export type FieldTable = Readonly<Record<string, Field>>

/** What stands behind `platform:` in names, and all other names as they are. */
export type Unprefixed<Type> = {
  [Name in keyof Type as Name extends `platform:${infer Bare}`
    ? Bare
    : Name extends `action_network:${string}`
      ? never
      : Name]: Type[Name]
}

/**
 * Holds a table to the types that are written by hand: `Read` is what a response has, `Own` is what of it carries the prefix, and `New` is what a
 * create takes. A row without a member and a member without a row do not compile.
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

/** Holds rows of the service's own fields to the type of these. */
export type OwnTableOf<Own> = TableOf<unknown, Own, unknown>

/** What a filter compares of each kind of a single value. */
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

/** Fields that a list can be filtered by: those of a single value whose name has no prefix. */
export type FilterableIn<Table> = { readonly identifier: 'identifiers' } & {
  readonly [Name in keyof Table as Table[Name] extends { readonly own: true }
    ? never
    : Table[Name] extends { readonly kind: infer Kind }
      ? [ComparedAs<Kind>] extends [never]
        ? never
        : Name
      : never]: Table[Name] extends { readonly kind: infer Kind } ? ComparedAs<Kind> : never
}

/** Fields that a list can be filtered by, and what they hold; filters know `identifiers` by a second name. */
export function filterableIn<const Table extends FieldTable>(table: Table): FilterableIn<Table> {
  const entries = Object.entries<Field>(table).flatMap(([name, { kind, own }]) => {
    const as = typeof kind === 'string' ? kind : 'known' in kind ? 'text' : ''
    return !own && Object.hasOwn(comparedAs, as) ? [[name, comparedAs[as as keyof typeof comparedAs]]] : []
  })
  return Object.freeze({ identifier: 'identifiers', ...Object.fromEntries(entries) })
}

/** What this version calls fields, by the other version's names. */
export type RenamedIn<Table> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly other: infer Other extends string }
    ? Other
    : never]: Name
}

/** What this version calls fields, by the other version's names. */
export function renamedIn<const Table extends FieldTable>(table: Table): RenamedIn<Table> {
  const entries = Object.entries<Field>(table).flatMap(([name, { other }]) => (other ? [[other, name]] : []))
  return Object.freeze(Object.fromEntries(entries))
}

/** The table with names as they stand in JSON. */
export const namedIn = (namespace: string, table: FieldTable): FieldTable =>
  Object.fromEntries(Object.entries(table).map(([name, field]) => [field.own ? `${namespace}:${name}` : name, field]))

/** The title, without which no event is, and then what else a create needs, stand before what it takes. */
const rankOf = ({ sent, nullable }: Field) => (sent === 'optional' ? 2 : nullable === false ? 0 : 1)

/** The rows of fields that a create takes, in the order in which errors name them. */
export const sendableIn = (table: FieldTable): FieldTable =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([, { sent }]) => sent)
      .toSorted(([, one], [, other]) => rankOf(one) - rankOf(other)),
  )
