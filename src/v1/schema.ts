import * as z from 'zod/mini'
import type { Schemas } from '../core/dialect.ts'
import * as a from '../core/request-body.ts'
import * as s from '../core/schema/response-schema.ts'
import { alwaysPresent, lazilyFor, list, object, relation } from '../core/schema/response-schema.ts'
import type { Bare } from '../core/url/references.ts'
import type {
  EditableV1,
  EditableV1Own,
  EmailAddress,
  EventLinksV1Fields,
  EventLinksV1Own,
  EventPeopleV1,
  EventV1Fields,
  EventV1Own,
  PersonLinksV1,
  PersonV1,
  PostalAddress,
  SponsorV1,
} from './types.ts'

/** The schemas of version 1 for a service with this prefix (v1 §2). */
export const schemas = lazilyFor((namespace): Schemas => {
  const answer = s.answerFields()
  const sent = a.newFields()
  const fields = {
    identifiers: list(z.string()),
    originating_system: alwaysPresent(answer.text),
    created_at: z.string(),
    modified_at: z.string(),
    summary: z.string(),
    description: answer.text,
    url: answer.text,
    start: answer.text,
    location: alwaysPresent(answer.location),
    total_accepted: alwaysPresent(answer.integer),
    status: alwaysPresent(answer.status),
    transparence: alwaysPresent(answer.transparence),
    visibility: alwaysPresent(answer.visibility),
    guestsCanInviteOthers: alwaysPresent(answer.flag),
    reminders: alwaysPresent(answer.reminders),
  } satisfies s.FieldsOf<EventV1Fields>

  const own = {
    event_instructions: answer.text,
    event_campaign_id: answer.text,
    sponsor: s.maybe(object<SponsorV1>({ summary: answer.text, url: answer.text })),
  } satisfies s.FieldsOf<Bare<EventV1Own>>

  const links = {
    self: answer.requiredLink,
    'osdi:attendance': alwaysPresent(answer.link),
    'osdi:creator': alwaysPresent(answer.link),
    'osdi:organizer': alwaysPresent(answer.link),
    curies: answer.curies,
  } satisfies s.FieldsOf<EventLinksV1Fields>

  const ownLinks = { event_campaign: answer.link, embed: alwaysPresent(answer.link) } satisfies s.FieldsOf<
    Bare<EventLinksV1Own>
  >

  const emailAddress = object<EmailAddress>({ primary: answer.flag, address: answer.text })

  const postalAddress = object<PostalAddress>({ primary: answer.flag, ...answer.address })

  const personLinks = object<PersonLinksV1>({
    self: answer.link,
    'osdi:question_answers': answer.link,
    'osdi:attendance': answer.link,
    'osdi:signatures': answer.link,
    'osdi:submissions': answer.link,
    'osdi:donations': answer.link,
    curies: answer.curies,
  })

  const person = object<PersonV1>({
    given_name: answer.text,
    family_name: answer.text,
    identifiers: answer.texts,
    created_at: answer.text,
    modified_at: answer.text,
    originating_system: answer.text,
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
    _links: object({ ...links, ...s.namespaced(namespace, ownLinks) }),
    _embedded: alwaysPresent(s.maybe(people)),
  }
  const sendable = {
    ...required,
    ...optional,
    ...s.namespaced(namespace, ownOptional),
    location: sent.location,
  }
  return {
    event: object(event),
    newEvent: a.fields(sendable),
    changes: a.fields({
      ...a.optionalOf(required),
      ...a.clearable(optional),
      ...s.namespaced(namespace, a.clearable(ownOptional)),
      location: z.nullable(sent.locationChanges),
    }),
    sendable: Object.keys(sendable),
    documented: new Set(Object.keys(event)),
  }
})
