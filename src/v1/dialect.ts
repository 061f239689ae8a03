import type { Dialect } from '../core/calls/dialect.ts'
import type { ContactFilter, FilterOn } from '../core/hal/filter-types.ts'
import { renamedIn } from '../core/schema/field-list.ts'
import type { AttendanceFilterTypesV1, AttendanceV1Fields } from './attendance-rows.ts'
import { type EventV1Fields, eventFields, type FilterTypesV1, unsupported } from './event-rows.ts'
import type { PersonFilterTypesV1 } from './person-rows.ts'
import { resources } from './resources.ts'
import type { PersonV1 } from './types.ts'

/** Comparisons by field, for `list({ filter })`: an event must meet all of them. */
export interface FilterV1 extends FilterOn<EventV1Fields, FilterTypesV1> {
  /** An identifier that the event has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Comparisons by field, for `attendances(event, { filter })`. */
export interface AttendanceFilterV1 extends FilterOn<AttendanceV1Fields, AttendanceFilterTypesV1> {
  /** An identifier that the attendance has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Comparisons by field, for `people({ filter })`. Of addresses and numbers, one of the person's must match. */
export interface PersonFilterV1 extends FilterOn<PersonV1, PersonFilterTypesV1>, ContactFilter {
  /** An identifier that the person has. In filters, the service uses this name for `identifiers`. */
  readonly identifier?: string | undefined
}

/** Version 1 of the API, as data. */
export const v1: Dialect = Object.freeze({
  segment: 'v1',
  keyHeader: 'api-key',
  renamedFrom: renamedIn(eventFields),
  unsupported,
  createIsUpsert: true,
  modified: 'modified_at',
  recordRelations: ['osdi:attendance'],
  resources,
})
