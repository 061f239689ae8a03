import type { EventFacts } from '../facts.ts'
import type { EventRecord, GroupRecord } from '../model.ts'
import { identifiersOf } from './identifiers.ts'
import { locationFacts } from './location.ts'
import { groupUrl, publicUrl } from './pages.ts'
import { reminderMinutes } from './reminders.ts'
import { type World, written } from './world.ts'

const reminders = Object.freeze([Object.freeze({ method: 'email', minutes: reminderMinutes } as const)])

/** Everything that is true of an event now, what the service generates included (v2 §2.1, §4.4). */
export function describe(world: World, event: EventRecord): EventFacts {
  const { content } = event
  const created = written(world, event.created)
  const page = event.via === 'ui' ? publicUrl(world, event) : undefined
  return {
    identifiers: identifiersOf(world, event),
    origin_system: content.origin_system,
    created,
    modified: event.modified === event.created ? created : written(world, event.modified),
    name: content.name,
    title: content.title,
    description: content.description,
    instructions: content.instructions,
    browser_url: content.browser_url ?? page,
    public_url: page,
    featured_image_url: event.featured_image_url,
    start: localTime(world, content.start),
    end: localTime(world, content.end),
    location: locationFacts(world, content.location),
    total_accepted: event.accepted,
    campaign: event.campaign,
    status: event.status,
    transparence: 'opaque',
    visibility: event.visibility,
    guests_can_invite_others: true,
    capacity: event.capacity,
    hidden: event.hidden,
    reminders,
    sponsor: sponsorOf(world, event),
  }
}

function localTime({ assumptions }: World, digits: string | undefined): string | undefined {
  return digits === undefined || assumptions.localTimes === 'no zone' ? digits : `${digits}Z`
}

type Sponsor = EventFacts['sponsor']

/** Sponsors as they were shown last: a group has one to every event. */
const sponsors = new WeakMap<GroupRecord, { readonly baseUrl: string; readonly sponsor: Sponsor }>()

function sponsorOf(world: World, { owner }: EventRecord): Sponsor {
  const group = owner.startsWith('group:') ? world.store.groups.get(owner.slice('group:'.length)) : undefined
  if (!group) return undefined
  const { baseUrl } = world
  const known = sponsors.get(group)
  if (known?.baseUrl === baseUrl) return known.sponsor
  const sponsor = { title: group.title, browser_url: groupUrl(world, group) }
  sponsors.set(group, { baseUrl, sponsor })
  return sponsor
}
