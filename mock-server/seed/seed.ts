import { addCampaign, addGroup, addKey, addPerson, shownKey } from '../add/accounts.ts'
import type { ManualClock } from '../clock.ts'
import type { ResolvedOptions } from '../options.ts'
import type { Context } from '../rules/context.ts'
import type { Steps } from '../steps.ts'
import type { Instant, PersonRecord } from '../store/model.ts'
import type { Seeded } from '../types/index.ts'
import { campaignTitles, groupTitle } from './data.ts'
import { history, seedEvents } from './generate.ts'
import { insert } from './insert.ts'

type Wanted = Pick<ResolvedOptions, 'events' | 'seed' | 'keys'>

// Who come to so many events are many, and meet again.
const mostGuests = 5000

/** Puts the first people, a group, its key and an individual key into a service, and the events that were asked for. */
export function* seed(context: Context, clock: ManualClock, now: Instant, wanted: Wanted): Steps<Seeded> {
  const { events, keys } = wanted
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
    while (guests.length < Math.min(mostGuests, 12 + events)) {
      yield
      guests.push(addPerson(context))
    }
    yield* insert(context, clock, now, { key, campaigns, hosts, guests }, seedEvents(wanted.seed, now, events))
  }
  clock.set(now)
  return Object.freeze({ group: shownKey(key), individual: shownKey(individual) })
}
