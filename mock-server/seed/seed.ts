import { addGroup, addKey, shownKey } from '../add/accounts.ts'
import { addCampaign } from '../add/campaigns.ts'
import { addPerson } from '../add/people.ts'
import { addTag } from '../add/tags.ts'
import { rsvp } from '../rules/attendances.ts'
import type { Context } from '../rules/context.ts'
import { apiSettings, createEvent, eventContent, withBlankParts, withTexts } from '../rules/events.ts'
import { locationAfter } from '../rules/location.ts'
import { creatorOf, storePerson } from '../rules/people.ts'
import { sendDueReminders } from '../rules/reminders.ts'
import type { CampaignRecord, EventSettings, KeyRecord, LocationRecord, PersonRecord } from '../store/model.ts'
import type { Steps } from '../time.ts'
import type { MockServiceOptions, PlaceQuery, Seeded } from '../types/index.ts'
import { campaigns as campaignData, groupTitle, tagNames } from './data.ts'
import { history, type SeedEvent, seedEvents } from './generate.ts'
import { seedGuest } from './people.ts'

// A low maximum, so that the same people attend many events.
const maxGuests = 5000

type SeedOptions = Required<Pick<MockServiceOptions, 'events' | 'keys' | 'seed'>>

/** Adds people, a group with an API key, an individual account with an API key, and the number of events in the option `events`. */
export function* seed(context: Context, { events, keys, seed: text }: SeedOptions): Steps<Seeded> {
  const { store, clock } = context
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
    const campaigns = campaignData.map((campaign) => addCampaign(context, { ...campaign, key }))
    const tags = tagNames.map((name) => addTag(context, { name, key }))
    const guests: PersonRecord[] = []
    while (guests.length < Math.min(maxGuests, 12 + events)) {
      yield
      const guest = storePerson(context, { ...seedGuest(text, guests.length), addedBy: key.token })
      const tag = tags[guests.length % 4]
      if (tag) store.addTagging(tag, guest, clock.now())
      guests.push(guest)
    }
    yield* insert(context, { key, campaigns, hosts, guests }, seedEvents(text, now, events, context.assumptions))
  }
  clock.set(now)
  sendDueReminders(context)
  store.clearOutbox()
  return Object.freeze({ group: shownKey(key), individual: shownKey(individual) })
}

/** The records to which the indexes in a `SeedEvent` refer. */
interface Seeds {
  readonly key: KeyRecord
  readonly campaigns: readonly CampaignRecord[]
  /** People who can be explicit creators. */
  readonly hosts: readonly PersonRecord[]
  readonly guests: readonly PersonRecord[]
}

/** Stores events with their RSVPs, one event per step. Geocodes each address only once. At the end, empties the outbox. */
function* insert(context: Context, seeds: Seeds, events: Iterable<SeedEvent>): Steps<void> {
  const { store, clock } = context
  const locations = new Map<PlaceQuery | undefined, LocationRecord>()
  for (const seed of events) {
    yield
    // The clock may already be later than `seed.created`, because each RSVP moves it by one second.
    clock.set(Math.max(seed.created, clock.now()))
    const location = locations.get(seed.location) ?? locationOf(context, seed.location)
    locations.set(seed.location, location)
    const content = withTexts(context, eventContent({ ...seed.content, location }))
    let event = createEvent(context, seeds.key, settingsOf(context, seeds, seed), content)
    for (const person of guestsOf(seeds, seed)) {
      rsvp(context, event, person, { status: 'accepted' })
      event = store.events.at(event.serial) ?? event
    }
    if (seed.modified !== undefined) {
      clock.set(Math.max(seed.modified, clock.now()))
      store.replaceEvent({ ...event, modified: clock.now() })
      clock.tick()
    }
    store.clearOutbox()
  }
}

/** A new location. All events at an address share it, so it gets its empty texts here (assumption `unset`). */
function locationOf(context: Context, address: PlaceQuery | undefined): LocationRecord {
  const location = locationAfter(context, address, undefined, context.dialects.v2.policy)
  return context.assumptions.unset === 'empty text' ? withBlankParts(location) : location
}

function* guestsOf({ guests }: Seeds, { guests: count, firstGuest }: SeedEvent): Generator<PersonRecord> {
  for (let guest = 0; guest < Math.min(count, guests.length); guest += 1) {
    const person = guests[(firstGuest + guest) % guests.length]
    if (person) yield person
  }
}

function settingsOf(context: Context, { key, campaigns, hosts }: Seeds, seed: SeedEvent): EventSettings {
  const campaign = seed.campaign === undefined ? undefined : campaigns[seed.campaign]?.id
  // Who adds an event to a campaign in the user interface hosts it.
  const isHosted = campaign !== undefined && seed.settings.via === 'ui'
  const number = seed.creator ?? (isHosted ? seed.firstGuest : undefined)
  const creator = creatorOf(key, number === undefined ? undefined : hosts[number % hosts.length]?.id)
  if (seed.settings.via === 'api') return apiSettings(context, creator, campaign)
  return { ...seed.settings, ...creator, campaign, status: seed.isCancelled ? 'cancelled' : 'confirmed' }
}
