import type { EventContent, EventInput, EventRecord, EventSettings, KeyRecord, Policy } from '../model.ts'
import { creatorFor } from './creators.ts'
import { claim, claimFor } from './identifiers.ts'
import { locate } from './location.ts'
import { Refusal } from './refusal.ts'
import { remind } from './reminders.ts'
import type { World } from './world.ts'

/** What an event must have to be stored. */
export type NewEventInput = EventInput & { readonly title: string; readonly origin_system: string }

/** Stores a POST: a new event, or what the version does where the caller's own event has one of the identifiers. */
export function postEvent(
  world: World,
  key: KeyRecord,
  input: NewEventInput,
  creatorHref: string | undefined,
  policy: Policy,
): EventRecord {
  const { free, matches } = claim(world, key, input.identifiers ?? [])
  const [match, ...others] = matches
  if (match === undefined)
    return createEvent(world, key, input, free, apiSettings(world, key, creatorHref, policy), policy)
  if (policy.known === 'unchanged') return match
  if (policy.known === 409) throw new Refusal(409, 'identifiers: another event has an identifier')
  if (others.length > 0 && world.assumptions.twoMatches === 409) {
    throw new Refusal(409, 'identifiers: two events have one of the identifiers each')
  }
  return replaceContent(world, match, changed(world, match.content, input, [...match.content.foreign, ...free], policy))
}

/** Stores a PUT: what was sent changes, the rest stays (v1 §4.7, v2 §4.8). */
export function putEvent(
  world: World,
  key: KeyRecord,
  event: EventRecord,
  input: EventInput,
  policy: Policy,
): EventRecord {
  const { foreign } = event.content
  const adds = policy.putIdentifiers === 'add'
  const sent = input.identifiers === undefined || (input.identifiers === null && adds) ? undefined : input.identifiers
  const claimed = sent === undefined ? [] : claimFor(world, key, event, sent ?? [])
  const identifiers = sent === undefined || adds ? [...new Set([...foreign, ...claimed])] : claimed
  return replaceContent(world, event, changed(world, event.content, input, identifiers, policy))
}

/** What is true of every event that came through the interface (v2 §1.5, §4.4). */
function apiSettings(world: World, key: KeyRecord, creatorHref: string | undefined, policy: Policy): EventSettings {
  const { capacity, hidden } = world.assumptions
  return {
    via: 'api',
    campaign: undefined,
    ...creatorFor(world, key, creatorHref, policy),
    featured_image_url: undefined,
    capacity: capacity === 'absent' ? undefined : capacity,
    hidden,
    visibility: 'public',
  }
}

/** Stores a new event, however it was made. */
export function createEvent(
  world: World,
  key: KeyRecord,
  input: NewEventInput,
  foreign: readonly string[],
  settings: EventSettings,
  policy: Policy,
): EventRecord {
  const { store, clock, ids } = world
  const blank: EventContent = {
    title: input.title,
    origin_system: input.origin_system,
    ...{ name: undefined, description: undefined, instructions: undefined, browser_url: undefined },
    ...{ start: undefined, end: undefined },
    foreign,
    location: locate(world, input.location, undefined, policy),
  }
  const content = changed(world, blank, { ...input, location: undefined }, foreign, policy)
  const now = clock.now()
  const facts = { id: ids.next(), serial: store.events.size, owner: key.owner, key: key.token }
  return save(world, { ...facts, created: now, modified: now, ...settings, content })
}

/** Puts new content in the place of an event's, if it differs (assumption `modified`). */
function replaceContent(world: World, event: EventRecord, content: EventContent): EventRecord {
  const same = JSON.stringify(content) === JSON.stringify(event.content)
  if (same && world.assumptions.modified === 'stays') return event
  return save(world, { ...event, content, modified: world.clock.now() })
}

function save(world: World, event: EventRecord): EventRecord {
  world.store.putEvent(event)
  remind(world, event)
  world.clock.tick()
  return event
}

const optional = ['name', 'description', 'instructions', 'browser_url', 'start', 'end'] as const

function changed(
  world: World,
  content: EventContent,
  input: EventInput | (Omit<EventInput, 'location'> & { location: undefined }),
  foreign: readonly string[],
  policy: Policy,
): EventContent {
  const given = optional.filter((name) => input[name] !== undefined)
  return {
    ...content,
    title: input.title ?? content.title,
    origin_system: input.origin_system ?? content.origin_system,
    ...Object.fromEntries(given.map((name) => [name, input[name] ?? undefined])),
    foreign,
    location: input.location === undefined ? content.location : locate(world, input.location, content.location, policy),
  }
}
