import { ownSystem } from '../rules/context.ts'
import { randomFrom } from '../store/ids.ts'
import type { EventContent, EventSettings } from '../store/model.ts'
import { activities, paragraphs, pickVenue, type Venue } from './data.ts'

/** Picks that all follow from one seed. */
export interface Picker {
  /** A whole number from 0 up, below another. */
  below(limit: number): number
  chance(percent: number): boolean
  one<Item>(items: readonly [Item, ...Item[]]): Item
}

function pickerFrom(seed: string): Picker {
  const random = randomFrom(seed)
  const below = (limit: number) => random() % limit
  return {
    below,
    chance: (percent) => below(100) < percent,
    one: (items) => items[below(items.length)] ?? items[0],
  }
}

const day = 86_400_000

/** How long before `now` the oldest seeded event was made. */
export const history = 120 * day

/** An event that is to be seeded. */
export interface SeedEvent {
  /** When it is made. */
  readonly made: number
  /** When its description is written, where that came later. */
  readonly changed: number | undefined
  readonly content: Omit<EventContent, 'location'>
  readonly location: Venue | undefined
  readonly settings: Pick<EventSettings, 'via' | 'featured_image_url' | 'capacity' | 'hidden' | 'visibility'>
  /** Which of the seeded campaigns. */
  readonly campaign: number | undefined
  /** Which of the hosts is named as its creator. */
  readonly creator: number | undefined
  /** How many come. */
  readonly guests: number
  /** Who of the seeded people is the first of them; the rest follow in their order. */
  readonly firstGuest: number
}

const systems = ['Event Calendar', 'Field Desk', 'Volunteer Hub'] as const
const minutes = [0, 15, 30] as const
const noIdentifiers: readonly string[] = Object.freeze([])

/**
 * Makes up events one after the other: each another activity than its neighbours, in another place, with and without each
 * optional field, within some months around `now`, and made in the order of time, some days to months before it takes place.
 */
export function* seedEvents(seed: string, now: number, count: number): Generator<SeedEvent> {
  const pick = pickerFrom(`${seed} events`)
  const venues: Venue[] = []
  const texts = new Map<string, string>()
  const once: Once = (text) => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
  const gap = history / (count + 1)
  for (let number = 0; number < count; number += 1) {
    const made = now - wholeSeconds(history - gap * (number + 1))
    yield seedEvent({ number, made, gap, now }, pick, once, venueOf(number, pick, venues))
  }
}

/** Gives the same text for every text that is equal: what many events share is kept once. */
type Once = (text: string) => string

// Towns have so many halls and parks; what is the same is kept once.
const venuesOfKind = 235
const maxVenues = venuesOfKind * activities.length

/** Which event is made up, and when it is made. */
interface Turn {
  readonly number: number
  readonly made: number
  /** How long before the next one. */
  readonly gap: number
  readonly now: number
}

// Behind every day that it may be by now where the event takes place.
const soonest = 3

function venueOf(number: number, pick: Picker, venues: Venue[]): Venue {
  const kind = number % activities.length
  const known = venues.length < maxVenues ? undefined : venues[kind + activities.length * pick.below(venuesOfKind)]
  if (known) return known
  const [, , name] = activities[kind] ?? activities[0]
  const venue = pickVenue(pick, number, name)
  venues.push(venue)
  return venue
}

function seedEvent({ number, made, gap, now }: Turn, pick: Picker, once: Once, venue: Venue): SeedEvent {
  const kind = number % activities.length
  const [title, campaign, , hour, hours, about, instructions] = activities[kind] ?? activities[0]
  const ui = number % 3 === 0
  const round = Math.floor(number / activities.length)
  const date = dateOf(now, Math.floor((made - now) / day) + soonest, pick)
  const minute = pick.one(minutes)
  const dated = !pick.chance(5)
  const time = (hour: number) => once(`${date}T${digits(hour)}:${digits(minute)}:00`)
  const description = pick.chance(90) ? once(descriptionOf(about, pick)) : undefined
  const location = pick.chance(90) ? venue : undefined
  const town = location?.query.locality
  return {
    made,
    changed:
      description !== undefined && pick.chance(22) ? made + wholeSeconds((gap * (1 + pick.below(9))) / 10) : undefined,
    content: {
      title: concatenated(title, town === undefined ? '' : `, ${town}`, round > 0 ? ` (${round + 1})` : ''),
      origin_system: ui && pick.chance(85) ? ownSystem : pick.one(systems),
      // For the organizers, with the month.
      name: pick.chance(40) ? once(`${title} ${date.slice(0, 7)}`) : undefined,
      description,
      instructions,
      browser_url: pick.chance(ui ? 20 : 60) ? numbered('https://calendar.example.com/events/', number, '') : undefined,
      start: dated ? time(hour) : undefined,
      end: dated && hours !== undefined ? time(hour + hours) : undefined,
      foreign: identifiersOf(number, pick),
    },
    location,
    settings: {
      via: ui ? 'ui' : 'api',
      featured_image_url: ui && pick.chance(50) ? numbered('https://images.example.com/', number, '.jpg') : undefined,
      capacity: ui && pick.chance(40) ? 20 + pick.below(8) * 10 : undefined,
      hidden: ui && pick.chance(8),
      visibility: ui && pick.chance(10) ? 'private' : 'public',
    },
    campaign: pick.chance(70) ? campaign : undefined,
    creator: pick.chance(25) ? pick.below(1000) : undefined,
    guests: guestsOf(number, pick),
    firstGuest: pick.below(1_000_000),
  }
}

/** The activity's own, and for most of them a paragraph more, for some two. */
function descriptionOf(about: string, pick: Picker): string {
  const second = pick.chance(25) ? pick.below(paragraphs.length + 1) : 0
  const first = pick.below(paragraphs.length + 1)
  return [about, paragraphs[first - 1], paragraphs[second - 1]].filter(Boolean).join('\n')
}

/** A date: for some within the next fortnight, where a calendar is looked at, for the others some months away at the most. */
function dateOf(now: number, earliest: number, pick: Picker): string {
  const days = pick.chance(30) ? Math.max(earliest, pick.below(14)) : earliest + pick.below(120)
  return new Date(now + days * day).toISOString().slice(0, 10)
}

const digits = (number: number): string => String(number).padStart(2, '0')

const wholeSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000) * 1000

// Not added up: a text that is added up is kept in its pieces.
const concatenated = (...parts: readonly string[]): string => parts.join('')

const numbered = (start: string, number: number, end: string): string => concatenated(start, String(1000 + number), end)

function identifiersOf(number: number, pick: Picker): readonly string[] {
  const one = pick.below(10)
  if (one < 4) return noIdentifiers
  const calendar = numbered('seed_calendar:', number, '')
  return one < 9 ? [calendar] : [calendar, numbered('field_desk:FD-', number, '')]
}

/** One each on average: none for most, one or two for many, some more for a few, and dozens for one in a hundred. */
function guestsOf(number: number, pick: Picker): number {
  if (number % 97 === 30) return 24 + pick.below(21)
  const one = pick.below(100)
  if (one < 60) return 0
  return one < 94 ? 1 + pick.below(2) : 3 + pick.below(6)
}
