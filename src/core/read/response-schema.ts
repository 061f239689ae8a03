import type { Issue } from '../errors/error-classes.ts'
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
import {
  type Address,
  accuracies,
  type GeoPoint,
  type Location,
  type OwnEventLinks,
  type Reminder,
  reminderMethods,
} from '../hal/fields.ts'
import { type CollectionLinks, type Curie, type Link, linksOf, type Paged } from '../hal/hal.ts'
import {
  filledIn,
  hasItemsOutside,
  type ItemNoun,
  itemLinksIn,
  itemRelationIn,
  valuesUnder,
} from '../hal/item-relations.ts'
import type { EditableAttendance } from '../hal/new-attendance.ts'
import { alwaysGiven, lenient, type Members, type MembersOf, type Shape, type ShapeIssue } from '../values/shape.ts'
import type { FieldTable, OwnTableOf } from '../version/fields.ts'
import { otherThanAttendance, otherThanPerson } from './recognise.ts'

// Shapes of responses. A documented member must have its documented type. It may be null or absent, unless it is required. Unknown members pass.

const text = { kind: 'text' } as const
const flag = { kind: 'flag' } as const
const texts = { kind: { list: 'text' } } as const

const oneLink = {
  href: { kind: 'text', nullable: false },
  templated: flag,
  name: text,
  title: text,
  type: text,
} as const satisfies MembersOf<Link>
const linkShape: Shape<Link> = { fields: oneLink }
const curieShape: Shape<Curie> = { fields: { ...oneLink, name: { kind: 'text', nullable: false } } }
const curieKind = { relation: curieShape }

/** The links of a relation. They may be absent. */
export const link = { kind: { relation: linkShape } }
export const curies = { kind: curieKind }

const coordinates = {
  latitude: { kind: 'number' },
  longitude: { kind: 'number' },
  accuracy: { kind: { known: accuracies } },
} as const satisfies MembersOf<GeoPoint>
const point: Shape<GeoPoint> = { fields: coordinates }
/** The coordinates of an event's location. The service always sends both: it computes them even if the caller sent no location (v1 §2.2, v2 §2.2). */
const reckonedPoint: Shape<GeoPoint> = { fields: alwaysGiven(coordinates) }

/** Fields of an address. */
export const address = {
  address_lines: texts,
  locality: text,
  region: text,
  postal_code: text,
  country: text,
  language: text,
  location: { kind: point },
} as const satisfies MembersOf<Address>

/** Where an event takes place. */
export const location: Shape<Location> = {
  fields: {
    venue: text,
    ...address,
    ...alwaysGiven({ region: text, country: text, language: text, location: { kind: reckonedPoint } }),
  },
}

/** A reminder to the people who come. */
export const reminder: Shape<Reminder> = {
  fields: alwaysGiven({ method: { kind: { known: reminderMethods } }, minutes: { kind: 'integer' } }),
}

const integer = { kind: 'integer' } as const

const emailAddress: Shape<AttendeeEmailAddress> = {
  fields: {
    address: { kind: 'email', sent: 'required' },
    primary: flag,
    ...lenient({ address_type: text, status: text }),
  },
}
const phoneNumber: Shape<AttendeePhoneNumber> = {
  fields: {
    number: { kind: 'phone', sent: 'required' },
    primary: flag,
    ...lenient({ extension: text, number_type: text, sms_capable: flag, do_not_call: flag, status: text }),
  },
}
const postalAddress: Shape<AttendeePostalAddress> = {
  fields: { ...address, ...lenient({ venue: text, address_type: text, primary: flag }) },
}
const profile: Shape<AttendeeProfile> = { fields: { provider: text, id: text, url: text, handle: text } }
const birthdate: Shape<Birthdate> = { fields: { month: integer, day: integer, year: integer } }

/** What people of both versions have. Services differ most in the members that are lenient. */
export const personFields = {
  identifiers: { kind: 'identifiers' },
  given_name: text,
  family_name: text,
  email_addresses: { kind: { list: emailAddress } },
  phone_numbers: { kind: { list: phoneNumber } },
  postal_addresses: { kind: { list: postalAddress } },
  languages_spoken: texts,
  ...lenient({
    additional_name: text,
    honorific_prefix: text,
    honorific_suffix: text,
    gender: text,
    gender_identity: text,
    party_identification: text,
    source: text,
    birthdate: { kind: birthdate },
    ethnicities: texts,
    employer: text,
    profiles: { kind: { list: profile } },
    custom_fields: { kind: 'members' },
  }),
} as const satisfies MembersOf<PersonFields>

/** The person of an attendance, in responses and requests. Members are lenient where services differ most. */
const attendee: Shape<Attendee> = {
  fields: { ...personFields, ...lenient({ identifiers: personFields.identifiers, origin_system: text }) },
}
const attendanceLinks: Shape<AttendanceLinks> = { fields: { self: link, 'osdi:event': link, 'osdi:person': link } }

/** Fields of an attendance in both versions. */
export const attendanceFields = {
  identifiers: { kind: 'identifiers', sent: 'optional' },
  status: { kind: { known: attendanceStatuses }, sent: 'optional' },
  person: { kind: attendee, sent: 'optional' },
  _links: { kind: attendanceLinks },
} as const satisfies MembersOf<AttendanceFields>

const autoresponse = { kind: { fields: { enabled: flag } } } as const

/** Fields that only the request for a new attendance has. */
export const attendanceRequestFields = {
  add_tags: { kind: { list: 'text' }, sent: 'optional' },
  remove_tags: { kind: { list: 'text' }, sent: 'optional' },
  triggers: { kind: { fields: { autoresponse } }, sent: 'optional' },
} as const satisfies FieldTable

const referrerData: Shape<ReferrerData> = {
  fields: { source: text, referrer: text, website: text, email_referrer: text, mobile_referrer: text },
}

/** Fields of an attendance with the service's own prefix, in both versions. */
export const ownAttendanceFields = {
  person_id: { kind: 'text', own: true },
  event_id: { kind: 'text', own: true },
  referrer_data: { kind: referrerData, own: true, sent: 'optional' },
} as const satisfies OwnTableOf<OwnAttendanceFields, Pick<EditableAttendance, 'referrer_data'>>

/** Links of an event in both versions. */
export const eventLinks = {
  self: { kind: { relation: linkShape, atLeastOne: true }, nullable: false },
  ...alwaysGiven({ 'osdi:creator': link, 'osdi:organizer': link }),
  curies,
} as const
/** Links of an event with the service's own prefix, in both versions. */
export const ownEventLinks = {
  event_campaign: { ...link, own: true },
  embed: { ...link, own: true, always: true },
} as const satisfies OwnTableOf<OwnEventLinks>

/** Returns an issue if the object is another kind of resource, not an attendance. */
export function isAttendance(value: object): readonly ShapeIssue[] {
  const other = otherThanAttendance(value)
  return other ? [{ message: `is ${other}, not an attendance` }] : []
}

/** Returns an issue if the object is another kind of resource, not a person. */
export function isPerson(value: object): readonly ShapeIssue[] {
  const other = otherThanPerson(value)
  return other ? [{ message: `is ${other}, not a person` }] : []
}

const ofCollections = ['total_pages', 'per_page', 'page', 'total_records', '_embedded']
const ofOthers = ['title', 'summary']

/** Whether an object is a collection. An object with only `_links` is an empty page, unless it also has a member of an event. */
function isCollection(value: object): boolean {
  const has = (name: string) => Object.hasOwn(value, name)
  const isOne = !has('identifiers') && (ofCollections.some(has) || (has('_links') && !ofOthers.some(has)))
  return isOne || Object.keys(value).length === 0
}

/** Returns an issue if the object is not a collection. */
const collectionProblems = (page: object): readonly ShapeIssue[] =>
  isCollection(page) ? [] : [{ message: 'is not a collection of events: it has no counters, links or embedded events' }]

/** Number of relations that an issue names. */
const mostNamed = 5

/** What is wrong with the items of a collection: it embeds only resources of other kinds, or has or links to items but embeds none. */
export function itemIssues(page: Paged, noun: ItemNoun): readonly Issue[] {
  const { _embedded, _links } = page
  const relation = itemRelationIn(_embedded, noun)
  const others = relation === undefined ? filledIn(_embedded) : []
  if (others.length > 0) {
    const plural = noun === 'person' ? 'people' : `${noun}s`
    const message = `has no ${plural}, but ${others.slice(0, mostNamed).join(', ')}`
    return [{ field: '_embedded', message }]
  }
  if (relation !== undefined && valuesUnder(_embedded, relation).length > 0) return []
  if (hasItemsOutside(page, noun))
    return [{ field: '_embedded', message: 'is missing or empty, although the body has items outside of it' }]
  const promised = itemLinksIn(_links, noun).filter((name) => linksOf({ _links }, name).length > 0)
  return promised.map((name) => ({
    field: `_embedded.${name}`,
    message: `is missing or empty, although the collection has links to ${name.replace(/^.*:/, '')}`,
  }))
}

const count = { kind: 'count', lenient: true } as const

const collectionLinks: Shape<CollectionLinks> = {
  orEmptyArray: true,
  fields: {
    next: { ...link, lenient: true },
    ...alwaysGiven({
      self: { ...link, lenient: true },
      'osdi:events': { ...link, lenient: true },
      curies: { ...curies, lenient: true },
    }),
  },
}

const embedded: Shape = {
  orEmptyArray: true,
  fields: {
    'osdi:events': { kind: { relation: 'apart' }, always: true },
    'osdi:attendances': { kind: 'apart' },
    'osdi:attendance': { kind: 'apart' },
    'osdi:people': { kind: 'apart' },
  },
}

/**
 * A collection (v1 §2.5, v2 §2.6). `rejectedIn` checks its events later, one by one. An object without any member of a collection, such as an error,
 * is refused; `{}` passes. Counters and links may have any value, because the client ignores unreadable ones.
 */
export const collection: Shape = {
  fields: alwaysGiven({
    total_pages: count,
    per_page: count,
    page: count,
    total_records: count,
    _links: { kind: collectionLinks },
    _embedded: { kind: embedded },
  } satisfies Members),
  check: collectionProblems,
}

/** A resource of any kind. */
export const anyResource: Shape = {
  fields: { _links: { kind: { fields: {} } }, _embedded: { kind: { fields: {} } } },
}
