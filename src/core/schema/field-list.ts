import type { FilterType } from '../hal/filter-types.ts'

// A list of fields names each field of a resource, and says what the schema of a response does not say. It is plain data: the command line reads it
// without zod. Names have no prefix such as `action_network:`.

/** One field of a list. */
export interface ListedField {
  /** How a filter compares the field. Without it, the field cannot be in a filter. */
  readonly filterType?: FilterType
  /** Whether a create requires or accepts the field. Without it, only the service sets the field. */
  readonly sent?: 'required' | 'optional'
  /** True if a response may have any value in the field. The drift report lists values of another type. */
  readonly lenient?: true
  /** Name of the field in the other version, if the names differ; null if the other version has no such field. */
  readonly other?: string | null
  /** True if the name has the service's prefix in JSON, as in `action_network:hidden`. */
  readonly own?: true
  /**
   * Set if the service always sends the field: the drift report then lists resources without it. A list names the parts of the field that are always
   * there too, such as `.region` or, in a list, `[].method`.
   */
  readonly always?: true | readonly string[]
}

/** Fields by name. */
export type FieldList = Readonly<Record<string, ListedField>>

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

/** How a filter may compare values of a type. */
type FilterTypeOf<Value> = [Value] extends [string]
  ? 'text' | 'moment' | 'localTime'
  : [Value] extends [boolean]
    ? 'flag'
    : [Value] extends [number]
      ? 'number'
      : never

/** A filter cannot compare fields with a prefix, objects and lists, except for identifiers. */
type Filterable<Name, Value, Own> = Name extends keyof Own
  ? { readonly filterType?: never }
  : Name extends 'identifiers'
    ? { readonly filterType: 'identifiers' }
    : [FilterTypeOf<Value>] extends [never]
      ? { readonly filterType?: never }
      : { readonly filterType: FilterTypeOf<Value> }

type Sendable<Name, New> = Name extends keyof New
  ? { readonly sent: undefined extends New[Name] ? 'optional' : 'required' }
  : { readonly sent?: never }

/**
 * The list of fields of three hand-written types. `Read` has the fields of a response without a prefix, `Own` those with the service's prefix, and
 * `New` those that a create takes. The compiler refuses a list with a missing, extra or wrong entry.
 */
export type FieldsOf<Read, Own, New> = {
  readonly [Name in keyof Unprefixed<Read & Own>]-?: Pick<ListedField, 'other' | 'always' | 'lenient'> &
    Filterable<Name, NonNullable<Unprefixed<Read & Own>[Name]>, Unprefixed<Own>> &
    Sendable<Name, Unprefixed<New>> &
    (Name extends keyof Read ? { readonly own?: never } : { readonly own: true })
}

/** The fields that a filter can use, and how it compares each. In filters, the API calls the field `identifiers` `identifier`. */
export type FilterTypesOf<List> = {
  /** The field `identifiers`. */
  readonly identifier: 'identifiers'
} & {
  readonly [Name in keyof List as List[Name] extends Readonly<Record<'filterType', FilterType>>
    ? Name
    : never]: List[Name] extends Readonly<Record<'filterType', infer Type>> ? Type : never
}

/** The fields that a filter can use, and how it compares each. */
export const filterTypesIn = (list: FieldList): Readonly<Record<string, FilterType>> => ({
  identifier: 'identifiers',
  ...Object.fromEntries(
    Object.entries(list).flatMap(([name, { filterType }]) => (filterType ? [[name, filterType]] : [])),
  ),
})

/** Maps field names of the other version to names of this version. */
export type RenamedIn<List> = {
  readonly [Name in keyof List as List[Name] extends { readonly other: infer Other extends string }
    ? Other
    : never]: Name
}

/** Maps field names of the other version to names of this version. */
export function renamedIn<const List extends FieldList>(list: List): RenamedIn<List> {
  const entries = Object.entries<ListedField>(list).flatMap(([name, { other }]) => (other ? [[other, name]] : []))
  return Object.freeze(Object.fromEntries(entries))
}

/** The same entries by the names that the fields have in JSON: `hidden` becomes `action_network:hidden`. */
export const namedIn = <Each extends Pick<ListedField, 'own'>>(
  namespace: string,
  list: Readonly<Record<string, Each>>,
): Readonly<Record<string, Each>> =>
  Object.fromEntries(Object.entries(list).map(([name, field]) => [field.own ? `${namespace}:${name}` : name, field]))

/** Names of what the service always sends, as the drift report writes them, such as `location.region`. */
export const alwaysIn = (list: Readonly<Record<string, Pick<ListedField, 'always'>>>): readonly string[] =>
  Object.entries(list).flatMap(([name, { always }]) => {
    if (!always) return []
    return [name, ...(always === true ? [] : always.map((part) => name + part))]
  })
