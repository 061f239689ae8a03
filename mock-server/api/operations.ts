import { rsvp } from '../rules/attendances.ts'
import { type Context, HttpError } from '../rules/context.ts'
import { personAt } from '../rules/creators.ts'
import { type NewEventInput, postEvent, putEvent } from '../rules/events.ts'
import { filteredEvents } from '../rules/filter.ts'
import { attendancesOf, campaignFor, eventFor, eventsOf, isKnownTo, personFor, storePerson } from '../rules/scope.ts'
import type { Range } from '../store/lists.ts'
import type { AttendanceRecord, CampaignRecord, EventRecord, KeyRecord, PersonRecord } from '../store/model.ts'
import { at, isObject, type JsonObject, textOf } from '../text/json.ts'
import { isEmail } from '../text/strings.ts'
import type { OperationName } from '../types/index.ts'
import { cachesOf } from './cache.ts'
import { encoded, type Paging, pagePieces } from './page.ts'
import { attendanceText, campaignText, embedText, personText } from './people.ts'
import { type InvalidField, readEvent } from './read.ts'
import type { Bytes } from './response.ts'
import type { Match } from './router.ts'
import { hrefIn, type View } from './view.ts'
import { eventText } from './write.ts'

/** A request that has found its route and shown its key. */
export interface Operation {
  readonly view: View
  readonly key: KeyRecord
  readonly match: Match
  /** OData text that the list is to be filtered by. */
  readonly filter: string | undefined
  /** Which page it asks for; read only where there are pages. */
  paging(): Paging
  /** Its body; empty for a request that has none. */
  readonly body: JsonObject
}

/** Responds to a call with a resource as JSON, or throws an HTTP error. */
export type Handler = (call: Operation) => string | Bytes

/** Reads the body of a POST, which is refused for what it must have and, as assumed, for what is invalid in it. */
export function readNewEvent({ view: { context, dialect }, body }: Operation): NewEventInput {
  const { input, problems } = readEvent(dialect, body, 'invalid')
  for (const problem of problems) refuse(context, problem, dialect.policy.postalCode === 400)
  const { title, origin_system } = input
  if (title === undefined || origin_system === undefined)
    throw new HttpError(context.assumptions.invalidBody, 'body: is not an event')
  return { ...input, title, origin_system }
}

function refuse({ assumptions }: Context, { kind, field }: InvalidField, needsPostalCode: boolean): void {
  if (kind === 'required')
    throw new HttpError(assumptions.invalidBody, `${field}: is required and must be a text that is not empty`)
  if (kind === 'optional' && assumptions.invalidOptional === 400) throw new HttpError(400, `${field}: is not valid`)
  if (kind === 'postal code' && needsPostalCode) throw new HttpError(400, `${field}: is required`)
}

export const listEvents: Handler = (call) => eventPage(call, call.view.addresses.events)

export const listCampaignEvents: Handler = (call) => {
  const { context, addresses } = call.view
  const campaign = campaignFor(context, call.key, call.match.id)
  return eventPage(call, addresses.campaignEvents(campaign.id), campaign)
}

function eventPage({ view, key, filter, paging }: Operation, address: string, campaign?: CampaignRecord): Bytes {
  const { context, dialect, addresses } = view
  const { store } = context
  const asked = paging()
  const addressOf = ({ id }: EventRecord) => addresses.event(id)
  const text = (event: EventRecord) => eventText(view, event, 'embedded')
  // Whose events they are, in which version, under which address: all that a page depends on beside the store.
  const scope = store.scopeOf({ owner: key.owner, key: key.token })
  const list = `${scope} ${address}`
  const { pages, lists } = cachesOf(store)
  const filtered = (odata: string) =>
    lists.get(`${list} ${odata}`, store.revision, () => filteredEvents(context, dialect, key, odata, campaign))
  const make = () => {
    const members = filter === undefined ? eventsOf(context, key, campaign) : filtered(filter)
    return encoded(pagePieces(view, { address, relation: 'osdi:events', members, addressOf, text }, asked))
  }
  return pages.get(`${list}${asked.self}`, store.revision, make)
}

export const getEvent: Handler = ({ view, key, match }) =>
  eventText(view, eventFor(view.context, key, match.id), 'resource')

export const createEvent: Handler = (call) => {
  const { view, key, body } = call
  const creator = hrefIn(body, 'osdi:creator')
  return eventText(view, postEvent(view.context, key, readNewEvent(call), creator, view.dialect.policy), 'resource')
}

/** A PUT is never refused for what it sends: invalid entries are ignored (v1 §4.7, v2 §4.8). */
export const updateEvent: Handler = ({ view, key, match, body }) => {
  const { context, dialect } = view
  const event = eventFor(context, key, match.id)
  const nulls = context.assumptions.nullInPut === 'clears' ? 'clear' : 'invalid'
  const { input } = readEvent(dialect, body, nulls)
  return eventText(view, putEvent(context, key, event, input, dialect.policy), 'resource')
}

export const listAttendances: Handler = (call) => {
  const { context, addresses } = call.view
  const event = eventFor(context, call.key, call.match.id)
  return attendancePage(call, addresses.attendances(event.id), context.store.attendancesOf(event))
}

/** A person's RSVPs to events tied to the key; those to other events are not the key's to see. */
export const listPersonAttendances: Handler = (call) => {
  const { context, addresses, dialect } = call.view
  const person = personFor(context, call.key, call.match.id)
  const members = attendancesOf(context, call.key, person)
  return attendancePage(call, addresses.personPart(person.id, dialect.attendances), members)
}

function attendancePage({ view, paging }: Operation, address: string, members: Range<AttendanceRecord>): string {
  const addressOf = (one: AttendanceRecord) => view.addresses.attendance(one.event, one.id)
  const text = (one: AttendanceRecord) => attendanceText(view, one, 'embedded')
  const relation = `osdi:${view.dialect.attendances}`
  return pagePieces(view, { address, relation, members, addressOf, text }, paging()).join('')
}

export const getAttendance: Handler = ({ view, key, match }) => {
  const event = eventFor(view.context, key, match.id)
  const attendance = view.context.store.attendances.get(match.member)
  if (attendance?.event !== event.id) throw new HttpError(view.context.assumptions.notFound, 'Attendance not found')
  return attendanceText(view, attendance, 'resource')
}

/** Records the RSVP of a linked or a described person (assumption `recordAttendance`). */
export const recordAttendance: Handler = (call) => {
  const { context } = call.view
  const event = eventFor(context, call.key, call.match.id)
  return attendanceText(call.view, rsvp(context, event, respondent(call)), 'resource')
}

/**
 * Whose RSVP a body is: the linked person, or the one with the e-mail address, who is stored if nobody has it. Only of people
 * whom the key may see: an RSVP makes its person readable.
 */
function respondent({ view: { context }, key, body }: Operation): PersonRecord {
  const invalid = (field: string, problem: string) =>
    new HttpError(context.assumptions.invalidBody, `${field}: ${problem}`)
  const href = hrefIn(body, 'osdi:person')
  if (href !== undefined) {
    const linked = context.store.people.get(personAt(context, href) ?? '')
    if (!linked || !isKnownTo(context, key, linked)) throw invalid('_links.osdi:person', 'is no person')
    return linked
  }
  const person = at(body, 'person')
  const address = primary(at(person, 'email_addresses'), 'address')?.trim()
  if (address === undefined || !isEmail(address))
    throw invalid('person.email_addresses', 'an address, or a link osdi:person, is required')
  return (
    context.store.personByEmail(address, (person) => isKnownTo(context, key, person)) ??
    storePerson(context, {
      given_name: textOf(at(person, 'given_name')) ?? '',
      family_name: textOf(at(person, 'family_name')) ?? '',
      email_address: address,
      postal_code: primary(at(person, 'postal_addresses'), 'postal_code'),
    })
  )
}

/** A member of the entry that is marked primary, or of the first one. */
function primary(entries: unknown, member: string): string | undefined {
  const objects = Array.isArray(entries) ? entries.filter(isObject) : []
  const chosen = objects.find((entry) => entry.primary === true) ?? objects[0]
  return textOf(at(chosen, member))
}

export const getPerson: Handler = ({ view, key, match }) =>
  personText(view, personFor(view.context, key, match.id), 'resource')

/** What the service keeps nothing of: the collection is there, and empty. */
export const listPersonPart: Handler = ({ view, key, match, paging }) => {
  const { id } = personFor(view.context, key, match.id)
  const address = view.addresses.personPart(id, match.part)
  const none = (item: never) => item
  const relation = `osdi:${match.part}`
  return pagePieces(view, { address, relation, members: [], addressOf: none, text: none }, paging()).join('')
}

export const getCampaign: Handler = ({ view, key, match }) =>
  campaignText(view, campaignFor(view.context, key, match.id))

export const getEmbed: Handler = ({ view, key, match }) => embedText(view, eventFor(view.context, key, match.id))

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
