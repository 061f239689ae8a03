import { addCampaign, addGroup, addKey, addPerson, shownKey } from '../add/accounts.ts'
import type { ResolvedOptions } from '../options.ts'
import { joinLists } from '../rules/attendances.ts'
import type { Context } from '../rules/context.ts'
import { apiSettings, eventContent, eventRecord } from '../rules/events.ts'
import { locationAfter } from '../rules/location.ts'
import { creatorOf } from '../rules/people.ts'
import { reminderDue } from '../rules/reminders.ts'
import type { CampaignRecord, EventSettings, Instant, KeyRecord, LocationRecord, PersonRecord } from '../store/model.ts'
import type { Steps } from '../time.ts'
import type { Seeded } from '../types/index.ts'
import { campaignTitles, groupTitle, type Venue } from './data.ts'
import { history, type SeedEvent, seedEvents } from './generate.ts'

type Wanted = Pick<ResolvedOptions, 'events' | 'seed' | 'keys'>

// Who come to so many events are many, and meet again.
const maxGuests = 5000

/** Puts the first people, a group, its key and an individual key into a service, and the events that were asked for. */
export function* seed(context: Context, { events, keys, seed: from }: Wanted): Steps<Seeded> {
  const { clock } = context
  const now = clock.now()
  clock.set(now - history)
  const hosts = Array.from({ length: 6 }, () => addPerson(context))
  const [creator, organizer, ...members] = hosts
  const group = addGroup(context, {
    title: groupTitle,
    ...(creator && { creator, administrators: [creator] }),
    ...(organizer && { organizers: [organizer] }),
    members,
  })
  const key = addKey(context, { group, ...(keys.group && { token: keys.group }) })
  const individual = addKey(context, keys.individual ? { token: keys.individual } : {})
  if (events > 0) {
    const campaigns = campaignTitles.map((title) => addCampaign(context, { title, key }))
    const guests: PersonRecord[] = []
    while (guests.length < Math.min(maxGuests, 12 + events)) {
      yield
      guests.push(addPerson(context))
    }
    yield* insert(context, now, { key, campaigns, hosts, guests }, seedEvents(from, now, events))
  }
  clock.set(now)
  return Object.freeze({ group: shownKey(key), individual: shownKey(individual) })
}

/** Whom and what the events speak of by numbers. */
interface Seeds {
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
function* insert(context: Context, now: Instant, seeds: Seeds, events: Iterable<SeedEvent>): Steps<void> {
  const { store, assumptions, clock } = context
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
    const content = eventContent({ ...seed.content, location })
    let event = store.addEvent((id, serial) => eventRecord(id, serial, seeds.key, clock.now(), settings, content))
    clock.tick()
    const due = reminderDue(event)
    if (due !== undefined && due > now) store.schedule(due, event)
    for (const person of guestsOf(seeds, seed)) {
      const at = clock.now()
      const given = { created: at, modified: at, status: 'accepted' } as const
      store.addAttendance(event, person, given, assumptions.modified === 'moves' ? at : event.modified)
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

function settingsOf(context: Context, { key, campaigns, hosts }: Seeds, seed: SeedEvent): EventSettings {
  const host = seed.creator === undefined ? undefined : hosts[seed.creator % hosts.length]
  const creator = creatorOf(key, host?.id)
  const campaign = seed.campaign === undefined ? undefined : campaigns[seed.campaign]?.id
  if (seed.settings.via === 'api') return apiSettings(context, creator, campaign)
  return { ...seed.settings, ...creator, campaign, status: 'confirmed' }
}
