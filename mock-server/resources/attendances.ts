import { cachedPage } from '../api/page.ts'
import { ignoreOrRefuse, ignoreOrRefuseOptional, linkIn, noLink } from '../api/read.ts'
import { readChange, readRsvp } from '../api/read-rsvp.ts'
import { type Form, linksText, resourceText, type View, valueText } from '../api/view.ts'
import { attendanceValues } from '../rules/attendance-values.ts'
import { changeAttendance, freeIdentifiers, rsvp } from '../rules/attendances.ts'
import type { Context } from '../rules/context.ts'
import { HttpError, invalidField } from '../rules/http-error.ts'
import { filtered } from '../rules/odata-filter.ts'
import { newPerson, noPersonLink, type PersonChanges, personIdIn, touchPerson, updatePerson } from '../rules/people.ts'
import { personValuesIn } from '../rules/person-values.ts'
import {
  canSeePerson,
  eventAt,
  hasContact,
  keyFor,
  nameOf,
  notFound,
  personLike,
  withoutTaken,
} from '../rules/scope.ts'
import { changeTags } from '../rules/tags.ts'
import { toArray } from '../store/lists.ts'
import type { AttendanceRecord, EventRecord, PersonRecord } from '../store/model.ts'
import { getIn, type JsonObject } from '../text/json.ts'
import { type Call, type Handler, list, type OpenCall, type Resource } from './resource.ts'

const listAttendances: Handler = (call) => {
  const { context, dialect } = call.view
  const event = eventAt(context, call.key, call.ids, 'read')
  const all = () => context.store.attendancesOf(event)
  return cachedPage(call, {
    ...attendancePage(call.view),
    path: `${inCampaign(call)}events/${event.id}/${dialect.attendances}`,
    all,
    filtered: (odata) => filtered(context, dialect.fields.attendances, attendanceValues, odata, () => toArray(all())),
  })
}

/** The part of a path that names the campaign. Empty for a path without a campaign. */
const inCampaign = ({ ids: { campaign } }: Call): string => (campaign === '' ? '' : `event_campaigns/${campaign}/`)

/** How a page shows attendances (assumption `attendanceLinks`). */
export const attendancePage = (view: View) => ({
  relation: `osdi:${view.dialect.attendances}`,
  linkRelation: view.context.assumptions.attendanceLinks,
  pathOf: (attendance: AttendanceRecord) => attendancePath(view, attendance),
  text: (attendance: AttendanceRecord) => attendanceText(view, attendance, 'embedded'),
})

const attendancePath = ({ dialect }: View, { event, id }: AttendanceRecord): string =>
  `events/${event}/${dialect.attendances}/${id}`

/** The attendance in the path, and its event. Throws if the key cannot read or write the event. */
function attendanceFor(
  { view: { context }, key, ids }: Call,
  access: 'read' | 'write',
): readonly [EventRecord, AttendanceRecord] {
  const event = eventAt(context, key, ids, access)
  const attendance = context.store.attendances.get(ids.member)
  if (attendance?.event !== event.id) throw notFound(context, 'attendance', ids.member, false)
  return [event, attendance]
}

const getAttendance: Handler = (call) => attendanceText(call.view, attendanceFor(call, 'read')[1], 'resource')

/** Records the RSVP of a person. The body links to the person, or has the person's data (assumption `recordAttendance`). */
const recordAttendance: Handler = (call) => {
  const { context } = call.view
  const event = eventAt(context, call.key, call.ids, 'write')
  const isDescribed = call.body.person !== undefined && !linkIn(call.body, personLink).isThere
  try {
    return record(call, event)
  } catch (error) {
    if (!(error instanceof HttpError) || !isDescribed || context.assumptions.failedRsvp === 400) throw error
    const { field = 'person', message } = error.reason
    context.ignore(field, `${message}: nothing is recorded (assumption failedRsvp)`)
    return '{}'
  }
}

/** Records an RSVP without an API key. The response shows no data (assumption `keylessRsvp`). */
function recordKeyless(call: OpenCall): string {
  const { context } = call.view
  const event = context.store.events.get(call.ids.id)
  const key = event && context.store.keys.get(event.key)
  if (!key) throw notFound(context, 'event', call.ids.id, false)
  if (linkIn(call.body, personLink).isThere) throw keyFor(context, call.view.dialect, { header: () => undefined })
  recordAttendance({ ...call, key })
  return '{}'
}

function record(call: Call, event: EventRecord): string {
  const { view, body } = call
  const { context } = view
  const { input, person: described, tags, invalid } = readRsvp(view, body)
  ignoreOrRefuseOptional(context, invalid)
  const person = personFrom(call, described)
  const attendance = rsvp(context, event, person, {
    ...input,
    identifiers: freeIdentifiers(context, input.identifiers, undefined),
    // Only an RSVP with `person`, as for the record-attendance helper, can ask for the autoresponse.
    isTriggered: body.person !== undefined && isTriggered(body),
  })
  changeTags(context, call.key.owner, person, tags)
  noteStored(context, attendance, person)
  return attendanceText(view, attendance, 'resource', person)
}

const noteStored = (context: Context, { id, event }: AttendanceRecord, person: PersonRecord, before?: string): void =>
  context.noteStored({ kind: 'attendance', id, title: nameOf(person), event, person: person.id }, before)

const isTriggered = (body: JsonObject): boolean => getIn(body, 'triggers', 'autoresponse', 'enabled') === true

/** Changes the status of an attendance (assumption `attendanceStatus`), and adds identifiers. A PUT cannot change anything else. */
const updateAttendance: Handler = (call) => {
  const { view, body } = call
  const { context } = view
  const [event, attendance] = attendanceFor(call, 'write')
  const person = context.store.people.get(attendance.person)
  if (!person) throw notFound(context, 'person', attendance.person, false)
  const { input, invalid } = readChange(view, body, attendance)
  ignoreOrRefuse(context, invalid, () => undefined)
  const identifiers = freeIdentifiers(context, input.identifiers, attendance)
  const before = attendanceText(view, attendance, 'resource')
  const changed = changeAttendance(context, event, person, attendance, { ...input, identifiers })
  if (changed !== attendance) touchPerson(context, person)
  noteStored(context, changed, person, before)
  return attendanceText(view, changed, 'resource')
}

const sendLink = 'Send the self link of a person'

/**
 * The person of an RSVP. The body links to the person, or has the person's data. Finds only people whom the key can see, because the
 * response shows the person. Updates a known person, with a new modification time. Stores an unknown person.
 */
function personFrom({ view: { context }, key, body }: Call, described: PersonChanges): PersonRecord {
  const { store, assumptions, ignore } = context
  const { isThere, href } = linkIn(body, personLink)
  const noPerson = (message: string) => {
    const reason = { field: `_links.${personLink}`, message }
    const text =
      assumptions.errorTexts === 'short' ? 'You must specify a valid person id' : `${reason.field}: is not a person`
    return new HttpError(assumptions.invalidBody, text, { reason })
  }
  if (href !== undefined) {
    const id = personIdIn(context, href)
    if (id === undefined) throw noPerson(`${noPersonLink}. ${sendLink}`)
    const linked = store.people.get(id)
    if (!linked || !canSeePerson(context, key, linked))
      throw noPerson(`leads to no person that this key may see. ${sendLink}`)
    if (Object.keys(described).length > 0) ignore('person', 'is not used, because the RSVP links to its person')
    return touchPerson(context, linked)
  }
  if (!hasContact(context, described)) {
    if (isThere) throw noPerson(noLink)
    const problem = `an address, a phone number or a link ${personLink} is required`
    throw invalidField(assumptions.invalidBody, 'person.email_addresses', problem)
  }
  if (isThere) ignore(`_links.${personLink}`, noLink)
  const known = personLike(context, key, described)
  return known
    ? updatePerson(context, known, withoutTaken(context, key, known, described, 'person.'))
    : newPerson(context, described)
}

const personLink = 'osdi:person'

/** An attendance as JSON. The response to an RSVP can also show the person, `recorded` (assumption `attendancePerson`). */
export function attendanceText(view: View, attendance: AttendanceRecord, form: Form, recorded?: PersonRecord): string {
  const { context, dialect } = view
  const hasPerson = recorded && context.assumptions.attendancePerson === 'when recorded'
  return resourceText(view, attendance, form, {
    fields: dialect.fields.attendances,
    values: attendanceValues,
    rest: hasPerson ? `"person":${valueText(context, attendee(view, recorded))},` : '',
    links: linksText(view, {
      self: attendancePath(view, attendance),
      'osdi:event': `events/${attendance.event}`,
      'osdi:person': `people/${attendance.person}`,
    }),
  })
}

function attendee({ context, dialect }: View, person: PersonRecord) {
  const { given_name, family_name } = person
  const personValues = personValuesIn(dialect)
  return {
    given_name,
    family_name,
    email_addresses: personValues.email_addresses(person, context),
    phone_numbers: personValues.phone_numbers(person, context) ?? [],
    postal_addresses: personValues.postal_addresses(person, context),
    languages_spoken: personValues.languages_spoken(person, context) ?? [],
  }
}

const collections = ['events/:id/{attendances}', 'event_campaigns/:campaign/events/:id/{attendances}']
const members = collections.map((path) => `${path}/:member`)

export const attendances = {
  operations: {
    'attendances.list': {
      ...list,
      path: collections,
      filtered: ['attendances'],
      linked: true,
      summary: 'Lists the RSVPs of an event',
      response: 'Attendances',
      handle: listAttendances,
    },
    'attendances.record': {
      method: 'POST',
      path: collections,
      isNotServed: ({ recordAttendance }) => recordAttendance === 405,
      summary: 'Records an RSVP',
      response: 'Attendance',
      request: 'NewAttendance',
      deferrable: true,
      mayBeEmpty: ({ keylessRsvp, failedRsvp }) => keylessRsvp === '200 {}' || failedRsvp === '200 {}',
      handle: recordAttendance,
      withoutKey: {
        accepts: ({ keylessRsvp }, sent) => keylessRsvp === '200 {}' && sent === undefined,
        handle: recordKeyless,
      },
    },
    'attendances.get': {
      method: 'GET',
      path: members,
      linked: true,
      summary: 'Shows an RSVP',
      response: 'Attendance',
      handle: getAttendance,
    },
    'attendances.update': {
      method: 'PUT',
      path: members,
      linked: true,
      summary: 'Changes what is sent of an RSVP',
      response: 'Attendance',
      request: 'AttendanceChanges',
      deferrable: true,
      handle: updateAttendance,
    },
  },
  sent: {
    NewAttendance: { table: 'attendances', isNew: true, relations: ['osdi:person'], person: true, tags: true },
    AttendanceChanges: { table: 'attendances', isNew: false, relations: [] },
  },
  shown: {
    Attendance: {
      table: 'attendances',
      links: () => ['osdi:event', 'osdi:person'],
      people: ({ attendancePerson }) => (attendancePerson === 'when recorded' ? ['person'] : []),
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
