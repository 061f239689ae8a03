import { resourcesOf, rowOfAttendances, rowOfEvents } from '../core/calls/resources.ts'
import type { OwnEventLinks } from '../core/hal/fields.ts'
import { address, curies, link, eventLinks as ofLinks, ownEventLinks } from '../core/read/response-schema.ts'
import type { Shape } from '../core/values/shape.ts'
import type { TableOf } from '../core/version/fields.ts'
import { campaign } from './campaigns.ts'
import { attendanceFields, eventFields } from './fields.ts'
import type {
  EmailAddress,
  EventLinksV1Fields,
  EventPeopleV1,
  PersonLinksV1,
  PersonV1,
  PostalAddress,
} from './types.ts'

const text = { kind: 'text' } as const
const flag = { kind: 'flag' } as const

const eventLinks = {
  ...ofLinks,
  'osdi:attendance': { ...link, always: true },
  ...ownEventLinks,
} as const satisfies TableOf<EventLinksV1Fields, OwnEventLinks, object>

const emailAddress: Shape<EmailAddress> = { fields: { primary: flag, address: text } }
const postalAddress: Shape<PostalAddress> = { fields: { primary: flag, ...address } }

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

const person: Shape<PersonV1> = {
  fields: {
    given_name: text,
    family_name: text,
    identifiers: { kind: { list: 'text' } },
    created_at: text,
    modified_at: text,
    originating_system: text,
    email_addresses: { kind: { list: emailAddress } },
    postal_addresses: { kind: { list: postalAddress } },
    _links: { kind: personLinks },
  },
}

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
  campaign,
})
