import type { EventCampaignFields, EventCampaignLinks } from '../hal/event-campaign.ts'
import type { HalLike } from '../hal/hal.ts'
import { segmentsOf } from '../hal/ids.ts'
import { firstLink, itemRelationsIn } from '../hal/relations.ts'
import type { ListedField } from './field-list.ts'
import { curies, links } from './hal-schemas.ts'
import { integer, maybe, objectOf, texts } from './schemas.ts'

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
