import { rsvp } from '../rules/attendances.ts'
import { HttpError } from '../rules/context.ts'
import { type NewEventInput, postEvent, putEvent } from '../rules/events.ts'
import { filteredAttendances, filteredEvents } from '../rules/filter.ts'
import { type PersonInput, personIdIn, storePerson } from '../rules/people.ts'
import { attendancesOf, campaignFor, eventFor, eventsOf, isKnownTo, personFor } from '../rules/scope.ts'
import type { AttendanceRecord, CampaignRecord, EventRecord, PersonRecord } from '../store/model.ts'
import type { JsonObject } from '../text/json.ts'
import type { OperationName } from '../types/index.ts'
import type { Bytes } from './message.ts'
import { cachedPage, type PageRequest } from './page.ts'
import { hrefIn, readEvent, readRsvp } from './read.ts'
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
  const creator = hrefIn(body, 'osdi:creator')
  return eventText(view, postEvent(context, key, newEventIn(view, body), creator, dialect.policy), 'resource')
}

/** The body of a POST. It is refused for what it must have and, as assumed, for what is invalid in it. */
function newEventIn({ context: { assumptions }, dialect }: View, body: JsonObject): NewEventInput {
  const { input, problems } = readEvent(dialect, body, 'invalid')
  for (const { kind, field } of problems) {
    if (kind === 'required')
      throw new HttpError(assumptions.invalidBody, `${field}: is required and must be a text that is not empty`)
    if (kind === 'optional' && assumptions.invalidOptional === 400) throw new HttpError(400, `${field}: is not valid`)
    if (kind === 'postal code' && dialect.policy.postalCode === 400) throw new HttpError(400, `${field}: is required`)
  }
  // No required field is missing.
  return input as NewEventInput
}

/** A PUT is never refused for what it sends: invalid entries are ignored (v1 §4.7, v2 §4.8). */
const updateEvent: Handler = ({ view, key, match, body }) => {
  const { context, dialect } = view
  const event = eventFor(context, key, match.id)
  const nulls = context.assumptions.nullInPut === 'clears' ? 'clear' : 'invalid'
  const { input } = readEvent(dialect, body, nulls)
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
  if (attendance?.event !== event.id) throw new HttpError(view.context.assumptions.notFound, 'Attendance not found')
  return attendanceText(view, attendance, 'resource')
}

/** Records the RSVP of a person who is linked or described (assumption `recordAttendance`). */
const recordAttendance: Handler = (call) => {
  const { view, key, match, body } = call
  const { context } = view
  const event = eventFor(context, key, match.id)
  const { input, problems } = readRsvp(context, body)
  const [invalid] = problems
  const known = knownPerson(call, input.person)
  if (invalid !== undefined && context.assumptions.invalidOptional === 400)
    throw new HttpError(400, `${invalid}: is not valid`)
  const person = known ?? storePerson(context, input.person)
  return attendanceText(view, rsvp(context, event, person, input.status), 'resource', person)
}

/**
 * The person of an RSVP: the linked one, or the one with the e-mail address; undefined for a new address. Only people that the key may
 * see are taken, as an RSVP makes its person visible.
 */
function knownPerson({ view: { context }, key, body }: Call, described: PersonInput): PersonRecord | undefined {
  const { store, assumptions } = context
  const invalid = (field: string, problem: string) => new HttpError(assumptions.invalidBody, `${field}: ${problem}`)
  const href = hrefIn(body, 'osdi:person')
  if (href !== undefined) {
    const linked = store.people.get(personIdIn(context, href) ?? '')
    if (!linked || !isKnownTo(context, key, linked)) throw invalid('_links.osdi:person', 'is no person')
    return linked
  }
  if (described.email_address === '')
    throw invalid('person.email_addresses', 'an address, or a link osdi:person, is required')
  return store.personByEmail(described.email_address, (person) => isKnownTo(context, key, person))
}

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
