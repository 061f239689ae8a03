import type { Assumptions } from '../assumptions.ts'
import type { Version } from '../types/common.ts'
import type { Check } from '../validate.ts'

/**
 * The type of a field's value. A `moment` has a time zone. A `local time` has no zone, because it is the time at the event's place. A `map`
 * is an object whose members are texts. An `object` has the `members` of its row. `entries` is a list of such objects. `addresses` is a
 * list of locations.
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

/** The name of a field in each version. `~` stands for the service's prefix. A version without the field has no name here. */
export type Names = { readonly [Name in Version]?: string }

/** The description of a field. All code that reads, shows, filters, stores or documents fields uses these descriptions. */
export interface FieldRow extends Names {
  readonly type: FieldType
  /** All values that the spec allows. */
  readonly values?: readonly string[]
  /** Assumptions that single values of `values` need. The other values need none. */
  readonly assumedValues?: Readonly<Record<string, Readonly<Partial<Assumptions>>>>
  /** The check of a sent text, after spaces at both ends are removed. */
  readonly form?: Check<string>
  /** Whether a request can send the text as a number (assumption `numbersAsText`). */
  readonly numeric?: true
  /** The value, if it is the same in every resource. */
  readonly constant?: string | boolean
  /** Whether every resource has a value. */
  readonly always?: true
  /** Assumptions with which a resource can lack the value, although it has `always`. */
  readonly unless?: Readonly<Partial<Assumptions>>
  /** Assumptions with which every resource has the value, although it has no `always`. */
  readonly alwaysWith?: Readonly<Partial<Assumptions>>
  /** Assumptions with which the value can be null. */
  readonly nullWith?: Readonly<Partial<Assumptions>>
  /** Who can set the value: a request, the user interface, or only a test. Absent if the service generates the value. */
  readonly setBy?: 'request' | 'user interface' | 'test'
  /** Whether a POST must have the field, with a text that is not empty. In a list, the service ignores an entry without the field. */
  readonly required?: true
  /** Assumptions with which a POST can lack the field, although it is `required`: then the service fills it in. */
  readonly filledWith?: Readonly<Partial<Assumptions>>
  /** Whether only a POST can set the field. A PUT does not change it. */
  readonly onlyNew?: true
  /** The fields of the value, if it is an object or a list of objects. */
  readonly members?: FieldTable
  /** The settings of assumptions with which the service has the field. Absent if the service always has the field. */
  readonly assumed?: Readonly<Partial<Assumptions>>
  /** Whether filters refuse the field, although they can compare values of its type. */
  readonly unfiltered?: true
  /** Whether the documentation of the Action Network lists the field for filters (assumption `filterFields`). */
  readonly listed?: true
  /** Regular expression for the value in a request, for the OpenAPI document. */
  readonly pattern?: string
  /** Description for the OpenAPI document. */
  readonly description?: string
  /** Example for the OpenAPI document. */
  readonly example?: string | readonly string[]
}

/** The fields of a resource, in the order of responses. A member's name is the name that all code uses for the field in both versions. */
export type FieldTable = Readonly<Record<string, FieldRow>>

/** Names of the fields whose row has the type `Part`. */
export type RowsWith<Table extends FieldTable, Part> = {
  [Name in keyof Table]: Table[Name] extends Part ? Name : never
}[keyof Table]

/** The TypeScript type of a field's value, from its row: one of `values`, a list of texts, a number, a boolean, or else a string. */
export type ValueOf<Row> = Row extends { readonly values: readonly (infer Value)[] }
  ? Value
  : Row extends { readonly type: 'texts' | 'identifiers' }
    ? readonly string[]
    : Row extends { readonly type: 'integer' }
      ? number
      : Row extends { readonly type: 'flag' }
        ? boolean
        : string

/** The name of a field in a version, with the service's prefix in place of `~`. */
export const nameIn = (names: Names, version: Version, namespace: string): string | undefined =>
  names[version]?.replace('~', `${namespace}:`)

const holds = (assumed: Readonly<Partial<Assumptions>>, assumptions: Readonly<Assumptions>): boolean =>
  Object.entries(assumed).every(([name, setting]) => assumptions[name as keyof Assumptions] === setting)

/** Whether the service has a field with these assumptions. */
export const isAssumed = ({ assumed = {} }: FieldRow, assumptions: Readonly<Assumptions>): boolean =>
  holds(assumed, assumptions)

/** A row with the values and the `always` that it has with these assumptions. It has `nullWith` and `filledWith` only if they hold. */
export function rowWith(row: FieldRow, assumptions: Readonly<Assumptions>): FieldRow {
  const { values, assumedValues = {}, unless, always, alwaysWith, nullWith, filledWith, ...rest } = row
  const isAlways = always ? !(unless && holds(unless, assumptions)) : alwaysWith && holds(alwaysWith, assumptions)
  return {
    ...rest,
    ...(values && { values: values.filter((value) => holds(assumedValues[value] ?? {}, assumptions)) }),
    ...(isAlways && { always: true }),
    ...(nullWith && holds(nullWith, assumptions) && { nullWith }),
    ...(filledWith && holds(filledWith, assumptions) && { filledWith }),
  }
}

/** Gives a field the same name in both versions. */
export const both = <const Name extends string>(name: Name) => ({ v1: name, v2: name }) as const

/** The fields for the creation time and the modification time of a resource. */
export const momentFields = {
  created: { v1: 'created_at', v2: 'created_date', type: 'moment', always: true, listed: true },
  modified: { v1: 'modified_at', v2: 'modified_date', type: 'moment', always: true, listed: true },
} as const satisfies FieldTable

const requiredText = { type: 'text', always: true, setBy: 'request', required: true, listed: true } as const

/** The texts that a POST of an event or an event campaign must have. */
export const originField = {
  v1: 'originating_system',
  v2: 'origin_system',
  ...requiredText,
  filledWith: { originOnCreate: 'filled in' },
  example: 'Town Calendar',
} as const satisfies FieldRow
export const titleField = { v1: 'summary', v2: 'title', ...requiredText } as const satisfies FieldRow
