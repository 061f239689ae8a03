import { MockServiceError } from '../errors.ts'
import type { EventRecord } from '../model.ts'
import { changedContent, newContent } from '../service/content.ts'
import { changeEvent, createEvent } from '../service/events.ts'
import type { World } from '../service/world.ts'
import type { AddEventOptions, EventReference, KeyReference, MockEventChanges, NewMockEvent } from '../types.ts'
import { checkMembers } from './check.ts'
import { foreignOf, inputOf } from './event-input.ts'
import { settingsOf, shownIn } from './event-settings.ts'
import { eventOf, keyOf } from './references.ts'

const changeable = [
  ...(['title', 'origin_system', 'name', 'description', 'instructions', 'browser_url'] as const),
  ...(['featured_image_url', 'start_date', 'end_date', 'identifiers', 'location'] as const),
  ...(['capacity', 'visibility', 'hidden', 'status'] as const),
] satisfies readonly (keyof MockEventChanges)[]
const members = [...changeable, 'campaign', 'creator'] as const satisfies readonly (keyof NewMockEvent)[]

/** Stores an event as the service's user interface makes it, or as a version 2 POST does (v2 §1.5). Where no key is given, it is the usual one's. */
export function addEvent(
  world: World,
  event: NewMockEvent,
  options: AddEventOptions = {},
  usual?: KeyReference,
): EventRecord {
  checkMembers(event, 'event', members)
  checkMembers(options, 'options', ['key', 'via'])
  const via = options.via ?? 'ui'
  if (via !== 'ui' && via !== 'api') throw new MockServiceError('argument', 'options.via', "must be 'ui' or 'api'")
  const key = keyOf(world, options.key === undefined ? usual : options.key, 'options.key')
  const settings = settingsOf(world, key, event, via)
  const { policy } = world.dialects.v2
  return createEvent(
    world,
    key,
    settings,
    newContent(world, inputOf(event), foreignOf(world, event.identifiers ?? []), policy),
  )
}

/** What `null` clears, by what it is called in what is stored. */
const clearable = {
  name: 'name',
  description: 'description',
  instructions: 'instructions',
  browser_url: 'browser_url',
  start_date: 'start',
  end_date: 'end',
  location: 'location',
  featured_image_url: 'featured_image_url',
  capacity: 'capacity',
} as const satisfies { readonly [Name in keyof MockEventChanges]: string }

/** Changes an event as its page in the user interface would: what is given, and nothing else; `null` clears. */
export function updateEvent(world: World, reference: EventReference, changes: MockEventChanges): EventRecord {
  const event = eventOf(world, reference)
  const sent = Object.entries(checkMembers(changes, 'event', changeable)).filter(([, value]) => value !== undefined)
  const isCleared = ([name, value]: readonly [string, unknown]) => value === null && Object.hasOwn(clearable, name)
  const cleared = sent.filter(isCleared).map(([name]) => name as keyof typeof clearable)
  const given: Partial<NewMockEvent> = Object.fromEntries(sent.filter((one) => !isCleared(one)))
  const { content } = event
  const input = {
    ...inputOf({ title: content.title, origin_system: content.origin_system, ...given }),
    ...Object.fromEntries(cleared.map((name) => [clearable[name], null])),
  }
  const foreign = given.identifiers === undefined ? content.foreign : foreignOf(world, given.identifiers, event)
  const shown = {
    ...shownIn(given, event.via),
    ...(cleared.includes('featured_image_url') && { featured_image_url: undefined }),
    ...(cleared.includes('capacity') && { capacity: undefined }),
  }
  const { policy } = world.dialects.v2
  return changeEvent(world, event, { ...shown, content: changedContent(world, content, input, foreign, policy) })
}
