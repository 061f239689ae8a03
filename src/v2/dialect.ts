import type { Dialect } from '../core/calls/dialect.ts'
import type { ContactFilter, FilterOn } from '../core/hal/filter-types.ts'
import { renamedIn } from '../core/schema/field-list.ts'
import type { AttendanceFilterTypesV2, AttendanceV2Fields } from './attendance-rows.ts'
import { type EventV2Fields, eventFields, type FilterTypesV2 } from './event-rows.ts'
import type { PersonFilterTypesV2 } from './person-rows.ts'
import { resources } from './resources.ts'
import type { PersonV2 } from './types.ts'

/** Comparisons by field, for `list({ filter })`: an event must meet all of them. */
export interface FilterV2 extends FilterOn<EventV2Fields, FilterTypesV2> {
  /** An identifier that the event has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Comparisons by field, for `attendances(event, { filter })`. */
export interface AttendanceFilterV2 extends FilterOn<AttendanceV2Fields, AttendanceFilterTypesV2> {
  /** An identifier that the attendance has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Comparisons by field, for `people({ filter })`. Of addresses and numbers, one of the person's must match. */
export interface PersonFilterV2 extends FilterOn<PersonV2, PersonFilterTypesV2>, ContactFilter {
  /** An identifier that the person has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Version 2 of the API, as data. It has all fields of version 1. */
export const v2: Dialect = Object.freeze({
  segment: 'v2',
  keyHeader: 'OSDI-API-Token',
  renamedFrom: renamedIn(eventFields),
  unsupported: [],
  createIsUpsert: false,
  modified: 'modified_date',
  recordRelations: ['osdi:record_attendance_helper', 'osdi:attendances'],
  resources,
})
