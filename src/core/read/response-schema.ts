import * as z from 'zod/mini'
import type { AttendanceFields, AttendanceLinks, Attendee, OwnAttendanceFields } from '../hal/attendance.ts'
import {
  type Address,
  accuracies,
  type GeoPoint,
  type Location,
  type OwnEventLinks,
  type Reminder,
  reminderMethods,
  statuses,
  transparences,
  visibilities,
} from '../hal/fields.ts'
import {
  type Collection,
  type CollectionLinks,
  type Curie,
  isCount,
  itemsOf,
  type Link,
  linksOf,
  listed,
  type OneOrMany,
} from '../hal/hal.ts'
import { localTimeOf } from '../hal/local-time.ts'
import type { Bare } from '../hal/namespace.ts'
import {
  type Annotations,
  alwaysPresent,
  annotate,
  checkedApart,
  type Fields,
  type FieldsOf,
  lazily,
  lenient,
  list,
  maybe,
  object,
  orEmptyArray,
  that,
} from '../values/schema.ts'
import { otherThanAttendance } from './attendance-shape.ts'

// Responses: what is there must have its documented type; unknown members, null and absence are all taken.

/** What stands under a relation of HAL: an entry, or an array of them. */
export const relation = list as <Type extends z.ZodMiniType>(
  type: Type | undefined,
  relation: NonNullable<Annotations['relation']>,
) => z.ZodMiniType<OneOrMany<z.output<Type>>>

/** An open enum: any text, of which the spec knows these. */
const open = (known: readonly string[]) => annotate(maybe(z.string()), { known })

/** A date-time. Another text is no reason to refuse an event. */
const dateTime = <Type extends z.ZodMiniType>(type: Type) =>
  annotate(type, { isReadable: (text) => text.trim() === '' || localTimeOf(text) !== undefined })

/** The same fields, each of which the service gives every resource. */
const allPresent = <Shape extends Fields>(fields: Shape): Shape =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, alwaysPresent(field)])) as Shape

/** Made when it is first asked for: most of the time that importing takes would go into making it. */
export const responseFields = lazily(() => {
  const text = maybe(z.string())
  const time = dateTime(maybe(z.string()))
  const moment = dateTime(z.string())
  const integer = maybe(z.number().check(that(Number.isSafeInteger, 'must be a whole number within ±2^53')))
  const float = maybe(z.number())
  const flag = maybe(z.boolean())
  const texts = maybe(list(z.string()))

  const linkFields = { href: z.string(), templated: flag, name: text, title: text, type: text }
  const oneLink = object<Link>(linkFields)
  const requiredLink = relation(oneLink, 'required')
  const link = maybe(relation(oneLink, 'optional'))
  const curies = maybe(relation(object<Curie>({ ...linkFields, name: z.string() }), 'optional'))

  const coordinates = { latitude: float, longitude: float, accuracy: open(accuracies) }

  const address = {
    address_lines: texts,
    locality: text,
    region: text,
    postal_code: text,
    country: text,
    language: text,
    location: maybe(object<GeoPoint>(coordinates)),
  } satisfies FieldsOf<Address>

  /** Coordinates and what else the service reckons are there even where no location was sent (v1 §2.2, v2 §2.2). */
  const point = maybe(object<GeoPoint>(allPresent(coordinates)))
  const reckoned = allPresent({ region: text, country: text, language: text, location: point })
  const location = maybe(object<Location>({ venue: text, ...address, ...reckoned }))

  const reachable = <Type>(name: string) =>
    maybe(list(object<Type>({ [name]: text, primary: flag } as unknown as FieldsOf<Type> & Fields)))
  const attendee = object<Attendee>({
    given_name: text,
    family_name: text,
    email_addresses: reachable('address'),
    phone_numbers: reachable('number'),
    postal_addresses: maybe(list(object<Address>(address))),
    languages_spoken: texts,
  })
  /** What attendances of both versions have. */
  const attendance = {
    identifiers: texts,
    status: text,
    person: maybe(attendee),
    _links: maybe(object<AttendanceLinks>({ self: link, 'osdi:event': link, 'osdi:person': link })),
  } satisfies FieldsOf<AttendanceFields>
  const ownAttendance = { person_id: text, event_id: text } satisfies FieldsOf<Bare<OwnAttendanceFields>>

  const reminder = object<Reminder>(allPresent({ method: open(reminderMethods), minutes: integer }))

  /** What events of both versions have. */
  const event = {
    identifiers: list(z.string()),
    description: text,
    ...allPresent({
      location,
      total_accepted: integer,
      status: open(statuses),
      transparence: open(transparences),
      visibility: open(visibilities),
      reminders: maybe(list(reminder)),
    }),
  }
  /** What links of events of both versions have. */
  const eventLinks = { self: requiredLink, ...allPresent({ 'osdi:creator': link, 'osdi:organizer': link }), curies }
  const ownEventLinks = { event_campaign: link, embed: alwaysPresent(link) } satisfies FieldsOf<Bare<OwnEventLinks>>

  const basics = { text, texts, time, moment, integer, flag, link, curies, address }
  return { ...basics, event, eventLinks, ownEventLinks, attendance, ownAttendance }
})

/** An attendance, whatever its fields are, and no other resource. */
export const isAttendance: z.core.CheckFn<unknown> = ({ value, issues }) => {
  const other = otherThanAttendance(value)
  if (other) issues.push({ code: 'custom', message: `is ${other}, and no attendance`, input: value })
}

const ofCollections = ['total_pages', 'per_page', 'page', 'total_records', '_embedded']
const ofOthers = ['title', 'summary', 'error', 'osdi:error']

/** Links alone are those of an empty page, unless they stand beside what an event or an error has. */
function isCollection(value: object): boolean {
  const has = (name: string) => Object.hasOwn(value, name)
  const isOne = !has('identifiers') && (ofCollections.some(has) || (has('_links') && !ofOthers.some(has)))
  return isOne || Object.keys(value).length === 0
}

/**
 * A collection (v1 §2.5, v2 §2.6), whatever its events are. What carries other members than those of the table, such as an error object, is none; `{}`
 * stands for an empty one, or for a failure. Counters and links may be anything: the client reads what it can.
 */
export const collection = lazily(() => {
  const { link, curies } = responseFields()
  const count = lenient(maybe(z.number().check(that(isCount, 'must be a whole number from 0 up'))))
  const [anyLink, anyCuries] = [lenient(link), lenient(curies)]
  const links = object<CollectionLinks>({
    next: anyLink,
    ...allPresent({ self: anyLink, 'osdi:events': anyLink, curies: anyCuries }),
  })
  const attendances = maybe(checkedApart)
  const embedded = object({
    ...allPresent({ 'osdi:events': maybe(list(undefined, 'optional')) }),
    ...{ 'osdi:attendances': attendances, 'osdi:attendance': attendances },
  })
  const counts = { total_pages: count, per_page: count, page: count, total_records: count }
  return object<Collection<unknown>>(
    allPresent({ ...counts, _links: maybe(orEmptyArray(links)), _embedded: maybe(orEmptyArray(embedded)) }),
    ({ value: page, issues }) => {
      const refuse = (message: string, ...path: string[]) => issues.push({ code: 'custom', message, path, input: page })
      if (!isCollection(page)) refuse('is no collection of events: it has none of its members')
      if (itemsOf(page).length > 0) return
      for (const relation of listed.filter((each) => linksOf(page, each).length > 0)) {
        const promised = relation.replace('osdi:', '')
        refuse(`is missing or empty, but the links of the collection promise ${promised}`, '_embedded', relation)
      }
    },
  )
})
