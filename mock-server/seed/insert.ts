import type { Clock, ManualClock } from '../clock.ts'
import { type Context, ownSystem } from '../rules/context.ts'
import { apiSettings, eventRecord } from '../rules/events.ts'
import { locationAfter } from '../rules/location.ts'
import { joinLists } from '../rules/mailing.ts'
import { dueOf } from '../rules/reminders.ts'
import type { Steps } from '../steps.ts'
import type {
  CampaignRecord,
  EventContent,
  EventRecord,
  EventSettings,
  Instant,
  KeyRecord,
  LocationRecord,
  PersonRecord,
} from '../store/model.ts'
import type { Venue } from './data.ts'
import type { Draft } from './generate.ts'

/** Whom and what the drafts speak of by numbers. */
export interface Cast {
  readonly key: KeyRecord
  readonly campaigns: readonly CampaignRecord[]
  /** Who may be named as creator. */
  readonly hosts: readonly PersonRecord[]
  readonly guests: readonly PersonRecord[]
}

/**
 * Stores drafts, one in each step, as if each had been handed in with its RSVPs, one after the other, in a fraction of the time: nothing is
 * checked, and addresses are looked up once. Of messages, it is noted who was reminded; they are not kept.
 */
export function* plant(
  context: Context,
  clock: ManualClock,
  now: Instant,
  cast: Cast,
  drafts: Iterable<Draft>,
): Steps<void> {
  // Without an address first, then by the venues' numbers.
  const locations: LocationRecord[] = []
  const locationOf = (venue: Venue | undefined): LocationRecord => {
    const at = venue === undefined ? 0 : venue.number + 1
    const location = locations[at] ?? locationAfter(context, venue?.query, undefined, context.dialects.v2.policy)
    locations[at] = location
    return location
  }
  for (const draft of drafts) {
    yield
    // Never back: among very many events the RSVPs to one take longer than the way to the next.
    clock.set(Math.max(draft.made, clock.now()))
    const settings = settingsOf(context, cast, draft)
    const content = contentOf(draft, locationOf(draft.location))
    const event = context.store.addEvent((id, serial) =>
      eventRecord(id, serial, cast.key, clock.now(), settings, content),
    )
    clock.tick()
    const due = dueOf(event)
    if (due !== undefined && due > now) context.store.schedule(due, event)
    const coming = Math.min(draft.guests, cast.guests.length)
    for (let guest = 0; guest < coming; guest += 1) {
      const person = cast.guests[(draft.firstGuest + guest) % cast.guests.length]
      if (person) plantGuest(context, clock, event, person, due !== undefined && due <= now && clock.now() < due)
    }
    const whole = draft.changed === undefined ? undefined : context.store.events.at(event.serial)
    if (draft.changed === undefined || !whole) continue
    clock.set(Math.max(draft.changed, clock.now()))
    context.store.replaceEvent({ ...whole, modified: clock.now() })
    clock.tick()
  }
}

function plantGuest(
  context: Context,
  clock: Clock,
  { serial }: EventRecord,
  person: PersonRecord,
  reminded: boolean,
): void {
  const { store, assumptions } = context
  const event = store.events.at(serial)
  if (!event) return
  const at = clock.now()
  store.addAttendance(event, person, at, assumptions.modified === 'moves' ? at : event.modified)
  joinLists(context, event, person)
  if (reminded) store.noteReminded(event, person)
  clock.tick()
}

function contentOf(draft: Draft, location: LocationRecord): EventContent {
  const { title, origin_system, name, description, instructions, browser_url, identifiers } = draft
  return {
    title,
    origin_system: origin_system ?? ownSystem,
    name,
    description,
    instructions,
    browser_url,
    start: draft.start_date,
    end: draft.end_date,
    foreign: identifiers,
    location,
  }
}

function settingsOf(context: Context, { key, campaigns, hosts }: Cast, draft: Draft): EventSettings {
  const host = draft.creator === undefined ? undefined : hosts[draft.creator % hosts.length]
  const creator = host ? { creator: host.id, explicitCreator: true } : { creator: key.person, explicitCreator: false }
  const campaign = draft.campaign === undefined ? undefined : campaigns[draft.campaign]?.id
  const { featured_image_url, capacity, hidden, visibility } = draft
  if (draft.via === 'api') return apiSettings(context, creator, campaign)
  return { via: 'ui', campaign, ...creator, featured_image_url, capacity, hidden, visibility, status: 'confirmed' }
}
