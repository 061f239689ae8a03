import { type Random, randomFrom } from '../store/ids.ts'
import { activities, drawVenue, paragraphs, type Venue } from './data.ts'

/** Draws that all follow from one seed. */
export interface Draw {
  /** A whole number from 0 up, below another. */
  below(limit: number): number
  chance(percent: number): boolean
  one<Item>(items: readonly [Item, ...Item[]]): Item
}

export function drawFrom(seed: string): Draw {
  const random: Random = randomFrom(seed)
  const below = (limit: number) => random() % limit
  return {
    below,
    chance: (percent) => below(100) < percent,
    one: (items) => items[below(items.length)] ?? items[0],
  }
}

const day = 86_400_000

/** Makes up texts that many events share, and keeps each of them once. Activities are named by their numbers. */
export interface Memory {
  /** A title for the organizers, with the month of so many days from now. */
  name(activity: number, date: number): string
  description(draw: Draw, activity: number): string
  /** A local date-time: so many days from now. */
  time(date: number, hour: number, minute: number): string
}

export function memory(now: number): Memory {
  const dates = kept((date) => new Date(now + date * day).toISOString().slice(0, 10))
  const names = kept((number, date) => `${titleOf(number)} ${dates(date).slice(0, 7)}`)
  const times = kept((date, minute) => `${dates(date)}T${digits(Math.floor(minute / 60))}:${digits(minute % 60)}:00`)
  const descriptions = kept((number, more) => {
    const [first, second] = [more % many, Math.floor(more / many)]
    return [activities[number]?.description ?? '', paragraphs[first - 1], paragraphs[second - 1]]
      .filter(Boolean)
      .join('\n')
  })
  return {
    name: (activity, date) => names(activity, date),
    // The activity's own, and for most of them a paragraph more, for some two.
    description: (draw, activity) => {
      const second = draw.chance(25) ? draw.below(many) : 0
      return descriptions(activity, draw.below(many) + many * second)
    },
    time: (date, hour, minute) => times(date, hour * 60 + minute),
  }
}

const many = paragraphs.length + 1
const titleOf = (activity: number): string => activities[activity]?.title ?? ''
const digits = (number: number): string => String(number).padStart(2, '0')

/** The text of two numbers, made once. */
function kept(make: (first: number, second: number) => string): (first: number, second?: number) => string {
  const texts = new Map<number, string>()
  return (first, second = 0) => {
    const key = first * 10_000 + second
    const text = texts.get(key) ?? make(first, second)
    texts.set(key, text)
    return text
  }
}

/** How long before `now` the oldest seeded event was made. */
export const history = 120 * day

/** An event that is to be seeded. */
export interface Draft {
  /** When it is made. */
  readonly made: number
  /** When its description is written, where that came later. */
  readonly changed: number | undefined
  readonly via: 'ui' | 'api'
  readonly title: string
  readonly origin_system: string | undefined
  readonly name: string | undefined
  readonly description: string | undefined
  readonly instructions: string | undefined
  readonly browser_url: string | undefined
  readonly start_date: string | undefined
  readonly end_date: string | undefined
  readonly identifiers: readonly string[]
  readonly location: Venue | undefined
  readonly featured_image_url: string | undefined
  readonly capacity: number | undefined
  readonly hidden: boolean
  readonly visibility: 'public' | 'private'
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
const nothing: readonly string[] = Object.freeze([])

/**
 * Makes up events one after the other: each another activity than its neighbours, in another place, with and without each
 * optional field, within some months around `now`, and made in the order of time, some days to months before it takes place.
 */
export function* drafts(seed: string, now: number, count: number): Generator<Draft> {
  const draw = drawFrom(`${seed} events`)
  const texts = memory(now)
  const venues: Venue[] = []
  const gap = history / (count + 1)
  for (let number = 0; number < count; number += 1) {
    const before = history - gap * (number + 1)
    yield draft({ number, before, gap, now }, draw, texts, venueOf(number, draw, venues))
  }
}

// Towns have so many halls and parks; what is the same is kept once.
const venuesOfKind = 235
const mostVenues = venuesOfKind * activities.length

/** Which event is made up, and when it is made. */
interface Turn {
  readonly number: number
  /** How long before `now`, and before the next event is made. */
  readonly before: number
  readonly gap: number
  readonly now: number
}

// Behind every day that it may be by now where the event takes place.
const soonest = 3

function venueOf(number: number, draw: Draw, venues: Venue[]): Venue {
  const kind = number % activities.length
  const known = venues.length < mostVenues ? undefined : venues[kind + activities.length * draw.below(venuesOfKind)]
  if (known) return known
  const venue = drawVenue(draw, number, (activities[kind] ?? activities[0]).venue)
  venues.push(venue)
  return venue
}

function draft({ number, before, gap, now }: Turn, draw: Draw, texts: Memory, venue: Venue): Draft {
  const kind = number % activities.length
  const activity = activities[kind] ?? activities[0]
  const ui = number % 3 === 0
  const round = Math.floor(number / activities.length)
  const made = now - wholeSeconds(before)
  const date = dateOf(Math.floor((made - now) / day) + soonest, draw)
  const minute = draw.one(minutes)
  const dated = !draw.chance(5)
  const { hour, hours } = activity
  const description = draw.chance(90) ? texts.description(draw, kind) : undefined
  const location = draw.chance(90) ? venue : undefined
  const town = location?.query.locality
  return {
    made,
    changed:
      description !== undefined && draw.chance(22) ? made + wholeSeconds((gap * (1 + draw.below(9))) / 10) : undefined,
    via: ui ? 'ui' : 'api',
    title: [
      activity.title,
      ...(town === undefined ? [] : [', ', town]),
      ...(round > 0 ? [` (${round + 1})`] : []),
    ].join(''),
    origin_system: ui && draw.chance(85) ? undefined : draw.one(systems),
    name: draw.chance(40) ? texts.name(kind, date) : undefined,
    description,
    instructions: activity.instructions,
    browser_url: draw.chance(ui ? 20 : 60) ? address('https://calendar.example.com/events/', number, '') : undefined,
    start_date: dated ? texts.time(date, hour, minute) : undefined,
    end_date: dated && hours !== undefined ? texts.time(date, hour + hours, minute) : undefined,
    identifiers: identifiersOf(number, draw),
    location,
    featured_image_url: ui && draw.chance(50) ? address('https://images.example.com/', number, '.jpg') : undefined,
    capacity: ui && draw.chance(40) ? 20 + draw.below(8) * 10 : undefined,
    hidden: ui && draw.chance(8),
    visibility: ui && draw.chance(10) ? 'private' : 'public',
    campaign: draw.chance(70) ? activity.campaign : undefined,
    creator: draw.chance(25) ? draw.below(1000) : undefined,
    guests: guestsOf(number, draw),
    firstGuest: draw.below(1_000_000),
  }
}

/** Days from now: for some within the next fortnight, where a calendar is looked at, for the others some months at the most. */
const dateOf = (earliest: number, draw: Draw): number =>
  draw.chance(30) ? Math.max(earliest, draw.below(14)) : earliest + draw.below(120)

const wholeSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000) * 1000

// Joined, and not added up: a text that is added up is kept in its pieces.
const address = (start: string, number: number, end: string): string => [start, String(1000 + number), end].join('')

function identifiersOf(number: number, draw: Draw): readonly string[] {
  const one = draw.below(10)
  if (one < 4) return nothing
  const calendar = address('seed_calendar:', number, '')
  return one < 9 ? [calendar] : [calendar, address('field_desk:FD-', number, '')]
}

/** One each on average: none for most, one or two for many, some more for a few, and dozens for one in a hundred. */
function guestsOf(number: number, draw: Draw): number {
  if (number % 97 === 30) return 24 + draw.below(21)
  const one = draw.below(100)
  if (one < 60) return 0
  return one < 94 ? 1 + draw.below(2) : 3 + draw.below(6)
}
