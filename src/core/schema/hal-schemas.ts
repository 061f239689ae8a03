import * as z from 'zod/mini'
import { once } from '../base/values.ts'
import {
  type AttendanceFields,
  type AttendanceLinks,
  type Attendee,
  type AttendeeEmailAddress,
  type AttendeePhoneNumber,
  type AttendeePostalAddress,
  type AttendeeProfile,
  attendanceStatuses,
  type Birthdate,
  type OwnAttendanceFields,
  type PersonFields,
  type ReferrerData,
} from '../hal/attendance.ts'
import { accuracies, type GeoPoint, type Location, type Reminder, reminderMethods } from '../hal/event-fields.ts'
import type { Curie, Link } from '../hal/hal.ts'
import type { EditableAttendance } from '../hal/new-attendance.ts'
import type { FieldList, FieldsOf } from './field-list.ts'
import { rowsFor, typesIn } from './rows.ts'
import {
  email,
  flag,
  integer,
  lenientEach,
  maybe,
  maybeEach,
  members,
  number,
  objectOf,
  oneOrMany,
  openEnum,
  phone,
  text,
  texts,
} from './schemas.ts'

// Schemas of what resources of both versions have. A documented member must have its documented type. It may be null or absent, unless it is required.
// Unknown members pass.

const oneLink = () => ({ href: text, ...maybeEach({ templated: flag, name: text, title: text, type: text }) })
const link = /* @__PURE__ */ once(() => objectOf<Link>()(oneLink()))

/** The links of a relation. */
export const links = /* @__PURE__ */ once(() => maybe(oneOrMany(link())))
/** The self link of an event, which is required. */
const selfLinks = () => oneOrMany(link(), z.array(link()).check(z.refine((list) => list.length > 0, 'is missing')))
export const curies = /* @__PURE__ */ once(() => maybe(oneOrMany(objectOf<Curie>()({ ...oneLink(), name: text }))))

const coordinates = () =>
  objectOf<GeoPoint>()(maybeEach({ latitude: number, longitude: number, accuracy: openEnum(accuracies) }))
const address = () =>
  maybeEach({
    address_lines: texts,
    locality: text,
    region: text,
    postal_code: text,
    country: text,
    language: text,
    location: coordinates(),
  })

/** Where an event takes place. */
export const location = () => objectOf<Location>()({ venue: maybe(text), ...address() })

/** What the location of each event has: the service computes it even if the caller sent no location (v1 §2.2, v2 §2.2). */
export const alwaysInLocation = [
  '.region',
  '.country',
  '.language',
  '.location',
  '.location.latitude',
  '.location.longitude',
  '.location.accuracy',
] as const

/** Reminders to the people who come. */
export const reminders = () =>
  z.array(objectOf<Reminder>()(maybeEach({ method: openEnum(reminderMethods), minutes: integer })))
export const alwaysInReminders = ['[].method', '[].minutes'] as const

const emailAddress = () =>
  objectOf<AttendeeEmailAddress>()({
    ...maybeEach({ address: email, primary: flag }),
    ...lenientEach({ address_type: text, status: text }),
  })
const phoneNumber = () =>
  objectOf<AttendeePhoneNumber>()({
    ...maybeEach({ number: phone, primary: flag }),
    ...lenientEach({ extension: text, number_type: text, sms_capable: flag, do_not_call: flag, status: text }),
  })
const postalAddress = () =>
  objectOf<AttendeePostalAddress>()({
    ...address(),
    ...lenientEach({ venue: text, address_type: text, primary: flag }),
  })
const profile = () => objectOf<AttendeeProfile>()(maybeEach({ provider: text, id: text, url: text, handle: text }))
const birthdate = () => objectOf<Birthdate>()(maybeEach({ month: integer, day: integer, year: integer }))

/** The fields of people in both versions. */
export const listedPersonFields = {
  identifiers: { filterType: 'identifiers' },
  given_name: { filterType: 'text' },
  family_name: { filterType: 'text' },
  email_addresses: {},
  phone_numbers: {},
  postal_addresses: {},
  languages_spoken: {},
  additional_name: { filterType: 'text', lenient: true },
  honorific_prefix: { filterType: 'text', lenient: true },
  honorific_suffix: { filterType: 'text', lenient: true },
  gender: { filterType: 'text', lenient: true },
  gender_identity: { filterType: 'text', lenient: true },
  party_identification: { filterType: 'text', lenient: true },
  source: { filterType: 'text', lenient: true },
  birthdate: {},
  ethnicities: {},
  employer: { filterType: 'text', lenient: true },
  profiles: {},
  custom_fields: {},
} as const satisfies FieldsOf<PersonFields, unknown, unknown>

/** Schemas of the fields of people in both versions, except for plain ones. */
export const personTypes = () => ({
  ...maybeEach({
    email_addresses: z.array(emailAddress()),
    phone_numbers: z.array(phoneNumber()),
    postal_addresses: z.array(postalAddress()),
    languages_spoken: texts,
  }),
  ...lenientEach({
    birthdate: birthdate(),
    ethnicities: texts,
    profiles: z.array(profile()),
    custom_fields: members,
  }),
})

const listedAttendeeFields = {
  ...listedPersonFields,
  identifiers: { filterType: 'identifiers', lenient: true },
  origin_system: { filterType: 'text', lenient: true },
} as const satisfies FieldsOf<Attendee, unknown, unknown>

/** The person of an attendance, in responses and requests. */
const attendee = () =>
  z.object(
    typesIn(rowsFor<Attendee>()(listedAttendeeFields, personTypes())),
  ) as z.ZodMiniType as z.ZodMiniType<Attendee>

/** The fields of attendances in both versions. */
export const listedAttendanceFields = {
  identifiers: { filterType: 'identifiers', sent: 'optional' },
  status: { filterType: 'text', sent: 'optional' },
  person: { sent: 'optional' },
  _links: {},
  person_id: { own: true },
  event_id: { own: true },
  referrer_data: { own: true, sent: 'optional' },
} as const satisfies FieldsOf<AttendanceFields, OwnAttendanceFields, EditableAttendance & { readonly person?: unknown }>

/** Schemas of the fields of attendances in both versions. */
export const attendanceTypes = () =>
  maybeEach({
    status: openEnum(attendanceStatuses),
    person: attendee(),
    _links: objectOf<AttendanceLinks>()({ self: links(), 'osdi:event': links(), 'osdi:person': links() }),
    person_id: text,
    event_id: text,
    referrer_data: objectOf<ReferrerData>()(
      maybeEach({ source: text, referrer: text, website: text, email_referrer: text, mobile_referrer: text }),
    ),
  })

/** Fields that only the request for a new attendance has. */
export const attendanceRequestRows = () => ({
  add_tags: { sent: 'optional', type: maybe(texts) } as const,
  remove_tags: { sent: 'optional', type: maybe(texts) } as const,
  triggers: {
    sent: 'optional',
    type: maybe(z.object({ autoresponse: maybe(z.object({ enabled: maybe(flag) })) })),
  } as const,
})

/** Links of an event in both versions. */
export const listedEventLinks = {
  self: {},
  'osdi:creator': { always: true },
  'osdi:organizer': { always: true },
  curies: {},
  event_campaign: { own: true },
  embed: { own: true, always: true },
} as const satisfies FieldList

/** Schemas of the links of an event in both versions. */
export const eventLinkTypes = () => ({
  self: selfLinks(),
  'osdi:creator': links(),
  'osdi:organizer': links(),
  curies: curies(),
  event_campaign: links(),
  embed: links(),
})
