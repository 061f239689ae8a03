import type { EventContent, EventInput, EventRecord, EventSettings, KeyRecord, Policy } from '../model.ts'
import { changedContent, type NewEventInput, newContent } from './content.ts'
import { creatorFor } from './creators.ts'
import { claim, claimFor } from './identifiers.ts'
import { eventRecord } from './record.ts'
import { Refusal } from './refusal.ts'
import { dueOf, remind, settle } from './reminders.ts'
import { apiSettings } from './settings.ts'
import type { World } from './world.ts'

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
  if (match === undefined) {
    const settings = apiSettings(world, creatorFor(world, key, creatorHref, policy))
    return createEvent(world, key, settings, newContent(world, input, free, policy))
  }
  if (policy.known === 'unchanged') return match
  if (policy.known === 409) throw new Refusal(409, 'identifiers: another event has an identifier')
  if (others.length > 0 && world.assumptions.twoMatches === 409) {
    throw new Refusal(409, 'identifiers: two events have one of the identifiers each')
  }
  return replaceContent(
    world,
    match,
    changedContent(world, match.content, input, [...match.content.foreign, ...free], policy),
  )
}

/** Stores a PUT: what was sent changes, the rest stays (v1 §4.7, v2 §4.8). */
export function putEvent(
  world: World,
  key: KeyRecord,
  event: EventRecord,
  input: EventInput,
  policy: Policy,
): EventRecord {
  const foreign = identifiersAfter(world, key, event, input.identifiers, policy)
  return replaceContent(world, event, changedContent(world, event.content, input, foreign, policy))
}

/** The foreign identifiers of an event after a PUT: those sent are added, or replace what was there. */
function identifiersAfter(
  world: World,
  key: KeyRecord,
  event: EventRecord,
  sent: EventInput['identifiers'],
  policy: Policy,
): readonly string[] {
  const { foreign } = event.content
  if (sent === undefined) return foreign
  const claimed = claimFor(world, key, event, sent ?? []) ?? foreign
  return policy.putIdentifiers === 'add' ? [...new Set([...foreign, ...claimed])] : claimed
}

/** Stores a new event, however it was made. */
export function createEvent(world: World, key: KeyRecord, settings: EventSettings, content: EventContent): EventRecord {
  const event = world.store.addEvent((id, serial) => eventRecord(id, serial, key, world.clock.now(), settings, content))
  return stored(world, event, undefined)
}

const replaceContent = (world: World, event: EventRecord, content: EventContent): EventRecord =>
  changeEvent(world, event, { content })

/** Changes an event, if anything differs (assumption `modified`). */
export function changeEvent(
  world: World,
  event: EventRecord,
  changes: Partial<EventSettings> & Pick<EventRecord, 'content'>,
): EventRecord {
  const changed = { ...event, ...changes }
  const same = JSON.stringify(changed) === JSON.stringify(event)
  if (same && world.assumptions.modified === 'stays') return event
  settle(world)
  const now = { ...changed, modified: world.clock.now() }
  world.store.replaceEvent(now)
  return stored(world, now, event)
}

/** Takes an event out: its page and its RSVPs are gone, no reminder goes out any more, and mail that was sent stays sent. */
export function removeEvent(world: World, event: EventRecord): void {
  const { store, clock } = world
  settle(world)
  const due = dueOf(event)
  if (due !== undefined) store.unschedule(due, event)
  store.removeEvent(event)
  clock.tick()
}

function stored(world: World, event: EventRecord, previous: EventRecord | undefined): EventRecord {
  remind(world, event, previous)
  world.clock.tick()
  return event
}
