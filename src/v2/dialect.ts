import type { AnyNamespace, Bare } from '../core/hal/namespace.ts'
import type { Dialect, Refusing, SetByTheService, ThisVersionCallsIt } from '../core/version/dialect.ts'
import { renamedIn } from '../core/version/fields.ts'
import type { ContactFilter, FilterOn } from '../core/version/filter.ts'
import {
  type AttendanceFilterKindsV2,
  type AttendanceV2Fields,
  type EventV2Fields,
  type EventV2Own,
  eventFields,
  type FilterKindsV2,
  type NewEventV2,
  type PersonFilterKindsV2,
  type RenamedV2,
} from './fields.ts'
import { resources } from './resources.ts'
import type { PersonV2 } from './types.ts'

/** Maps field names of version 1 to names of version 2. `NamesOfVersion1` uses its type. */
export const renamedFrom: RenamedV2 = renamedIn(eventFields)

/** Field names of version 1, with and without the service's own prefix. Their types give the name in version 2. */
export type NamesOfVersion1<NS extends string = AnyNamespace> = {
  readonly [Name in keyof RenamedV2 as Name | `${NS}:${Name}`]?: ThisVersionCallsIt<RenamedV2[Name]> | undefined
}

/**
 * Fields that `create` and `update` of version 2 refuse (v2 §2.1, v2 §4.4). The type of each field is the reason: for `summary`, the compiler says
 * "Type 'string' is not assignable to type 'ThisVersionCallsIt<"title">'". No value has this type.
 */
export type RefusedV2<NS extends string = AnyNamespace> =
  // The compiler's error for an object lists missing fields only if this union also has an array type.
  | readonly [refused: never]
  | (Refusing &
      NamesOfVersion1<NS> & {
        readonly [Field in Exclude<keyof EventV2Fields, keyof NewEventV2> | `${NS}:${keyof Bare<EventV2Own>}`]?:
          | SetByTheService
          | undefined
      })

/** Comparisons by field, for `list({ filter })`: an event must meet all of them. */
export interface FilterV2 extends FilterOn<EventV2Fields, FilterKindsV2> {
  /** An identifier that the event has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Comparisons by field, for `attendances(event, { filter })`. */
export interface AttendanceFilterV2 extends FilterOn<AttendanceV2Fields, AttendanceFilterKindsV2> {
  /** An identifier that the attendance has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Comparisons by field, for `people({ filter })`. Of addresses and numbers, one of the person's must match. */
export interface PersonFilterV2 extends FilterOn<PersonV2, PersonFilterKindsV2>, ContactFilter {
  /** An identifier that the person has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Version 2 of the API, as data. It has all fields of version 1. */
export const v2: Dialect = Object.freeze({
  segment: 'v2',
  keyHeader: 'OSDI-API-Token',
  renamedFrom,
  unsupported: [],
  createIsUpsert: false,
  modified: 'modified_date',
  recordRelations: ['osdi:record_attendance_helper', 'osdi:attendances'],
  resources,
})
