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
import type { EventLinksV2Fields, PersonLinksV2, PersonV2 } from './types.ts'

const eventLinks = {
  ...ofLinks,
  'osdi:attendances': { ...link, always: true },
  'osdi:record_attendance_helper': { ...link, always: true },
  ...ownEventLinks,
} as const satisfies TableOf<EventLinksV2Fields, OwnEventLinks, object>

const personLinks: Shape<PersonLinksV2> = {
  fields: {
    self: link,
    'osdi:attendances': link,
    'osdi:signatures': link,
    'osdi:submissions': link,
    'osdi:donations': link,
    'osdi:outreaches': link,
    'osdi:taggings': link,
    curies,
  },
}

/** One row for each field of a person. */
export const personFields = {
  ...ofPeople,
  origin_system: { kind: 'text', other: 'originating_system' },
  created_date: { kind: 'moment', other: 'created_at' },
  modified_date: { kind: 'moment', other: 'modified_at' },
  _links: { kind: personLinks },
} as const satisfies TableOf<PersonV2, unknown, unknown>

/** The resources of version 2 for a service with this prefix (v2 §2). */
export const resources = resourcesOf({
  event: { ...rowOfEvents, fields: eventFields, links: eventLinks },
  attendance: { ...rowOfAttendances, collection: 'attendances', fields: attendanceFields },
  person: { ...rowOfPeople, fields: personFields },
  campaign,
})
