import { segmentsOf } from '../address/references.ts'
import type { Curie, HalLike, Link, OneOrMany } from '../hal/hal.ts'
import { firstLink, itemRelationsIn } from '../hal/relations.ts'
import type { ListedField } from './field-list.ts'
import { curies, links } from './hal-schemas.ts'
import { integer, maybe, objectOf, texts } from './schemas.ts'

/** Links of an event campaign. */
export interface EventCampaignLinks {
  /** The event campaign itself. */
  self?: OneOrMany<Link> | null
  /** The events of the event campaign. */
  'osdi:events'?: OneOrMany<Link> | null
  /** Where relations are documented. */
  curies?: Curie[] | Curie | null
}

/** Fields of an event campaign that have the same name in both versions. The spec does not show them: all may be absent. */
export interface EventCampaignFields {
  /** Identifiers of the form `<system>:<id>`. */
  identifiers?: string[] | null
  /** Title for the organizers' own use. */
  name?: string | null
  /** What the event campaign is about: HTML, untrusted. */
  description?: string | null
  /** Address of the banner image. Set by the service. */
  featured_image_url?: string | null
  /** Why people should host an event: HTML, untrusted. */
  host_pitch?: string | null
  /** What hosts must know: HTML, untrusted. */
  host_instructions?: string | null
  /** Address of the page where people add events. Set by the service. */
  host_url?: string | null
  /** Number of events. Set by the service. */
  total_events?: number | null
  /** Number of RSVPs to all events. Set by the service. */
  total_rsvps?: number | null
  /** Names of tags. */
  tag_list?: string[] | null
  /** Links of the event campaign. */
  _links?: EventCampaignLinks | null
}

/** The fields of event campaigns in both versions. */
export const listedCampaignFields = {
  identifiers: { filterType: 'identifiers', sent: 'optional' },
  name: { filterType: 'text', sent: 'optional' },
  description: { filterType: 'text', sent: 'optional' },
  featured_image_url: { filterType: 'text' },
  host_pitch: { filterType: 'text', sent: 'optional' },
  host_instructions: { filterType: 'text', sent: 'optional' },
  host_url: { filterType: 'text' },
  total_events: { filterType: 'number' },
  total_rsvps: { filterType: 'number' },
  tag_list: { sent: 'optional' },
  _links: {},
} as const satisfies { readonly [Name in keyof EventCampaignFields]-?: ListedField }

/** Schemas of the fields of event campaigns in both versions, except for plain ones. */
export const campaignTypes = () => ({
  total_events: maybe(integer),
  total_rsvps: maybe(integer),
  tag_list: maybe(texts),
  _links: maybe(objectOf<EventCampaignLinks>()({ self: links(), 'osdi:events': links(), curies: curies() })),
})

/** The kind of a resource by the segment before its id. */
const otherKinds: Readonly<Record<string, string>> = {
  events: 'an event',
  people: 'a person',
  attendances: 'an attendance',
  attendance: 'an attendance',
}

/** What is wrong with an object that is another kind of resource, not an event campaign. */
function notACampaign(value: HalLike): string | undefined {
  const [parent = ''] = segmentsOf(firstLink(value, 'self')?.href ?? '').slice(-2)
  const isCollection = parent !== 'event_campaigns' && itemRelationsIn(value._embedded).length > 0
  const other = isCollection ? 'a collection' : otherKinds[parent]
  return other && `is ${other}, not an event campaign`
}

/** Whether a resource shows itself as an event campaign: by a name of its own, its identifiers or its self link. */
const shows = (value: HalLike): boolean =>
  ['title', 'name', 'identifiers'].some((name) => Reflect.get(value, name)) || firstLink(value, 'self') !== undefined

/** What the rows of both versions have in the table of resources. */
export const rowOfCampaigns = {
  noun: 'event campaign',
  collection: 'event_campaigns',
  problem: notACampaign,
  shows,
} as const
