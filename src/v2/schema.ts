import * as z from 'zod/mini'
import type { Bare } from '../core/addresses/identifier.ts'
import * as a from '../core/arguments/new-fields.ts'
import * as s from '../core/schemas/answer-fields.ts'
import type { Schemas } from '../core/schemas/dialect.ts'
import { always } from '../core/schemas/facts.ts'
import { lazilyFor } from '../core/schemas/lazily.ts'
import { list } from '../core/schemas/list.ts'
import type { EventLinksV2Fields, EventLinksV2Own, EventV2Fields, EventV2Own } from './types.ts'

/** The schemas of version 2 for a service with this prefix (v2 §2). */
export const schemas = lazilyFor((namespace): Schemas => {
  const fields = {
    identifiers: list(z.string()),
    origin_system: always(s.text),
    created_date: z.string(),
    modified_date: z.string(),
    name: s.text,
    title: z.string(),
    description: s.text,
    instructions: s.text,
    browser_url: s.text,
    featured_image_url: s.text,
    start_date: s.text,
    end_date: s.text,
    location: always(s.location),
    total_accepted: always(s.integer),
    status: always(s.status),
    transparence: always(s.transparence),
    visibility: always(s.visibility),
    guests_can_invite_others: always(s.flag),
    capacity: s.integer,
    reminders: always(s.reminders),
  } satisfies s.FieldsOf<EventV2Fields>

  const own = {
    event_campaign_id: s.text,
    hidden: always(s.flag),
    sponsor: s.maybe(z.looseObject({ title: s.text, browser_url: s.text })),
  } satisfies s.FieldsOf<Bare<EventV2Own>>

  const links = {
    self: s.requiredLink,
    'osdi:attendances': always(s.link),
    'osdi:creator': always(s.link),
    'osdi:organizer': always(s.link),
    'osdi:record_attendance_helper': always(s.link),
    curies: s.curies,
  } satisfies s.FieldsOf<EventLinksV2Fields>

  const ownLinks = { event_campaign: s.link, embed: always(s.link) } satisfies s.FieldsOf<Bare<EventLinksV2Own>>

  const required = { title: a.newRequired, origin_system: a.newRequired }

  const optional = {
    identifiers: a.newIdentifiers,
    name: a.newText,
    description: a.newText,
    instructions: a.newText,
    browser_url: a.newText,
    start_date: a.newLocalTime,
    end_date: a.newLocalTime,
  }

  const event = z.looseObject({
    ...fields,
    ...s.namespaced(namespace, own),
    _links: z.looseObject({ ...links, ...s.namespaced(namespace, ownLinks) }),
  })
  const sendable = { ...required, ...optional, location: a.newLocation }
  return {
    event,
    newEvent: a.fields(sendable),
    changes: a.fields({
      ...z.partial(z.object(required)).shape,
      ...a.clearable(optional),
      location: z.nullable(a.locationChanges),
    }),
    sendable: Object.keys(sendable),
    documented: new Set(Object.keys(event.shape)),
  }
})
