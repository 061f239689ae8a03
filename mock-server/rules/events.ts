import type { Policy } from '../dialects/dialect.ts'
import { fieldNames, isContent } from '../fields/events.ts'
import type { EventContent, EventInput, EventRecord, EventSettings, KeyRecord, LocationRecord } from '../store/model.ts'
import { isSame } from '../text/json.ts'
import type { Instant } from '../time.ts'
import { type Context, timeOfChange } from './context.ts'
import { eventValues } from './event-values.ts'
import { HttpError } from './http-error.ts'
import { identifiersAfterPut, identifiersOfPost } from './identifiers.ts'
import { locationAfter } from './location.ts'
import { type Creator, creatorFromLink } from './people.ts'
import { reminderDue, scheduleReminder, sendDueReminders } from './reminders.ts'
import { filledOrigin } from './scope.ts'

/** The sent fields of a new event. `title` is required. The service can fill in `origin_system` (assumption `originOnCreate`). */
export type NewEventInput = EventInput & Pick<EventContent, 'title'>

/** The resources that a POST of an event refers to. */
interface EventLinks {
  /** Address of the creator. */
  readonly creator: string | undefined
  /** Id of the campaign to which the event belongs. */
  readonly campaign: string | undefined
}

/**
 * Performs a POST: stores a new event. If an event of the caller already has one of the identifiers, the version's policy decides (v1 §4.4,
 * v2 §4.10).
 */
export function postEvent(
  context: Context,
  key: KeyRecord,
  input: NewEventInput,
  { creator, campaign }: EventLinks,
  policy: Policy,
): EventRecord {
  const { free, matches } = identifiersOfPost(context, key, input.identifiers ?? [])
  const [match, ...others] = matches
  if (match === undefined) {
    const settings = apiSettings(context, creatorFromLink(context, key, creator, policy), campaign)
    const { title, origin_system = filledOrigin(context, key.owner) } = input
    return createEvent(context, key, settings, contentAfter(context, { title, origin_system }, input, free, policy))
  }
  const { event, field } = match
  if (campaign !== undefined && event.campaign !== campaign)
    context.ignore(`${context.namespace}:event_campaign_id`, 'an event stays in its campaign')
  if (policy.known === 409)
    throw new HttpError(409, 'identifiers: another event has an identifier', {
      reason: {
        field,
        message: 'another event already has it. Change that event by its address, or send another identifier',
        clauses: { v2: '§4.10' },
      },
    })
  if (policy.known === 'unchanged') {
    context.ignore(field, 'an event already has it: that event is the response, unchanged, and nothing is stored')
    return event
  }
  const [other] = others
  if (other && context.assumptions.twoMatches === 409)
    throw new HttpError(409, 'identifiers: two events have one of the identifiers each', {
      reason: {
        field: other.field,
        message: 'another event has it than the one that is updated. Send the identifiers of one event only',
        clauses: { v1: '§4.4' },
      },
    })
  for (const { field } of others) context.ignore(field, 'another event has it than the one that is updated')
  if (creator !== undefined) context.ignore('_links.osdi:creator', creatorStays)
  return changeContent(context, event, input, [...event.content.foreign, ...free], policy)
}

/** Why the service ignores a creator link in a request that changes an event. */
export const creatorStays = 'the creator of an event cannot be changed'

/** Performs a PUT: changes the sent fields, and keeps all other fields (v1 §4.7, v2 §4.8). */
export function putEvent(
  context: Context,
  key: KeyRecord,
  event: EventRecord,
  input: EventInput,
  policy: Policy,
): EventRecord {
  const foreign = identifiersAfterPut(context, key, event, input.identifiers, policy)
  return changeContent(context, event, input, foreign, policy)
}

function changeContent(
  context: Context,
  event: EventRecord,
  { browser_url, ...input }: EventInput,
  foreign: readonly string[],
  policy: Policy,
): EventRecord {
  // An event of the user interface shows its public page as `browser_url` by default. If a caller sends this default back, the service does
  // not store it.
  const isReadBack = browser_url === undefined || browser_url === eventValues.browser_url(event, context)
  const changes = isReadBack ? input : { ...input, browser_url }
  return changeEvent(context, event, { content: contentAfter(context, event.content, changes, foreign, policy) })
}

/** Stores a new event. */
export function createEvent(
  context: Context,
  key: KeyRecord,
  settings: EventSettings,
  content: EventContent,
): EventRecord {
  const { store, clock } = context
  const event = store.addEvent((id, serial) => eventRecord(id, serial, key, clock.now(), settings, content))
  scheduleReminder(context, event, undefined)
  clock.tick()
  return event
}

/** Changes an event. If all values stay the same, the modification time also stays the same (assumption `modified`). */
export function changeEvent(
  context: Context,
  event: EventRecord,
  changes: Partial<EventSettings> & Pick<EventRecord, 'content'>,
): EventRecord {
  const content = event.via === 'ui' ? withTexts(context, changes.content) : changes.content
  const changed = { ...event, ...changes, content }
  if (isSame(changed, event) && context.assumptions.modified === 'stays') return event
  sendDueReminders(context)
  const now = { ...changed, modified: timeOfChange(context, event.modified) }
  context.store.replaceEvent(now)
  scheduleReminder(context, now, event)
  context.clock.tick()
  return now
}

/** Removes an event, its page, its RSVPs and its reminders. Sent mail stays in the outbox. */
export function removeEvent(context: Context, event: EventRecord): void {
  const { store, clock } = context
  sendDueReminders(context)
  const due = reminderDue(event)
  if (due !== undefined) store.unschedule(due, event)
  store.removeEvent(event)
  clock.tick()
}

/** The content of an event after a write. Sent fields replace the previous values, `null` clears a field, and all other fields stay. */
export function contentAfter(
  context: Context,
  before: Pick<EventContent, 'title' | 'origin_system'> & Partial<EventContent>,
  input: EventInput,
  foreign: readonly string[],
  policy: Policy,
): EventContent {
  const sent: Partial<EventContent> = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, value ?? undefined]),
  )
  const location = locationAfter(context, input.location, before.location, policy)
  return eventContent({ ...before, ...sent, foreign, location } as EventContent)
}

/** Adds the empty texts that the user interface stores for blank fields of its form (assumption `unset`). */
export function withTexts({ assumptions }: Context, content: EventContent): EventContent {
  if (assumptions.unset !== 'empty text') return content
  const { name = '', description = '', instructions = '' } = content
  return eventContent({ ...content, name, description, instructions, location: withBlankParts(content.location) })
}

/** A location with empty texts as venue, locality and postal code, unless it has them. */
export function withBlankParts(location: LocationRecord): LocationRecord {
  const sent = { venue: '', locality: '', postal_code: '', ...location.sent }
  const isSame = Object.keys(sent).length === Object.keys(location.sent).length
  return isSame ? location : { ...location, sent }
}

// Every record has the same members in the same order, because a million such records take the least memory.

const contentNames: readonly (keyof EventContent)[] = [...fieldNames.filter(isContent), 'foreign', 'location']
const noContent = Object.fromEntries(contentNames.map((name) => [name, undefined]))

export function eventContent(given: EventContent): EventContent {
  const content: Record<string, unknown> = { ...noContent }
  for (const name of contentNames) content[name] = given[name]
  return content as unknown as EventContent
}

/** Makes the record of a new event. */
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

/** The settings of an event created through the API (v2 §1.5, §4.4; assumptions `capacity`, `hidden`, `vetting`). */
export function apiSettings({ assumptions, store }: Context, creator: Creator, campaign?: string): EventSettings {
  const isVetted =
    assumptions.vetting === 'by campaign' && campaign !== undefined && store.campaigns.get(campaign)?.vetting
  return {
    via: 'api',
    campaign,
    ...creator,
    featured_image_url: undefined,
    capacity: assumptions.capacity === 'absent' ? undefined : assumptions.capacity,
    hidden: assumptions.hidden,
    visibility: 'public',
    status: isVetted ? 'pending_approval' : 'confirmed',
  }
}
