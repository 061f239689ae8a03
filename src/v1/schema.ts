import * as z from 'zod/mini'
import * as a from '../core/calls/request-body.ts'
import type { Bare } from '../core/hal/namespace.ts'
import { isAttendance, relation, responseFields } from '../core/read/response-schema.ts'
import * as s from '../core/values/schema.ts'
import { alwaysPresent, lazily, list, object } from '../core/values/schema.ts'
import type { Schemas } from '../core/version/dialect.ts'
import type {
  AttendanceV1Fields,
  EditableV1,
  EditableV1Own,
  EmailAddress,
  EventLinksV1Fields,
  EventPeopleV1,
  EventV1Fields,
  EventV1Own,
  PersonLinksV1,
  PersonV1,
  PostalAddress,
  SponsorV1,
} from './types.ts'

/** The schemas of version 1 for a service with this prefix (v1 §2). */
export const schemas = lazily((namespace): Schemas => {
  const got = responseFields()
  const sent = a.newFields()
  const fields = {
    ...got.event,
    originating_system: alwaysPresent(got.text),
    created_at: got.moment,
    modified_at: got.moment,
    summary: z.string(),
    url: got.text,
    start: got.time,
    guestsCanInviteOthers: alwaysPresent(got.flag),
  } satisfies s.FieldsOf<EventV1Fields>

  const own = {
    event_instructions: got.text,
    event_campaign_id: got.text,
    sponsor: s.maybe(object<SponsorV1>({ summary: got.text, url: got.text })),
  } satisfies s.FieldsOf<Bare<EventV1Own>>

  const links = {
    ...got.eventLinks,
    'osdi:attendance': alwaysPresent(got.link),
  } satisfies s.FieldsOf<EventLinksV1Fields>

  const emailAddress = object<EmailAddress>({ primary: got.flag, address: got.text })

  const postalAddress = object<PostalAddress>({ primary: got.flag, ...got.address })

  const personLinks = object<PersonLinksV1>({
    self: got.link,
    'osdi:question_answers': got.link,
    'osdi:attendance': got.link,
    'osdi:signatures': got.link,
    'osdi:submissions': got.link,
    'osdi:donations': got.link,
    curies: got.curies,
  })

  const person = object<PersonV1>({
    given_name: got.text,
    family_name: got.text,
    identifiers: got.texts,
    created_at: got.text,
    modified_at: got.text,
    originating_system: got.text,
    email_addresses: s.maybe(list(emailAddress)),
    postal_addresses: s.maybe(list(postalAddress)),
    _links: s.maybe(personLinks),
  })

  const embedded = s.maybe(relation(person, 'optional'))
  const people = object<EventPeopleV1>({
    'osdi:creator': alwaysPresent(embedded),
    'osdi:organizer': alwaysPresent(embedded),
  })

  const required = { summary: sent.required, originating_system: sent.required }

  const optional = {
    identifiers: sent.identifiers,
    description: sent.text,
    start: sent.localTime,
  } satisfies s.FieldsOf<EditableV1>

  const ownOptional = { event_instructions: sent.text } satisfies s.FieldsOf<Bare<EditableV1Own>>

  const event = {
    ...fields,
    ...s.namespaced(namespace, own),
    _links: object({ ...links, ...s.namespaced(namespace, got.ownEventLinks) }),
    _embedded: alwaysPresent(s.maybe(people)),
  }
  const sendable = {
    ...required,
    ...optional,
    ...s.namespaced(namespace, ownOptional),
    location: sent.location,
  }
  const attendance = {
    ...got.attendance,
    created_at: got.text,
    modified_at: got.text,
  } satisfies s.FieldsOf<AttendanceV1Fields>

  return {
    event: object(event),
    attendance: object({ ...attendance, ...s.namespaced(namespace, got.ownAttendance) }, isAttendance),
    newEvent: s.onlyFields(sendable),
    changes: s.onlyFields({
      ...a.optionalOf(required),
      ...a.clearable(optional),
      ...s.namespaced(namespace, a.clearable(ownOptional)),
      location: z.nullable(sent.locationChanges),
    }),
    sendable: Object.keys(sendable),
    documented: new Set(Object.keys(event)),
  }
})
