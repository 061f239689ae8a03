import type { FieldsOf, FilterTypesOf } from '../core/schema/field-list.ts'
import { curies, links, listedPersonFields, personTypes } from '../core/schema/hal-schemas.ts'
import { rowsFor } from '../core/schema/rows.ts'
import { maybe, objectOf } from '../core/schema/schemas.ts'
import type { PersonLinksV2, PersonV2 } from './types.ts'

/** The fields of a person. */
export const personFields = {
  ...listedPersonFields,
  origin_system: { filterType: 'text', other: 'originating_system' },
  created_date: { filterType: 'moment', other: 'created_at' },
  modified_date: { filterType: 'moment', other: 'modified_at' },
  _links: {},
} as const satisfies FieldsOf<PersonV2, unknown, unknown>

const personLinks = () =>
  objectOf<PersonLinksV2>()({
    self: links(),
    'osdi:attendances': links(),
    'osdi:signatures': links(),
    'osdi:submissions': links(),
    'osdi:donations': links(),
    'osdi:outreaches': links(),
    'osdi:taggings': links(),
    curies: curies(),
  })

/** The rows of the fields. */
export const personRows = () => rowsFor<PersonV2>()(personFields, { ...personTypes(), _links: maybe(personLinks()) })

/** How filters compare the fields of people. @hidden */
export type PersonFilterTypesV2 = FilterTypesOf<typeof personFields>
