import { cachedPage } from '../api/page.ts'
import { ignoreOrRefuse, linkIn, noLink, notValid } from '../api/read.ts'
import { readRsvp } from '../api/read-rsvp.ts'
import { type Form, linksText, resourceText, type View } from '../api/view.ts'
import { attendanceFacts } from '../rules/attendance-facts.ts'
import { rsvp } from '../rules/attendances.ts'
import { filtered } from '../rules/filter.ts'
import { HttpError, invalidField } from '../rules/http-error.ts'
import { noPersonLink, type PersonInput, personIdIn, storePerson } from '../rules/people.ts'
import { personFacts } from '../rules/person-facts.ts'
import { eventFor, isKnownTo, notFound, personBy } from '../rules/scope.ts'
import { toArray } from '../store/lists.ts'
import type { AttendanceRecord, PersonRecord } from '../store/model.ts'
import { type Call, type Handler, list, type Resource } from './resource.ts'

const listAttendances: Handler = (call) => {
  const { context, dialect } = call.view
  const event = eventFor(context, call.key, call.ids.id)
  const all = () => context.store.attendancesOf(event)
  return cachedPage(call, {
    ...attendancePage(call.view),
    path: `events/${event.id}/${dialect.attendances}`,
    all,
    filtered: (odata) => filtered(context, dialect.fields.attendances, attendanceFacts, odata, () => toArray(all())),
  })
}

/** How a page shows attendances (assumption `attendanceLinks`). */
export const attendancePage = (view: View) => ({
  relation: `osdi:${view.dialect.attendances}`,
  linkRelation: view.context.assumptions.attendanceLinks,
  pathOf: (attendance: AttendanceRecord) => attendancePath(view, attendance),
  text: (attendance: AttendanceRecord) => attendanceText(view, attendance, 'embedded'),
})

const attendancePath = ({ dialect }: View, { event, id }: AttendanceRecord): string =>
  `events/${event}/${dialect.attendances}/${id}`

const getAttendance: Handler = ({ view, key, ids }) => {
  const event = eventFor(view.context, key, ids.id)
  const attendance = view.context.store.attendances.get(ids.member)
  if (attendance?.event !== event.id) throw notFound(view.context, 'attendance', ids.member, false)
  return attendanceText(view, attendance, 'resource')
}

/** Records the RSVP of a person who is linked or described (assumption `recordAttendance`). */
const recordAttendance: Handler = (call) => {
  const { view, key, ids, body } = call
  const { context } = view
  const event = eventFor(context, key, ids.id)
  const { status, person: described, invalid } = readRsvp(view, body)
  const { invalidOptional } = context.assumptions
  ignoreOrRefuse(context, invalid, ({ kind, field, message }) =>
    kind === 'optional' && invalidOptional === 400 ? notValid(field, message, {}) : undefined,
  )
  const person = knownPerson(call, described) ?? storePerson(context, described)
  return attendanceText(view, rsvp(context, event, person, status), 'resource', person)
}

/**
 * The person of an RSVP: the linked one, or the one with the e-mail address; undefined for a new address. Only people that the key may
 * see are taken, as an RSVP makes its person visible. What else is said of somebody who is known does not count.
 */
function knownPerson({ view: { context }, key, body }: Call, described: PersonInput): PersonRecord | undefined {
  const { store, assumptions, ignore } = context
  const { email_addresses, ...others } = described
  const [email] = email_addresses
  const isDescribed = Object.values(others).some(Boolean)
  const { isThere, href } = linkIn(body, personLink)
  const noPerson = (message: string) => {
    const reason = { field: `_links.${personLink}`, message }
    return new HttpError(assumptions.invalidBody, `${reason.field}: is not a person`, { reason })
  }
  if (href !== undefined) {
    const id = personIdIn(context, href)
    if (id === undefined) throw noPerson(noPersonLink)
    const linked = store.people.get(id)
    if (!linked || !isKnownTo(context, key, linked)) throw noPerson('leads to no person that this key may see')
    if (isDescribed || email) ignore('person', personStays)
    return linked
  }
  if (!email && isThere) throw noPerson(noLink)
  if (!email) {
    const problem = `an address, or a link ${personLink}, is required`
    throw invalidField(assumptions.invalidBody, 'person.email_addresses', problem)
  }
  if (isThere) ignore(`_links.${personLink}`, noLink)
  const known = personBy(context, key, 'email', email.address)
  if (known && isDescribed) ignore('person', personStays)
  return known
}

const personLink = 'osdi:person'
const personStays = 'the person is already known and stays unchanged'

/** An RSVP as JSON, with its person if it was just recorded (assumption `attendanceFields`). */
function attendanceText(view: View, attendance: AttendanceRecord, form: Form, recorded?: PersonRecord): string {
  const { context, dialect } = view
  const hasPerson = recorded && context.assumptions.attendanceFields === 'with ids'
  return resourceText(view, attendance, form, {
    fields: dialect.fields.attendances,
    facts: attendanceFacts,
    rest: hasPerson ? `"person":${JSON.stringify(attendee(view, recorded))},` : '',
    links: linksText(view, {
      self: attendancePath(view, attendance),
      'osdi:event': `events/${attendance.event}`,
      'osdi:person': `people/${attendance.person}`,
    }),
  })
}

function attendee({ context }: View, person: PersonRecord) {
  const { given_name, family_name } = person
  return {
    given_name,
    family_name,
    email_addresses: personFacts.email_addresses(person, context),
    phone_numbers: personFacts.phone_numbers(person, context) ?? [],
    postal_addresses: personFacts.postal_addresses(person, context),
    languages_spoken: person.languages_spoken ?? [],
  }
}

const collection = 'events/:id/{attendances}'

export const attendances = {
  operations: {
    'attendances.list': {
      ...list,
      path: collection,
      filtered: 'attendances',
      linked: true,
      summary: 'Lists the RSVPs of an event',
      response: 'Attendances',
      handle: listAttendances,
    },
    'attendances.record': {
      method: 'POST',
      path: collection,
      isMissing: ({ recordAttendance }) => recordAttendance === 405,
      summary: 'Records an RSVP',
      response: 'Attendance',
      request: 'NewAttendance',
      handle: recordAttendance,
    },
    'attendances.get': {
      method: 'GET',
      path: `${collection}/:member`,
      linked: true,
      summary: 'Shows an RSVP',
      response: 'Attendance',
      handle: getAttendance,
    },
  },
  sent: { NewAttendance: { table: 'attendances', isNew: true, relations: ['osdi:person'], person: true } },
  shown: {
    Attendance: {
      table: 'attendances',
      links: () => ['osdi:event', 'osdi:person'],
      people: ({ attendanceFields }) => (attendanceFields === 'with ids' ? ['person'] : []),
    },
  },
  lists: {
    Attendances: {
      of: 'Attendance',
      relation: ({ attendances }) => `osdi:${attendances}`,
      linkRelation: ({ attendanceLinks }) => attendanceLinks,
    },
  },
} as const satisfies Resource
