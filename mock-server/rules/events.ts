import type {
  EventContent,
  EventInput,
  EventRecord,
  EventSettings,
  Instant,
  KeyRecord,
  Policy,
} from '../store/model.ts'
import { type Context, HttpError } from './context.ts'
import { type Creator, creatorFor } from './creators.ts'
import { claim, claimFor } from './identifiers.ts'
import { locationAfter } from './location.ts'
import { dueOf, remind, settle } from './reminders.ts'

/** Stores a POST: a new event, or what the version does where the caller's own event has one of the identifiers. */
export function postEvent(
  context: Context,
  key: KeyRecord,
  input: NewEventInput,
  creatorHref: string | undefined,
  policy: Policy,
): EventRecord {
  const { free, matches } = claim(context, key, input.identifiers ?? [])
  const [match, ...others] = matches
  if (match === undefined) {
    const settings = apiSettings(context, creatorFor(context, key, creatorHref, policy))
    return createEvent(context, key, settings, newContent(context, input, free, policy))
  }
  if (policy.known === 'unchanged') return match
  if (policy.known === 409) throw new HttpError(409, 'identifiers: another event has an identifier')
  if (others.length > 0 && context.assumptions.twoMatches === 409) {
    throw new HttpError(409, 'identifiers: two events have one of the identifiers each')
  }
  return replaceContent(
    context,
    match,
    changedContent(context, match.content, input, [...match.content.foreign, ...free], policy),
  )
}

/** Stores a PUT: what was sent changes, the rest stays (v1 §4.7, v2 §4.8). */
export function putEvent(
  context: Context,
  key: KeyRecord,
  event: EventRecord,
  input: EventInput,
  policy: Policy,
): EventRecord {
  const foreign = identifiersAfter(context, key, event, input.identifiers, policy)
  return replaceContent(context, event, changedContent(context, event.content, input, foreign, policy))
}

/** The foreign identifiers of an event after a PUT: those sent are added, or replace what was there. */
function identifiersAfter(
  context: Context,
  key: KeyRecord,
  event: EventRecord,
  sent: EventInput['identifiers'],
  policy: Policy,
): readonly string[] {
  const { foreign } = event.content
  if (sent === undefined) return foreign
  const claimed = claimFor(context, key, event, sent ?? []) ?? foreign
  return policy.putIdentifiers === 'add' ? [...new Set([...foreign, ...claimed])] : claimed
}

/** Stores a new event, however it was made. */
export function createEvent(
  context: Context,
  key: KeyRecord,
  settings: EventSettings,
  content: EventContent,
): EventRecord {
  const event = context.store.addEvent((id, serial) =>
    eventRecord(id, serial, key, context.clock.now(), settings, content),
  )
  return stored(context, event, undefined)
}

const replaceContent = (context: Context, event: EventRecord, content: EventContent): EventRecord =>
  changeEvent(context, event, { content })

/** Changes an event, if anything differs (assumption `modified`). */
export function changeEvent(
  context: Context,
  event: EventRecord,
  changes: Partial<EventSettings> & Pick<EventRecord, 'content'>,
): EventRecord {
  const changed = { ...event, ...changes }
  const same = JSON.stringify(changed) === JSON.stringify(event)
  if (same && context.assumptions.modified === 'stays') return event
  settle(context)
  const now = { ...changed, modified: context.clock.now() }
  context.store.replaceEvent(now)
  return stored(context, now, event)
}

/** Takes an event out: its page and its RSVPs are gone, no reminder goes out any more, and mail that was sent stays sent. */
export function removeEvent(context: Context, event: EventRecord): void {
  const { store, clock } = context
  settle(context)
  const due = dueOf(event)
  if (due !== undefined) store.unschedule(due, event)
  store.removeEvent(event)
  clock.tick()
}

function stored(context: Context, event: EventRecord, previous: EventRecord | undefined): EventRecord {
  remind(context, event, previous)
  context.clock.tick()
  return event
}

/** What an event must have to be stored. */
export type NewEventInput = EventInput & { readonly title: string; readonly origin_system: string }

/** The content of a new event. */
export function newContent(
  context: Context,
  input: NewEventInput,
  foreign: readonly string[],
  policy: Policy,
): EventContent {
  // Named one by one, here and below: every content has the same members in the same order, and there may be a million.
  return {
    title: input.title,
    origin_system: input.origin_system,
    name: input.name ?? undefined,
    description: input.description ?? undefined,
    instructions: input.instructions ?? undefined,
    browser_url: input.browser_url ?? undefined,
    start: input.start ?? undefined,
    end: input.end ?? undefined,
    foreign,
    location: locationAfter(context, input.location, undefined, policy),
  }
}

/** The content of an event after a change: what was sent is replaced or, by `null`, cleared; the rest stays. */
export function changedContent(
  context: Context,
  content: EventContent,
  input: EventInput,
  foreign: readonly string[],
  policy: Policy,
): EventContent {
  const { location } = input
  return {
    title: input.title ?? content.title,
    origin_system: input.origin_system ?? content.origin_system,
    name: after(input.name, content.name),
    description: after(input.description, content.description),
    instructions: after(input.instructions, content.instructions),
    browser_url: after(input.browser_url, content.browser_url),
    start: after(input.start, content.start),
    end: after(input.end, content.end),
    foreign,
    location: location === undefined ? content.location : locationAfter(context, location, content.location, policy),
  }
}

const after = (sent: string | null | undefined, before: string | undefined): string | undefined =>
  sent === undefined ? before : (sent ?? undefined)

/** A new event as it is stored. Every one has the same members in the same order: there may be a million. */
export const eventRecord = (
  id: string,
  serial: number,
  { owner, token }: KeyRecord,
  created: Instant,
  settings: EventSettings,
  content: EventContent,
): EventRecord => ({
  id,
  serial,
  owner,
  key: token,
  created,
  modified: created,
  via: settings.via,
  campaign: settings.campaign,
  creator: settings.creator,
  explicitCreator: settings.explicitCreator,
  featured_image_url: settings.featured_image_url,
  capacity: settings.capacity,
  hidden: settings.hidden,
  visibility: settings.visibility,
  status: settings.status,
  content,
  accepted: 0,
  removed: false,
})

/** What is true of every event made through the interface (v2 §1.5, §4.4; assumptions `capacity`, `hidden`). */
export function apiSettings({ assumptions }: Context, creator: Creator, campaign?: string): EventSettings {
  return {
    via: 'api',
    campaign,
    ...creator,
    featured_image_url: undefined,
    capacity: assumptions.capacity === 'absent' ? undefined : assumptions.capacity,
    hidden: assumptions.hidden,
    visibility: 'public',
    status: 'confirmed',
  }
}
