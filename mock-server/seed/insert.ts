import type { ManualClock } from '../clock.ts'
import { type Context, ownSystem } from '../rules/context.ts'
import { apiSettings, eventRecord } from '../rules/events.ts'
import { locationAfter } from '../rules/location.ts'
import { joinLists } from '../rules/mailing.ts'
import { dueOf } from '../rules/reminders.ts'
import type { Steps } from '../steps.ts'
import type {
  CampaignRecord,
  EventContent,
  EventSettings,
  Instant,
  KeyRecord,
  LocationRecord,
  PersonRecord,
} from '../store/model.ts'
import type { Venue } from './data.ts'
import type { SeedEvent } from './generate.ts'

/** Whom and what the events speak of by numbers. */
export interface Seeds {
  readonly key: KeyRecord
  readonly campaigns: readonly CampaignRecord[]
  /** Who may be named as creator. */
  readonly hosts: readonly PersonRecord[]
  readonly guests: readonly PersonRecord[]
}

/**
 * Stores events, one in each step, as if each had been added with its RSVPs, one after the other, in a fraction of the time:
 * nothing is checked, and addresses are looked up once. Of messages, it is noted who was reminded; they are not kept.
 */
export function* insert(
  context: Context,
  clock: ManualClock,
  now: Instant,
  seeds: Seeds,
  events: Iterable<SeedEvent>,
): Steps<void> {
  const { store, assumptions } = context
  const locations = new Map<Venue | undefined, LocationRecord>()
  for (const seed of events) {
    yield
    // Never back: among very many events the RSVPs to one take longer than the way to the next.
    clock.set(Math.max(seed.made, clock.now()))
    const location =
      locations.get(seed.location) ??
      locationAfter(context, seed.location?.query, undefined, context.dialects.v2.policy)
    locations.set(seed.location, location)
    const settings = settingsOf(context, seeds, seed)
    let event = store.addEvent((id, serial) =>
      eventRecord(id, serial, seeds.key, clock.now(), settings, contentOf(seed, location)),
    )
    clock.tick()
    const due = dueOf(event)
    if (due !== undefined && due > now) store.schedule(due, event)
    for (const person of guestsOf(seeds, seed)) {
      const at = clock.now()
      store.addAttendance(event, person, at, assumptions.modified === 'moves' ? at : event.modified)
      event = store.events.at(event.serial) ?? event
      joinLists(context, event, person)
      if (due !== undefined && due <= now && at < due) store.noteReminded(event, person)
      clock.tick()
    }
    if (seed.changed === undefined) continue
    clock.set(Math.max(seed.changed, clock.now()))
    store.replaceEvent({ ...event, modified: clock.now() })
    clock.tick()
  }
}

function* guestsOf({ guests }: Seeds, { guests: coming, firstGuest }: SeedEvent): Generator<PersonRecord> {
  for (let guest = 0; guest < Math.min(coming, guests.length); guest += 1) {
    const person = guests[(firstGuest + guest) % guests.length]
    if (person) yield person
  }
}

const contentOf = (seed: SeedEvent, location: LocationRecord): EventContent => ({
  title: seed.title,
  origin_system: seed.origin_system ?? ownSystem,
  name: seed.name,
  description: seed.description,
  instructions: seed.instructions,
  browser_url: seed.browser_url,
  start: seed.start_date,
  end: seed.end_date,
  foreign: seed.identifiers,
  location,
})

function settingsOf(context: Context, { key, campaigns, hosts }: Seeds, seed: SeedEvent): EventSettings {
  const host = seed.creator === undefined ? undefined : hosts[seed.creator % hosts.length]
  const creator = host ? { creator: host.id, explicitCreator: true } : { creator: key.person, explicitCreator: false }
  const campaign = seed.campaign === undefined ? undefined : campaigns[seed.campaign]?.id
  if (seed.via === 'api') return apiSettings(context, creator, campaign)
  const { featured_image_url, capacity, hidden, visibility } = seed
  return { via: 'ui', campaign, ...creator, featured_image_url, capacity, hidden, visibility, status: 'confirmed' }
}
