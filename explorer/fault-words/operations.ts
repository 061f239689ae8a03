import type { OperationName } from 'osdi-events/mock'
import type { Options } from '../components/field.tsx'

/** What a request does that has an operation: `a request that lists events`. */
const actions = {
  'entryPoint.get': 'reads the entry point',
  'entryPoint.part': 'lists something other than events',
  'events.list': 'lists events',
  'events.create': 'creates an event',
  'events.get': 'reads an event',
  'events.update': 'updates an event',
  'campaigns.list': 'lists campaigns',
  'campaigns.create': 'creates a campaign',
  'campaigns.get': 'reads a campaign',
  'campaigns.update': 'updates a campaign',
  'campaigns.events': 'lists the events of a campaign',
  'campaigns.embed': 'reads the embed code of a campaign',
  'attendances.list': 'lists the RSVPs to an event',
  'attendances.record': 'records an RSVP',
  'attendances.get': 'reads an RSVP',
  'attendances.update': 'updates an RSVP',
  'embed.get': 'reads the embed code of an event',
  'people.list': 'lists people',
  'people.create': 'creates a person',
  'people.get': 'reads a person',
  'people.update': 'updates a person',
  'people.attendances': 'lists the RSVPs of a person',
  'people.attendance': 'reads an RSVP of a person',
  'people.part': 'lists other actions of a person',
  'people.taggings': 'lists the taggings of a person',
  'tags.list': 'lists tags',
  'tags.get': 'reads a tag',
  'tags.taggings': 'lists the taggings of a tag',
  'tags.tagging': 'reads a tagging',
} as const satisfies Readonly<Record<OperationName, string>>

const knownActions = new Map<unknown, string>(Object.entries(actions))

/** Every operation. */
export const operations = Object.keys(actions) as readonly OperationName[]

/** What a request with this operation does, as a verb and its object. */
export const actionOf = (operation: unknown): string => knownActions.get(operation) ?? `performs ${String(operation)}`

/** A choice of one operation, or of any. */
export const operationOptions: Options = [
  ['', 'does anything'],
  ...operations.map((name) => [name, actionOf(name), name.replace(/\..*/, '')] as const),
]
