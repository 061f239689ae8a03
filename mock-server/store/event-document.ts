import { frozen } from '../text/json.ts'
import type { EventRecord, Instant, LocationRecord, OwnerId } from './model.ts'
import type { Shared } from './shared.ts'

/** A text, or the number of a shared one. */
type Text<Value = string> = Value | number
/** What JSON makes of `undefined` in an array. */
type None = null | undefined

/** An event as it is kept: what neither its serial says nor an RSVP changes. */
type EventDocument = readonly [
  created: Instant,
  owner: Text<OwnerId>,
  key: Text,
  via: Text<EventRecord['via']>,
  campaign: Text | None,
  creator: Text,
  explicitCreator: boolean,
  image: string | None,
  capacity: number | None,
  hidden: boolean,
  visibility: Text<EventRecord['visibility']>,
  status: Text<EventRecord['status']>,
  removed: boolean,
  title: string,
  system: Text,
  name: Text | None,
  description: Text | None,
  instructions: Text | None,
  url: string | None,
  start: string | None,
  end: string | None,
  foreign: readonly string[],
  location: LocationDocument | number,
]

/** A location that is not shared: its place may be still. */
type LocationDocument = readonly [
  sent: LocationRecord['sent'],
  country: string,
  place: LocationRecord['place'] | number,
]

/** What is kept of an event elsewhere. */
type Rest = Pick<EventRecord, 'id' | 'serial' | 'modified' | 'accepted'>

export function documentOf(event: EventRecord, shared: Shared): EventDocument {
  const { content } = event
  const text = <Value extends string | undefined>(value: Value) => (value === undefined ? value : shared.text(value))
  return [
    event.created,
    shared.text(event.owner),
    shared.text(event.key),
    shared.text(event.via),
    text(event.campaign),
    shared.text(event.creator),
    event.explicitCreator,
    event.featured_image_url,
    event.capacity,
    event.hidden,
    shared.text(event.visibility),
    shared.text(event.status),
    event.removed,
    content.title,
    shared.text(content.origin_system),
    text(content.name),
    text(content.description),
    text(content.instructions),
    content.browser_url,
    content.start,
    content.end,
    content.foreign,
    locationDocumentOf(content.location, shared),
  ]
}

function locationDocumentOf(location: LocationRecord, shared: Shared): LocationDocument | number {
  // First the place: many more events have it than have the same location, and there is room for so many things only.
  const place = shared.object(location.place)
  const standing = shared.object(location)
  return typeof standing === 'number' ? standing : [location.sent, location.country, place]
}

/** Undo of `documentOf`: the same members in the same order as in every other event, and what was frozen is. */
export function eventOf(document: unknown, { id, serial, modified, accepted }: Rest, shared: Shared): EventRecord {
  const [
    created,
    owner,
    key,
    via,
    campaign,
    creator,
    explicitCreator,
    image,
    capacity,
    hidden,
    visibility,
    status,
    removed,
    ...content
  ] = document as EventDocument
  const [title, system, name, description, instructions, url, start, end, foreign, location] = content
  return {
    id,
    serial,
    owner: shared.value(owner),
    key: shared.value(key),
    created,
    modified,
    via: shared.value(via),
    campaign: shared.value(campaign ?? undefined),
    creator: shared.value(creator),
    explicitCreator,
    featured_image_url: image ?? undefined,
    capacity: capacity ?? undefined,
    hidden,
    visibility: shared.value(visibility),
    status: shared.value(status),
    content: {
      title,
      origin_system: shared.value(system),
      name: shared.value(name ?? undefined),
      description: shared.value(description ?? undefined),
      instructions: shared.value(instructions ?? undefined),
      browser_url: url ?? undefined,
      start: start ?? undefined,
      end: end ?? undefined,
      foreign,
      location: typeof location === 'number' ? shared.value<LocationRecord>(location) : locationOf(location, shared),
    },
    accepted,
    removed,
  }
}

function locationOf([sent, country, place]: LocationDocument, shared: Shared): LocationRecord {
  return { sent: frozen(sent), place: frozen(shared.value(place)), country }
}
