import type { AnyNamespace, Bare } from '../core/hal/namespace.ts'
import type {
  Dialect,
  NotInThisVersion,
  Refusing,
  SetByTheService,
  ThisVersionCallsIt,
} from '../core/version/dialect.ts'
import { renamedIn } from '../core/version/fields.ts'
import type { ContactFilter, FilterOn } from '../core/version/filter.ts'
import {
  type AttendanceFilterKindsV1,
  type AttendanceV1Fields,
  type EditableV1Own,
  type EventV1Fields,
  type EventV1Own,
  eventFields,
  type FilterKindsV1,
  type NewEventV1,
  type OnlyInV2,
  type PersonFilterKindsV1,
  type RenamedV1,
  unsupported,
} from './fields.ts'
import { resources } from './resources.ts'
import type { PersonV1 } from './types.ts'

/** Maps field names of version 2 to names of version 1. `NamesOfVersion2` uses its type. */
export const renamedFrom: RenamedV1 = renamedIn(eventFields)

/** Field names of version 2, with and without the service's own prefix. Their types give the name in version 1. */
export type NamesOfVersion2<NS extends string = AnyNamespace> = {
  readonly [Name in keyof RenamedV1 as Name | `${NS}:${Name}`]?:
    | ThisVersionCallsIt<
        RenamedV1[Name] extends keyof Bare<EventV1Own> ? `<prefix>:${RenamedV1[Name]}` : RenamedV1[Name]
      >
    | undefined
} & {
  readonly [Name in OnlyInV2 as Name | `${NS}:${Name}`]?: NotInThisVersion | undefined
}

/**
 * Fields that `create` and `update` of version 1 refuse (v1 §2.1, v1 §4.3). The type of each field is the reason: for `title`, the compiler says
 * "Type 'string' is not assignable to type 'ThisVersionCallsIt<"summary">'". No value has this type.
 */
export type RefusedV1<NS extends string = AnyNamespace> =
  // The compiler's error for an object lists missing fields only if this union also has an array type.
  | readonly [refused: never]
  | (Refusing &
      NamesOfVersion2<NS> & {
        readonly [Field in
          | Exclude<keyof EventV1Fields, keyof NewEventV1>
          | `${NS}:${keyof Bare<Omit<EventV1Own, keyof EditableV1Own>>}`]?: SetByTheService | undefined
      })

/** Comparisons by field, for `list({ filter })`: an event must meet all of them. */
export interface FilterV1 extends FilterOn<EventV1Fields, FilterKindsV1> {
  /** An identifier that the event has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Comparisons by field, for `attendances(event, { filter })`. */
export interface AttendanceFilterV1 extends FilterOn<AttendanceV1Fields, AttendanceFilterKindsV1> {
  /** An identifier that the attendance has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Comparisons by field, for `people({ filter })`. Of addresses and numbers, one of the person's must match. */
export interface PersonFilterV1 extends FilterOn<PersonV1, PersonFilterKindsV1>, ContactFilter {
  /** An identifier that the person has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Version 1 of the API, as data. */
export const v1: Dialect = Object.freeze({
  segment: 'v1',
  keyHeader: 'api-key',
  renamedFrom,
  unsupported,
  createIsUpsert: true,
  modified: 'modified_at',
  recordRelations: ['osdi:attendance'],
  resources,
})
