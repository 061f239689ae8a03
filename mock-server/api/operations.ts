import { type Context, HttpError } from '../rules/context.ts'
import { type NewEventInput, postEvent, putEvent } from '../rules/events.ts'
import { filteredEvents } from '../rules/filter.ts'
import { campaignFor, eventFor, eventsOf, personFor } from '../rules/scope.ts'
import type { CampaignRecord, EventRecord } from '../store/model.ts'
import type { OperationName } from '../types/index.ts'
import { getAttendance, listAttendances, listPersonAttendances, recordAttendance } from './attendances.ts'
import { type Handler, keptPage, type Operation } from './operation.ts'
import { pagePieces } from './page.ts'
import { campaignText, embedText, personText } from './people.ts'
import { type InvalidField, readEvent } from './read.ts'
import type { Bytes } from './response.ts'
import { hrefIn } from './view.ts'
import { eventText } from './write.ts'

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

const eventPage = (call: Operation, address: string, campaign?: CampaignRecord): Bytes => {
  const { view, key } = call
  const { context, dialect, addresses } = view
  return keptPage(call, {
    address,
    relation: 'osdi:events',
    addressOf: ({ id }: EventRecord) => addresses.event(id),
    text: (event) => eventText(view, event, 'embedded'),
    all: () => eventsOf(context, key, campaign),
    filtered: (odata) => filteredEvents(context, dialect, key, odata, campaign),
  })
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
