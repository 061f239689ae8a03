import type { EventRecord } from '../store/model.ts'
import { totalAccepted } from './attendances.ts'
import { type Context, formatTime } from './context.ts'
import { identifiersOf } from './identifiers.ts'
import { locationFacts } from './location.ts'
import { reminderMinutes } from './reminders.ts'
import { groupUrl, publicUrl } from './scope.ts'

/** A location as both versions show it (v1 §2.2, v2 §2.2). */
export interface LocationFacts {
  readonly venue: string | undefined
  readonly address_lines: readonly string[] | undefined
  readonly locality: string | undefined
  readonly region: string
  readonly postal_code: string | undefined
  readonly country: string
  readonly language: string
  readonly location: {
    readonly latitude: number
    readonly longitude: number
    readonly accuracy: 'Rooftop' | 'Approximate'
  }
}

/** What is true of an event at a moment, before a version names it: what is stored and what the service generates. */
export interface EventFacts {
  readonly identifiers: readonly string[]
  readonly origin_system: string
  readonly created: string
  readonly modified: string
  readonly name: string | undefined
  readonly title: string
  readonly description: string | undefined
  readonly instructions: string | undefined
  /** The caller's own, or the public page of a user-interface event. */
  readonly browser_url: string | undefined
  /** Page on the service; only user-interface events have one. */
  readonly public_url: string | undefined
  readonly featured_image_url: string | undefined
  readonly start: string | undefined
  readonly end: string | undefined
  readonly location: LocationFacts
  readonly total_accepted: number
  readonly campaign: string | undefined
  readonly status: 'confirmed' | 'tentative' | 'cancelled'
  readonly transparence: 'opaque'
  readonly visibility: 'public' | 'private'
  readonly guests_can_invite_others: true
  readonly capacity: number | undefined
  readonly hidden: boolean
  readonly reminders: readonly { readonly method: 'email'; readonly minutes: number }[]
  readonly sponsor: { readonly title: string; readonly browser_url: string } | undefined
}

/** Everything that is true of an event now, what the service generates included (v2 §2.1, §4.4). */
export function eventFacts(context: Context, event: EventRecord): EventFacts {
  const { content } = event
  const page = event.via === 'ui' ? publicUrl(context, event) : undefined
  return {
    identifiers: identifiersOf(context, event),
    origin_system: content.origin_system,
    created: formatTime(context, event.created),
    modified: formatTime(context, event.modified),
    name: content.name,
    title: content.title,
    description: content.description,
    instructions: content.instructions,
    browser_url: content.browser_url ?? page,
    public_url: page,
    featured_image_url: event.featured_image_url,
    start: localTime(context, content.start),
    end: localTime(context, content.end),
    location: locationFacts(context, content.location),
    total_accepted: totalAccepted(context, event),
    campaign: event.campaign,
    status: event.status,
    transparence: 'opaque',
    visibility: event.visibility,
    guests_can_invite_others: true,
    capacity: event.capacity,
    hidden: event.hidden,
    reminders: [{ method: 'email', minutes: reminderMinutes }],
    sponsor: sponsorOf(context, event),
  }
}

function localTime({ assumptions }: Context, digits: string | undefined): string | undefined {
  return digits === undefined || assumptions.localTimes === 'no zone' ? digits : `${digits}Z`
}

function sponsorOf(context: Context, { owner }: EventRecord): EventFacts['sponsor'] {
  const group = owner.startsWith('group:') ? context.store.groups.get(owner.slice('group:'.length)) : undefined
  return group && { title: group.title, browser_url: groupUrl(context, group) }
}
