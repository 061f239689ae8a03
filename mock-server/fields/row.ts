import type { Assumptions } from '../assumptions.ts'
import type { Version } from '../types/common.ts'
import type { Check } from '../validate.ts'

/**
 * What the value of a field is. A moment has a zone; a local time is read off the clocks at the event's place. `map` is an object of texts
 * under any names. `object` has the members of its row, `entries` is a list of such objects, and `addresses` one of locations.
 */
export type FieldType =
  | 'text'
  | 'integer'
  | 'number'
  | 'flag'
  | 'moment'
  | 'local time'
  | 'identifiers'
  | 'texts'
  | 'map'
  | 'object'
  | 'entries'
  | 'location'
  | 'addresses'

/** Name of a field in each version, `~` for the service's own prefix. A version without the field has no name for it. */
export type Names = { readonly [Name in Version]?: string }

/** All that the service knows of a field. What reads, shows, compares, stores and describes fields goes by it. */
export interface FieldRow extends Names {
  readonly type: FieldType
  /** All values that the documents allow. */
  readonly values?: readonly string[]
  /** What its text must be, without spaces at the ends. */
  readonly form?: Check<string>
  /** The value of every resource, which nothing changes. */
  readonly constant?: string | boolean
  /** Whether every resource has a value. */
  readonly always?: true
  /** Who can set it: requests, or the user interface, or tests alone. Without it, the service generates the value. */
  readonly setBy?: 'request' | 'user interface' | 'test'
  /** Whether a POST must have it. Its text must not be empty then. An entry of a list without it does not count. */
  readonly required?: true
  /** Whether only a POST can set it. A PUT leaves it as it is. */
  readonly onlyNew?: true
  /** The members of its value. */
  readonly members?: FieldTable
  /** Settings with which the service has the field. Without them, it has the field always. */
  readonly assumed?: Readonly<Partial<Assumptions>>
  /** Whether filters cannot compare it, although its type can be compared. */
  readonly unfiltered?: true
  /** Regular expression for the value in a request, for the OpenAPI document. */
  readonly pattern?: string
  /** Description for the OpenAPI document. */
  readonly description?: string
  /** Example for the OpenAPI document. */
  readonly example?: string | readonly string[]
}

/** The fields of a resource, in the order of its responses. The keys are neutral names, those of version 2 where it has one. */
export type FieldTable = Readonly<Record<string, FieldRow>>

/** Names of the rows that have something. */
export type RowsWith<Table extends FieldTable, Part> = {
  [Name in keyof Table]: Table[Name] extends Part ? Name : never
}[keyof Table]

/** The value of a row in a record or in JSON, for types with a single value. */
export type ValueOf<Row> = Row extends { readonly values: readonly (infer Value)[] }
  ? Value
  : Row extends { readonly type: 'texts' | 'identifiers' }
    ? readonly string[]
    : Row extends { readonly type: 'integer' }
      ? number
      : Row extends { readonly type: 'flag' }
        ? boolean
        : string

/** The name of something in a version. */
export const nameIn = (names: Names, version: Version, namespace: string): string | undefined =>
  names[version]?.replace('~', `${namespace}:`)

/** Whether the service has the field of a row, with these settings. */
export const isAssumed = ({ assumed = {} }: FieldRow, assumptions: Readonly<Assumptions>): boolean =>
  Object.entries(assumed).every(([name, setting]) => assumptions[name as keyof Assumptions] === setting)

/** A name that both versions have. */
export const both = <const Name extends string>(name: Name) => ({ v1: name, v2: name }) as const

/** When a resource was made and when it was last changed. */
export const momentFields = {
  created: { v1: 'created_at', v2: 'created_date', type: 'moment', always: true },
  modified: { v1: 'modified_at', v2: 'modified_date', type: 'moment', always: true },
} as const satisfies FieldTable
