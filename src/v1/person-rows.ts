import type { FieldsOf, FilterTypesOf } from '../core/schema/field-list.ts'
import { curies, links, listedPersonFields, personTypes } from '../core/schema/hal-schemas.ts'
import { rowsFor } from '../core/schema/rows.ts'
import { maybe, objectOf } from '../core/schema/schemas.ts'
import type { PersonLinksV1, PersonV1 } from './types.ts'

/** The fields of a person (v1 §2.3). */
export const personFields = {
  ...listedPersonFields,
  originating_system: { filterType: 'text', other: 'origin_system' },
  created_at: { filterType: 'moment', other: 'created_date' },
  modified_at: { filterType: 'moment', other: 'modified_date' },
  _links: {},
} as const satisfies FieldsOf<PersonV1, unknown, unknown>

const personLinks = () =>
  objectOf<PersonLinksV1>()({
    self: links(),
    'osdi:question_answers': links(),
    'osdi:attendance': links(),
    'osdi:signatures': links(),
    'osdi:submissions': links(),
    'osdi:donations': links(),
    curies: curies(),
  })

/** The rows of the fields. */
export const personRows = () => rowsFor<PersonV1>()(personFields, { ...personTypes(), _links: maybe(personLinks()) })

/** How filters compare the fields of people. @hidden */
export type PersonFilterTypesV1 = FilterTypesOf<typeof personFields>
