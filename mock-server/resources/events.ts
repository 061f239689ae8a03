import type { Bytes } from '../api/message.ts'
import { cachedPage } from '../api/page.ts'
import { ignoreOrRefuse, linkIn, noLink, notValid } from '../api/read.ts'
import { readEvent } from '../api/read-event.ts'
import { addressOf, campaignPath, curiesText, type Form, fieldsText, linkText, type View } from '../api/view.ts'
import type { Context } from '../rules/context.ts'
import { eventValues } from '../rules/event-values.ts'
import { creatorStays, type NewEventInput, postEvent, putEvent } from '../rules/events.ts'
import { fieldClauses, invalidField } from '../rules/http-error.ts'
import { filteredEvents } from '../rules/odata-filter.ts'
import { campaignFor, eventAt, eventsOf } from '../rules/scope.ts'
import type { CampaignRecord, EventRecord, PersonRecord } from '../store/model.ts'
import type { JsonObject } from '../text/json.ts'
import { personText } from './people.ts'
import { type Call, type Handler, list, type Resource } from './resource.ts'

const listEvents: Handler = (call) => eventPage(call, 'events')

/** A page of events. With `campaign`, only the events of that campaign. */
export function eventPage(call: Call, path: string, campaign?: CampaignRecord): Bytes {
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

const getEvent: Handler = ({ view, key, ids }) => eventText(view, eventAt(view.context, key, ids, 'read'), 'resource')

const createEvent: Handler = ({ view, key, ids, body }) => {
  const { context, dialect } = view
  const campaign = ids.campaign === '' ? undefined : campaignFor(context, key, ids.campaign).id
  const input = newEventIn(view, body)
  const creator = creatorIn(context, body)
  return storedText(view, postEvent(context, key, input, { creator, campaign }, dialect.policy))
}

function storedText(view: View, event: EventRecord, before?: string): string {
  view.context.noteStored({ kind: 'event', id: event.id, title: event.content.title }, before)
  return eventText(view, event, 'resource')
}

/** Reads the body of a POST. Throws for a missing required field, and also for other invalid parts if an assumption says so. */
function newEventIn(view: View, body: JsonObject): NewEventInput {
  const { context } = view
  const { invalidBody, invalidOptional } = context.assumptions
  const write = { isNew: true, nulls: 'invalid', relations: ['osdi:creator'] } as const
  const { input, invalid } = readEvent(view, body, write)
  ignoreOrRefuse(context, invalid, ({ kind, field, message }) => {
    const clauses = field.startsWith('location.') ? { v1: '§2.2', v2: '§2.2' } : fieldClauses
    if (kind === 'required') return invalidField(invalidBody, field, message, clauses)
    if (kind === 'postal code') return invalidField(400, field, message, clauses)
    return kind === 'optional' && invalidOptional === 400 ? notValid(field, message, clauses) : undefined
  })
  // The cast is safe, because the code above has thrown for a missing required field.
  return input as NewEventInput
}

/** Reads the address of the creator link from a body. */
function creatorIn({ ignore }: Context, body: JsonObject): string | undefined {
  const { isThere, href } = linkIn(body, 'osdi:creator')
  if (isThere && href === undefined) ignore('_links.osdi:creator', noLink)
  return href
}

/** Changes an event. Ignores invalid parts of the body, because the service never refuses a PUT for them (v1 §4.7, v2 §4.8). */
const updateEvent: Handler = ({ view, key, ids, body }) => {
  const { context, dialect } = view
  const event = eventAt(context, key, ids, 'write')
  const nulls = context.assumptions.nullInPut === 'clears' ? 'clear' : 'invalid'
  const { input, invalid } = readEvent(view, body, { isNew: false, nulls, relations: ['osdi:creator'] })
  ignoreOrRefuse(context, invalid, () => undefined)
  if (linkIn(body, 'osdi:creator').isThere) context.ignore('_links.osdi:creator', creatorStays)
  const before = eventText(view, event, 'resource')
  return storedText(view, putEvent(context, key, event, input, dialect.policy), before)
}

/** An event as JSON. Joins texts, because a page has many events, and building and serializing objects takes longer. */
export function eventText(view: View, event: EventRecord, form: Form): string {
  const { fields, embedsPeople } = view.dialect
  const hasPeople = embedsPeople === 'always' || (embedsPeople === 'in campaigns' && event.campaign !== undefined)
  const people = hasPeople ? `,"_embedded":{${peopleText(view, event, form)}}` : ''
  const shown = fieldsText(view, fields.events, eventValues, event)
  return `{${shown}"_links":{${linksOf(view, event)}${curiesText(view, form)}}${people}}`
}

/** The links of an event (v1 §2.4, v2 §2.5). Curies are not among them. */
function linksOf(view: View, { id, creator, campaign }: EventRecord): string {
  const { namespace, attendances, attendanceHelpers } = view.dialect
  const event = addressOf(view, `events/${id}`)
  const person = linkText(addressOf(view, `people/${creator}`))
  const toAttendances = linkText(`${event}/${attendances}`)
  const toCampaign = campaign && linkText(addressOf(view, campaignPath(view, campaign)))
  return (
    `"self":${linkText(event)},"osdi:${attendances}":${toAttendances}` +
    `,"osdi:creator":${person},"osdi:organizer":${person}` +
    (toCampaign ? `,"${namespace}:event_campaign":${toCampaign}` : '') +
    `,"${namespace}:embed":${linkText(`${event}/embed`)}` +
    attendanceHelpers.map((relation) => `,"${relation}":${toAttendances}`).join('')
  )
}

/**
 * The member `_embedded` of an event, with creator and organizer. They are the same person (v1 §2.1).
 */
function peopleText(view: View, { creator }: EventRecord, form: Form): string {
  const person = view.context.store.people.get(creator)
  if (!person) return ''
  const shown = view.dialect.embedsPeople === 'always' ? withoutStatuses(person) : person
  const text = view.people.get(creator) ?? personText(view, shown, form)
  view.people.set(creator, text)
  return `"osdi:creator":${text},"osdi:organizer":${text}`
}

/** The table of embedded people has no status of an e-mail address (v1 §2.3). */
const withoutStatuses = (person: PersonRecord): PersonRecord => ({
  ...person,
  email_addresses: person.email_addresses.map(({ address }) => ({ address, status: undefined })),
})

const eventPaths = ['events/:id', 'event_campaigns/:campaign/events/:id']
const peopleLinks = ['osdi:creator', 'osdi:organizer'] as const

export const events = {
  operations: {
    'events.list': {
      ...list,
      path: 'events',
      filtered: ['events'],
      summary: 'Lists events',
      response: 'Events',
      handle: listEvents,
    },
    'events.create': {
      method: 'POST',
      path: ['events', 'event_campaigns/:campaign/events'],
      summary: 'Creates an event',
      response: 'Event',
      request: 'NewEvent',
      errors: ({ malformedIdentifier, foreignOwner, twoMatches }, { policy }) => [
        ...[policy.postalCode, policy.known, malformedIdentifier, foreignOwner],
        policy.known === 'update' && twoMatches,
      ],
      geocodes: true,
      handle: createEvent,
    },
    'events.get': {
      method: 'GET',
      path: eventPaths,
      summary: 'Shows an event',
      response: 'Event',
      handle: getEvent,
    },
    'events.update': {
      method: 'PUT',
      path: eventPaths,
      summary: 'Changes what is sent of an event',
      response: 'Event',
      request: 'EventChanges',
      errors: ({ ownTwin }) => [ownTwin],
      geocodes: true,
      handle: updateEvent,
    },
  },
  sent: {
    NewEvent: { table: 'events', isNew: true, relations: ['osdi:creator'] },
    EventChanges: { table: 'events', isNew: false, relations: [] },
  },
  shown: {
    Event: {
      table: 'events',
      links: ({ attendances, attendanceHelpers, namespace }) => [
        ...[`osdi:${attendances}`, ...peopleLinks, `${namespace}:embed`],
        ...attendanceHelpers,
      ],
      optionalLinks: ({ namespace }) => [`${namespace}:event_campaign`],
      embeds: ({ embedsPeople }) => (embedsPeople === 'always' ? peopleLinks : []),
      optionalEmbeds: ({ embedsPeople }) => (embedsPeople === 'in campaigns' ? peopleLinks : []),
    },
  },
  lists: { Events: { of: 'Event', relation: () => 'osdi:events' } },
} as const satisfies Resource
