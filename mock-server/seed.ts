import type { ManualClock } from './clock.ts'
import { addCampaign, addGroup, addKey, shownKey } from './hand-in/accounts.ts'
import { attend } from './hand-in/attend.ts'
import { addEvent } from './hand-in/events.ts'
import { addPerson } from './hand-in/people.ts'
import { type Random, randomFrom } from './ids.ts'
import type { KeyRecord } from './model.ts'
import type { Settings } from './options.ts'
import { campaignTitles, groupTitle } from './seed/data.ts'
import { draftEvent } from './seed/draft.ts'
import { settle } from './service/reminders.ts'
import type { World } from './service/world.ts'
import type { Seeded } from './types.ts'

const day = 86_400_000
/** How long before `now` the oldest seeded event was made. */
const history = 120 * day

/** Puts the first people, a group, its key and an individual key into a service, and the events that were asked for. */
export function seed(world: World, clock: ManualClock, { now, events, seed: text, keys }: Settings): Seeded {
  clock.set(now - history)
  const [creator, organizer, ...members] = Array.from({ length: 6 }, () => addPerson(world))
  const group = addGroup(world, {
    title: groupTitle,
    ...(creator && { creator, administrators: [creator] }),
    ...(organizer && { organizers: [organizer] }),
    members,
  })
  const key = addKey(world, { group, ...(keys.group && { token: keys.group }) })
  const individual = addKey(world, keys.individual ? { token: keys.individual } : {})
  if (events > 0) seedEvents(world, clock, key, { now, events, random: randomFrom(`${text} events`) })
  clock.set(now)
  settle(world)
  // What was sent before the test began is not the test's to see.
  world.store.outbox.length = 0
  return Object.freeze({ group: shownKey(key), individual: shownKey(individual) })
}

interface Plan {
  readonly now: number
  readonly events: number
  readonly random: Random
}

/** Hands the events in one after the other over the months before `now`, each with its RSVPs, by the rules of any event. */
function seedEvents(world: World, clock: ManualClock, key: KeyRecord, { now, events, random }: Plan): void {
  const campaigns = campaignTitles.map((title) => addCampaign(world, { title, key }).id)
  const people = Array.from({ length: Math.min(200, 12 + events) }, () => addPerson(world).id)
  for (let number = 0; number < events; number += 1) {
    const made = now - history + Math.floor((history / (events + 1)) * (number + 1))
    // Never back: among very many events the RSVPs to one take longer than the way to the next.
    clock.set(Math.max(made, clock.now()))
    const { event, via, attendances } = draftEvent(number, random, now, campaigns)
    const { id } = addEvent(world, event, { key, via })
    const first = random() % people.length
    for (let guest = 0; guest < attendances; guest += 1) attend(world, id, people[(first + guest) % people.length])
  }
}
