import { rsvp } from '../rules/attendances.ts'
import { type Context, HttpError } from '../rules/context.ts'
import { type NewEventInput, postEvent, putEvent } from '../rules/events.ts'
import { filteredAttendances, filteredEvents } from '../rules/filter.ts'
import { personIdIn, storePerson } from '../rules/people.ts'
import { attendancesOf, campaignFor, eventFor, eventsOf, isKnownTo, personFor } from '../rules/scope.ts'
import type { AttendanceRecord, CampaignRecord, EventRecord, PersonRecord } from '../store/model.ts'
import type { JsonObject } from '../text/json.ts'
import type { OperationName } from '../types/index.ts'
import type { Bytes } from './message.ts'
import { cachedPage, type PageRequest } from './page.ts'
import { hrefIn, type InvalidField, type RsvpInput, readEvent, readRsvp } from './read.ts'
import { attendanceText, campaignText, embedText, eventText, personText, type View } from './resources.ts'
import type { Match } from './router.ts'

/** A request whose route and key are known. */
interface Operation extends PageRequest {
  readonly match: Match
  /** Its body; empty for a request that has none. */
  readonly body: JsonObject
}

/** Responds to a call with a resource as JSON, or throws an HTTP error. */
type Handler = (call: Operation) => string | Bytes

/** Reads the body of a POST, which is refused for what it must have and, as assumed, for what is invalid in it. */
function readNewEvent({ view: { context, dialect }, body }: Operation): NewEventInput {
  const { input, problems } = readEvent(dialect, body, 'invalid')
  for (const problem of problems) refuse(context, problem, dialect.policy.postalCode === 400)
  // Without a required field it was refused.
  return input as NewEventInput
}

function refuse({ assumptions }: Context, { kind, field }: InvalidField, needsPostalCode: boolean): void {
  if (kind === 'required')
    throw new HttpError(assumptions.invalidBody, `${field}: is required and must be a text that is not empty`)
  if (kind === 'optional' && assumptions.invalidOptional === 400) throw new HttpError(400, `${field}: is not valid`)
  if (kind === 'postal code' && needsPostalCode) throw new HttpError(400, `${field}: is required`)
}

const listEvents: Handler = (call) => eventPage(call, 'events')

const listCampaignEvents: Handler = (call) => {
  const campaign = campaignFor(call.view.context, call.key, call.match.id)
  return eventPage(call, `event_campaigns/${campaign.id}/events`, campaign)
}

const eventPage = (call: Operation, path: string, campaign?: CampaignRecord): Bytes => {
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

const createEvent: Handler = (call) => {
  const { view, key, body } = call
  const creator = hrefIn(body, 'osdi:creator')
  return eventText(view, postEvent(view.context, key, readNewEvent(call), creator, view.dialect.policy), 'resource')
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

/** What the service keeps nothing of: the collection is there, and empty. */
const listPersonPart: Handler = (call) => {
  const { part } = call.match
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
    ...shownIn(call.view),
    path: `events/${event.id}/${dialect.attendances}`,
    all: () => context.store.attendancesOf(event),
    filtered: (odata) => filteredAttendances(context, dialect, event, odata),
  })
}

/** A person's RSVPs to events tied to the key; those to other events are not the key's to see. */
const listPersonAttendances: Handler = (call) => {
  const { context, dialect } = call.view
  const person = personFor(context, call.key, call.match.id)
  return cachedPage(call, {
    ...shownIn(call.view),
    path: `people/${person.id}/${dialect.attendances}`,
    all: () => attendancesOf(context, call.key, person),
  })
}

/** How a page shows attendances (assumption `attendanceLinks`). */
const shownIn = (view: View) => ({
  relation: `osdi:${view.dialect.attendances}`,
  linked: view.context.assumptions.attendanceLinks,
  pathOf: ({ event, id }: AttendanceRecord) => `events/${event}/${view.dialect.attendances}/${id}`,
  text: (attendance: AttendanceRecord) => attendanceText(view, attendance, 'embedded'),
})

const getAttendance: Handler = ({ view, key, match }) => {
  const event = eventFor(view.context, key, match.id)
  const attendance = view.context.store.attendances.get(match.member)
  if (attendance?.event !== event.id) throw new HttpError(view.context.assumptions.notFound, 'Attendance not found')
  return attendanceText(view, attendance, 'resource')
}

/** Records the RSVP of a linked or a described person (assumption `recordAttendance`). */
const recordAttendance: Handler = (call) => {
  const { context } = call.view
  const event = eventFor(context, call.key, call.match.id)
  const { input, problems } = readRsvp(context, call.body)
  const [problem] = problems
  const known = knownPerson(call, input)
  if (problem !== undefined && context.assumptions.invalidOptional === 400)
    throw new HttpError(400, `${problem}: is not valid`)
  const person = known ?? storePerson(context, input.person)
  return attendanceText(call.view, rsvp(context, event, person, input.status), 'resource', person)
}

/**
 * Whose RSVP a body is: the linked person, or the one with the e-mail address; undefined where nobody has it. Only people whom the key
 * may see: an RSVP makes its person readable.
 */
function knownPerson({ view: { context }, key, body }: Operation, { person }: RsvpInput): PersonRecord | undefined {
  const { store, assumptions } = context
  const invalid = (field: string, problem: string) => new HttpError(assumptions.invalidBody, `${field}: ${problem}`)
  const href = hrefIn(body, 'osdi:person')
  if (href !== undefined) {
    const linked = store.people.get(personIdIn(context, href) ?? '')
    if (!linked || !isKnownTo(context, key, linked)) throw invalid('_links.osdi:person', 'is no person')
    return linked
  }
  if (person.email_address === '')
    throw invalid('person.email_addresses', 'an address, or a link osdi:person, is required')
  return store.personByEmail(person.email_address, (one) => isKnownTo(context, key, one))
}

/** What does each of the routing table's operations. */
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
