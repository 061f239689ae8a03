import { rsvp } from '../rules/attendances.ts'
import type { Context } from '../rules/context.ts'
import { creatorStays, type NewEventInput, postEvent, putEvent } from '../rules/events.ts'
import { filteredAttendances, filteredEvents } from '../rules/filter.ts'
import { type Clauses, fieldClauses, HttpError, invalidField } from '../rules/http-error.ts'
import { type PersonInput, personIdIn, storePerson } from '../rules/people.ts'
import { attendancesOf, campaignFor, eventFor, eventsOf, isKnownTo, notFound, personFor } from '../rules/scope.ts'
import type { AttendanceRecord, CampaignRecord, EventRecord, PersonRecord } from '../store/model.ts'
import type { JsonObject } from '../text/json.ts'
import type { OperationName } from '../types/index.ts'
import type { Bytes } from './message.ts'
import { cachedPage, type PageRequest } from './page.ts'
import { ignoreOrRefuse, linkIn, noLink } from './read.ts'
import { readEvent } from './read-event.ts'
import { readRsvp } from './read-rsvp.ts'
import { attendanceText, campaignText, embedText, eventText, personText, type View } from './resources.ts'
import type { Match } from './router.ts'

/** A request whose route and key are known. */
interface Call extends PageRequest {
  readonly match: Match
  /** Its body; empty for a request that has none. */
  readonly body: JsonObject
}

/** Responds to a call with a resource as JSON, or throws an HTTP error. */
type Handler = (call: Call) => string | Bytes

const listEvents: Handler = (call) => eventPage(call, 'events')

const listCampaignEvents: Handler = (call) => {
  const campaign = campaignFor(call.view.context, call.key, call.match.id)
  return eventPage(call, `event_campaigns/${campaign.id}/events`, campaign)
}

function eventPage(call: Call, path: string, campaign?: CampaignRecord): Bytes {
  const { view, key } = call
  const { context, dialect } = view
  return cachedPage(call, {
    path,
    relation: 'osdi:events',
    pathOf: ({ id }: EventRecord) => `events/${id}`,
    text: (event) => eventText(view, event, 'embedded'),
    all: () => eventsOf(context, key, campaign),
    filtered: (odata) => filteredEvents(context, dialect, key, odata, campaign),
  })
}

const getEvent: Handler = ({ view, key, match }) => eventText(view, eventFor(view.context, key, match.id), 'resource')

const createEvent: Handler = ({ view, key, body }) => {
  const { context, dialect } = view
  const input = newEventIn(view, body)
  return eventText(view, postEvent(context, key, input, creatorIn(context, body), dialect.policy), 'resource')
}

/** The body of a POST. It is refused for what it must have and, as assumed, for what is invalid in it. */
function newEventIn({ context, dialect }: View, body: JsonObject): NewEventInput {
  const { invalidBody, invalidOptional } = context.assumptions
  const write = { isNew: true, nulls: 'invalid', relations: ['osdi:creator'] } as const
  const { input, invalid } = readEvent(context, dialect, body, write)
  ignoreOrRefuse(context, invalid, ({ kind, field, message }) => {
    const clauses = field.startsWith('location.') ? { v1: '§2.2', v2: '§2.2' } : fieldClauses
    if (kind === 'required') return invalidField(invalidBody, field, message, clauses)
    if (kind === 'postal code') return invalidField(400, field, message, clauses)
    return kind === 'optional' && invalidOptional === 400 ? notValid(field, message, clauses) : undefined
  })
  // No required field is missing.
  return input as NewEventInput
}

/** The refusal of an optional field. The response says neither which entry of a list is wrong nor why. */
const notValid = (field: string, message: string, clauses: Clauses): HttpError =>
  new HttpError(400, `${field.replaceAll(/\[\d+\]/g, '')}: is not valid`, { reason: { field, message, clauses } })

/** Where the creator link of a body leads. */
function creatorIn({ ignore }: Context, body: JsonObject): string | undefined {
  const { isThere, href } = linkIn(body, 'osdi:creator')
  if (isThere && href === undefined) ignore('_links.osdi:creator', noLink)
  return href
}

/** A PUT is never refused for what it sends: invalid entries are ignored (v1 §4.7, v2 §4.8). */
const updateEvent: Handler = ({ view, key, match, body }) => {
  const { context, dialect } = view
  const event = eventFor(context, key, match.id)
  const nulls = context.assumptions.nullInPut === 'clears' ? 'clear' : 'invalid'
  const { input, invalid } = readEvent(context, dialect, body, { isNew: false, nulls, relations: ['osdi:creator'] })
  ignoreOrRefuse(context, invalid, () => undefined)
  if (linkIn(body, 'osdi:creator').isThere) context.ignore('_links.osdi:creator', creatorStays)
  return eventText(view, putEvent(context, key, event, input, dialect.policy), 'resource')
}

const getPerson: Handler = ({ view, key, match }) =>
  personText(view, personFor(view.context, key, match.id), 'resource')

/** A collection of what the service does not store. It is there, and empty. */
const listPersonPart: Handler = (call) => {
  const { part } = call.match.route
  const { id } = personFor(call.view.context, call.key, call.match.id)
  const empty = { all: () => [], pathOf: () => '', text: () => '' }
  return cachedPage(call, { path: `people/${id}/${part}`, relation: `osdi:${part}`, ...empty })
}

const getCampaign: Handler = ({ view, key, match }) => campaignText(view, campaignFor(view.context, key, match.id))

const getEmbed: Handler = ({ view, key, match }) => embedText(view, eventFor(view.context, key, match.id))

const listAttendances: Handler = (call) => {
  const { context, dialect } = call.view
  const event = eventFor(context, call.key, call.match.id)
  return cachedPage(call, {
    ...attendancePage(call.view),
    path: `events/${event.id}/${dialect.attendances}`,
    all: () => context.store.attendancesOf(event),
    filtered: (odata) => filteredAttendances(context, dialect, event, odata),
  })
}

/** The RSVPs of a person to events tied to the key. */
const listPersonAttendances: Handler = (call) => {
  const { context, dialect } = call.view
  const person = personFor(context, call.key, call.match.id)
  return cachedPage(call, {
    ...attendancePage(call.view),
    path: `people/${person.id}/${dialect.attendances}`,
    all: () => attendancesOf(context, call.key, person),
  })
}

/** How a page shows attendances (assumption `attendanceLinks`). */
const attendancePage = (view: View) => ({
  relation: `osdi:${view.dialect.attendances}`,
  linkRelation: view.context.assumptions.attendanceLinks,
  pathOf: ({ event, id }: AttendanceRecord) => `events/${event}/${view.dialect.attendances}/${id}`,
  text: (attendance: AttendanceRecord) => attendanceText(view, attendance, 'embedded'),
})

const getAttendance: Handler = ({ view, key, match }) => {
  const event = eventFor(view.context, key, match.id)
  const attendance = view.context.store.attendances.get(match.member)
  if (attendance?.event !== event.id) throw notFound(view.context, 'attendance', match.member, false)
  return attendanceText(view, attendance, 'resource')
}

/** Records the RSVP of a person who is linked or described (assumption `recordAttendance`). */
const recordAttendance: Handler = (call) => {
  const { view, key, match, body } = call
  const { context } = view
  const event = eventFor(context, key, match.id)
  const { status, person: described, invalid } = readRsvp(context, body)
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
  const { email_address, ...others } = described
  const isDescribed = Object.values(others).some(Boolean)
  const { isThere, href } = linkIn(body, personLink)
  const noPerson = (message: string) => {
    const reason = { field: `_links.${personLink}`, message }
    return new HttpError(assumptions.invalidBody, `${reason.field}: is not a person`, { reason })
  }
  if (href !== undefined) {
    const linked = store.people.get(personIdIn(context, href) ?? '')
    if (!linked || !isKnownTo(context, key, linked)) throw noPerson('leads to no person that this key may see')
    if (isDescribed || email_address !== '') ignore('person', personStays)
    return linked
  }
  if (email_address === '' && isThere) throw noPerson(noLink)
  if (email_address === '') {
    const problem = `an address, or a link ${personLink}, is required`
    throw invalidField(assumptions.invalidBody, 'person.email_addresses', problem)
  }
  if (isThere) ignore(`_links.${personLink}`, noLink)
  const known = store.personByEmail(email_address, (person) => isKnownTo(context, key, person))
  if (known && isDescribed) ignore('person', personStays)
  return known
}

const personLink = 'osdi:person'
const personStays = 'the person is already known and stays unchanged'

/** The handler of each operation in the routing table. */
export const operations: Readonly<Record<OperationName, Handler>> = {
  'events.list': listEvents,
  'events.create': createEvent,
  'events.get': getEvent,
  'events.update': updateEvent,
  'campaigns.events': listCampaignEvents,
  'campaigns.get': getCampaign,
  'attendances.list': listAttendances,
  'attendances.record': recordAttendance,
  'attendances.get': getAttendance,
  'embed.get': getEmbed,
  'people.get': getPerson,
  'people.attendances': listPersonAttendances,
  'people.part': listPersonPart,
}
