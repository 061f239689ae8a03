import { readEvent } from '../dialects/read.ts'
import { hrefIn } from '../hal.ts'
import type { Listing } from '../memory/listing.ts'
import type { EventRecord } from '../model.ts'
import { collection } from '../resources/collection.ts'
import { eventJson, listedEvents, singleEvents } from '../resources/event.ts'
import { pagesOf } from '../resources/pages.ts'
import { postEvent, putEvent } from '../service/events.ts'
import { campaignFor, eventFor, eventsOf } from '../service/scope.ts'
import type { Call, Handler } from './call.ts'
import { readNewEvent } from './new-event.ts'

export const listEvents: Handler = (call) =>
  eventCollection(call, call.view.addresses.events, eventsOf(call.view.world, call.key))

export const listCampaignEvents: Handler = (call) => {
  const { world, addresses } = call.view
  const campaign = campaignFor(world, call.key, call.match.id)
  return eventCollection(call, addresses.campaignEvents(campaign.id), eventsOf(world, call.key, campaign))
}

function eventCollection({ view, key, paging: pagingOf }: Call, address: string, members: Listing<EventRecord>) {
  const { store } = view.world
  const kept = listedEvents(view)
  const show = (event: EventRecord) => kept.in(view, event)
  const paging = pagingOf()
  const make = () => collection(view, { address, relation: 'osdi:events', members, show }, paging)
  // Whose events they are, in which version, under which address: all that a page depends on beside the store.
  const scope = store.scopeOf({ owner: key.owner, key: key.token })
  return pagesOf(view).of(`${scope} ${address}${paging.query(paging.page)}`, store.revision, make)
}

export const getEvent: Handler = ({ view, key, match }) => [
  singleEvents(view).in(view, eventFor(view.world, key, match.id)),
]

export const createEvent: Handler = (call) => {
  const { view, key, body } = call
  const creator = hrefIn(body, 'osdi:creator')
  return [eventJson(view, postEvent(view.world, key, readNewEvent(call), creator, view.dialect.policy), 'single')]
}

/** A PUT is never refused for what it sends: invalid entries are ignored (v1 §4.7, v2 §4.8). */
export const updateEvent: Handler = ({ view, key, match, body }) => {
  const { world, dialect } = view
  const event = eventFor(world, key, match.id)
  const nulls = world.assumptions.nullInPut === 'clears' ? 'clear' : 'invalid'
  const { input } = readEvent(dialect, body, nulls)
  return [eventJson(view, putEvent(world, key, event, input, dialect.policy), 'single')]
}
