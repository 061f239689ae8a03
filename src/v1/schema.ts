import * as z from 'zod/mini'
import type { Bare } from '../core/addresses/identifier.ts'
import * as a from '../core/arguments/new-fields.ts'
import * as s from '../core/schemas/answer-fields.ts'
import type { Schemas } from '../core/schemas/dialect.ts'
import { always } from '../core/schemas/facts.ts'
import { lazilyFor } from '../core/schemas/lazily.ts'
import { list } from '../core/schemas/list.ts'
import type {
  EmailAddress,
  EventLinksV1Fields,
  EventLinksV1Own,
  EventPeopleV1,
  EventV1Fields,
  EventV1Own,
  PersonLinksV1,
  PersonV1,
  PostalAddress,
} from './types.ts'

/** The schemas of version 1 for a service with this prefix (v1 §2). */
export const schemas = lazilyFor((namespace): Schemas => {
  const fields = {
    identifiers: list(z.string()),
    originating_system: always(s.text),
    created_at: z.string(),
    modified_at: z.string(),
    summary: z.string(),
    description: s.text,
    url: s.text,
    start: s.text,
    location: always(s.location),
    total_accepted: always(s.integer),
    status: always(s.status),
    transparence: always(s.transparence),
    visibility: always(s.visibility),
    guestsCanInviteOthers: always(s.flag),
    reminders: always(s.reminders),
  } satisfies s.FieldsOf<EventV1Fields>

  const own = {
    event_instructions: s.text,
    event_campaign_id: s.text,
    sponsor: s.maybe(z.looseObject({ summary: s.text, url: s.text })),
  } satisfies s.FieldsOf<Bare<EventV1Own>>

  const links = {
    self: s.requiredLink,
    'osdi:attendance': always(s.link),
    'osdi:creator': always(s.link),
    'osdi:organizer': always(s.link),
    curies: s.curies,
  } satisfies s.FieldsOf<EventLinksV1Fields>

  const ownLinks = { event_campaign: s.link, embed: always(s.link) } satisfies s.FieldsOf<Bare<EventLinksV1Own>>

  const emailAddress = { primary: s.flag, address: s.text } satisfies s.FieldsOf<EmailAddress>

  const postalAddress = { primary: s.flag, ...s.address } satisfies s.FieldsOf<PostalAddress>

  const personLinks = {
    self: s.link,
    'osdi:question_answers': s.link,
    'osdi:attendance': s.link,
    'osdi:signatures': s.link,
    'osdi:submissions': s.link,
    'osdi:donations': s.link,
    curies: s.curies,
  } satisfies s.FieldsOf<PersonLinksV1>

  const personFields = {
    given_name: s.text,
    family_name: s.text,
    identifiers: s.texts,
    created_at: s.text,
    modified_at: s.text,
    originating_system: s.text,
    email_addresses: s.maybe(list(z.looseObject(emailAddress))),
    postal_addresses: s.maybe(list(z.looseObject(postalAddress))),
    _links: s.maybe(z.looseObject(personLinks)),
  } satisfies s.FieldsOf<PersonV1>

  const person = s.maybe(z.looseObject(personFields))

  const people = {
    'osdi:creator': always(person),
    'osdi:organizer': always(person),
  } satisfies s.FieldsOf<EventPeopleV1>

  const required = { summary: a.newRequired, originating_system: a.newRequired }

  const optional = { identifiers: a.newIdentifiers, description: a.newText, start: a.newLocalTime }

  const ownOptional = { event_instructions: a.newText }

  const event = z.looseObject({
    ...fields,
    ...s.namespaced(namespace, own),
    _links: z.looseObject({ ...links, ...s.namespaced(namespace, ownLinks) }),
    _embedded: always(s.maybe(z.looseObject(people))),
  })
  const sendable = {
    ...required,
    ...optional,
    ...s.namespaced(namespace, ownOptional),
    location: a.newLocation,
  }
  return {
    event,
    newEvent: a.fields(sendable),
    changes: a.fields({
      ...z.partial(z.object(required)).shape,
      ...a.clearable(optional),
      ...s.namespaced(namespace, a.clearable(ownOptional)),
      location: z.nullable(a.locationChanges),
    }),
    sendable: Object.keys(sendable),
    documented: new Set(Object.keys(event.shape)),
  }
})
