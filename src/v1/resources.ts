import { resourcesOf, rowOfAttendances, rowOfEvents, rowOfPeople } from '../core/calls/resources.ts'
import type { OwnEventLinks } from '../core/hal/fields.ts'
import {
  curies,
  link,
  eventLinks as ofLinks,
  personFields as ofPeople,
  ownEventLinks,
} from '../core/read/response-schema.ts'
import type { Shape } from '../core/values/shape.ts'
import type { TableOf } from '../core/version/fields.ts'
import { campaign } from './campaigns.ts'
import { attendanceFields, eventFields } from './fields.ts'
import type { EventLinksV1Fields, EventPeopleV1, PersonLinksV1, PersonV1 } from './types.ts'

const eventLinks = {
  ...ofLinks,
  'osdi:attendance': { ...link, always: true },
  ...ownEventLinks,
} as const satisfies TableOf<EventLinksV1Fields, OwnEventLinks, object>

const personLinks: Shape<PersonLinksV1> = {
  fields: {
    self: link,
    'osdi:question_answers': link,
    'osdi:attendance': link,
    'osdi:signatures': link,
    'osdi:submissions': link,
    'osdi:donations': link,
    curies,
  },
}

/** One row for each field of a person (v1 §2.3). */
export const personFields = {
  ...ofPeople,
  originating_system: { kind: 'text', other: 'origin_system' },
  created_at: { kind: 'moment', other: 'created_date' },
  modified_at: { kind: 'moment', other: 'modified_date' },
  _links: { kind: personLinks },
} as const satisfies TableOf<PersonV1, unknown, unknown>

const person: Shape<PersonV1> = { fields: personFields }

const embedded: Shape<EventPeopleV1> = {
  fields: {
    'osdi:creator': { kind: { relation: person }, always: true },
    'osdi:organizer': { kind: { relation: person }, always: true },
  },
}

/** The resources of version 1 for a service with this prefix (v1 §2). */
export const resources = resourcesOf({
  event: { ...rowOfEvents, fields: eventFields, links: eventLinks, embedded },
  attendance: { ...rowOfAttendances, collection: 'attendance', fields: attendanceFields },
  person: { ...rowOfPeople, fields: personFields },
  campaign,
})
