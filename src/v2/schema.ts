import * as z from 'zod/mini'
import * as a from '../core/calls/request-body.ts'
import type { Bare } from '../core/hal/namespace.ts'
import { isAttendance, responseFields } from '../core/read/response-schema.ts'
import * as s from '../core/values/schema.ts'
import { alwaysPresent, lazily, object } from '../core/values/schema.ts'
import type { Schemas } from '../core/version/dialect.ts'
import type {
  AttendanceV2Fields,
  EditableV2,
  EventLinksV2Fields,
  EventV2Fields,
  EventV2Own,
  NewEventV2,
  SponsorV2,
} from './types.ts'

/** The schemas of version 2 for a service with this prefix (v2 §2). */
export const schemas = lazily((namespace): Schemas => {
  const got = responseFields()
  const sent = a.newFields()
  const fields = {
    ...got.event,
    origin_system: alwaysPresent(got.text),
    created_date: got.moment,
    modified_date: got.moment,
    name: got.text,
    title: z.string(),
    instructions: got.text,
    browser_url: got.text,
    featured_image_url: got.text,
    start_date: got.time,
    end_date: got.time,
    guests_can_invite_others: alwaysPresent(got.flag),
    capacity: got.integer,
  } satisfies s.FieldsOf<EventV2Fields>

  const own = {
    event_campaign_id: got.text,
    hidden: alwaysPresent(got.flag),
    sponsor: s.maybe(object<SponsorV2>({ title: got.text, browser_url: got.text })),
  } satisfies s.FieldsOf<Bare<EventV2Own>>

  const links = {
    ...got.eventLinks,
    'osdi:attendances': alwaysPresent(got.link),
    'osdi:record_attendance_helper': alwaysPresent(got.link),
  } satisfies s.FieldsOf<EventLinksV2Fields>

  const required = { title: sent.required, origin_system: sent.required }

  const optional = {
    identifiers: sent.identifiers,
    name: sent.text,
    description: sent.text,
    instructions: sent.text,
    browser_url: sent.text,
    start_date: sent.localTime,
    end_date: sent.localTime,
  } satisfies s.FieldsOf<EditableV2>

  const event = {
    ...fields,
    ...s.namespaced(namespace, own),
    _links: object({ ...links, ...s.namespaced(namespace, got.ownEventLinks) }),
  }
  const sendable = { ...required, ...optional, location: sent.location } satisfies s.FieldsOf<NewEventV2>
  const attendance = {
    ...got.attendance,
    created_date: got.text,
    modified_date: got.text,
  } satisfies s.FieldsOf<AttendanceV2Fields>

  return {
    event: object(event),
    attendance: object({ ...attendance, ...s.namespaced(namespace, got.ownAttendance) }, isAttendance),
    newEvent: s.onlyFields(sendable),
    changes: s.onlyFields({
      ...a.optionalOf(required),
      ...a.clearable(optional),
      location: z.nullable(sent.locationChanges),
    }),
    sendable: Object.keys(sendable),
    documented: new Set(Object.keys(event)),
  }
})
