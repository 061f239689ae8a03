import type { Assumptions } from '../assumptions.ts'
import { places } from '../rules/geocode.ts'
import { randomFrom } from '../store/ids.ts'
import type { EventContent, EventSettings } from '../store/model.ts'
import type { Instant } from '../time.ts'
import type { PlaceQuery } from '../types/index.ts'
import { type Activity, activities, paragraphs, streets } from './data.ts'

/** Makes pseudorandom choices from a seed. */
interface Picker {
  /** A whole number from 0 to `limit - 1`. */
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

/** How long before `now` the oldest seeded event was created. */
export const history = 120 * day

/** An event to seed. */
export interface SeedEvent {
  readonly created: Instant
  /** When the event was changed; undefined if it never was. */
  readonly modified: Instant | undefined
  readonly content: Omit<EventContent, 'location'>
  /** The address. All events at the same address have the same object. */
  readonly location: PlaceQuery | undefined
  readonly settings: Pick<EventSettings, 'via' | 'featured_image_url' | 'capacity' | 'hidden' | 'visibility'>
  readonly isCancelled: boolean
  /** Index of the event's campaign among the seeded campaigns. */
  readonly campaign: number | undefined
  /** Index of the explicit creator among the seeded hosts. */
  readonly creator: number | undefined
  /** How many people attend. */
  readonly guests: number
  /** Index of the first attendee among the seeded guests. The other attendees are the guests after the first. */
  readonly firstGuest: number
}

const systems = ['Event Calendar', 'Field Desk', 'Volunteer Hub'] as const
const minutes = [0, 15, 30] as const
const noIdentifiers: readonly string[] = Object.freeze([])

/**
 * Makes up events in the order of their creation. The events take place within some months before and after `now`, and are created some
 * days to months earlier. Consecutive events differ in activity and place. Each optional field is sometimes missing.
 */
export function* seedEvents(
  seed: string,
  now: Instant,
  count: number,
  assumptions: Readonly<Assumptions>,
): Generator<SeedEvent> {
  const maker = new EventMaker(seed, now, history / (count + 1), assumptions)
  for (let number = 0; number < count; number += 1) yield maker.event(number)
}

// Maximum number of addresses. Later events reuse the addresses of earlier events, as real events share halls and parks.
const addressesPerActivity = 235
const maxAddresses = addressesPerActivity * activities.length

// Minimum number of days from creation to start, so that events in every time zone start after their creation.
const minLead = 3

class EventMaker {
  readonly #pick: Picker
  readonly #now: Instant
  /** Milliseconds between the creation of two events. */
  readonly #gap: number
  readonly #assumptions: Readonly<Assumptions>
  readonly #addresses: PlaceQuery[] = []
  readonly #texts = new Map<string, string>()

  constructor(seed: string, now: Instant, gap: number, assumptions: Readonly<Assumptions>) {
    this.#assumptions = assumptions
    this.#pick = pickerFrom(`${seed} events`)
    this.#now = now
    this.#gap = gap
  }

  event(number: number): SeedEvent {
    const pick = this.#pick
    const created = this.#now - wholeSeconds(history - this.#gap * (number + 1))
    const place = this.#address(number)
    const [title, campaign, , hour, hours, about, instructions] = activityOf(number)
    const ui = number % 3 === 0
    const round = Math.floor(number / activities.length)
    const date = dateOf(this.#now, Math.floor((created - this.#now) / day) + minLead, pick)
    const minute = pick.one(minutes)
    const dated = !pick.chance(5) || this.#assumptions.unset === 'empty text'
    const time = (hour: number) => this.#intern(`${date}T${digits(hour)}:${digits(minute)}:00`)
    const description = pick.chance(90) ? this.#intern(descriptionOf(about, ui, pick)) : undefined
    const location = pick.chance(90) ? place : undefined
    const town = location?.locality
    const isModified = description !== undefined && pick.chance(22)
    return {
      created,
      modified: isModified ? created + wholeSeconds((this.#gap * (1 + pick.below(9))) / 10) : undefined,
      content: {
        title: concatenated(title, town === undefined ? '' : `, ${town}`, round > 0 ? ` (${round + 1})` : ''),
        origin_system: ui && pick.chance(85) ? this.#assumptions.originSystem : pick.one(systems),
        // Only organizers see the name. It contains the month. A blank field of a form in the user interface makes an empty name.
        name: pick.chance(40) ? this.#intern(`${title} ${date.slice(0, 7)}`) : number % 18 === 9 ? '' : undefined,
        description,
        instructions,
        browser_url: pick.chance(ui ? 20 : 60)
          ? numbered('https://calendar.example.com/events/', number, '')
          : undefined,
        start: dated ? time(hour) : undefined,
        end: dated && hours !== undefined ? time(hour + hours) : undefined,
        tag_list: undefined,
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
      // Fixed and not random, so that a service with sixty events surely has a cancelled event.
      isCancelled: ui && number % 54 === 27,
      campaign: pick.chance(70) ? campaign : undefined,
      creator: pick.chance(25) ? pick.below(1000) : undefined,
      guests: guestsOf(number, pick),
      firstGuest: pick.below(1_000_000),
    }
  }

  #address(number: number): PlaceQuery {
    const addresses = this.#addresses
    const known =
      addresses.length < maxAddresses
        ? undefined
        : addresses[(number % activities.length) + activities.length * this.#pick.below(addressesPerActivity)]
    if (known) return known
    const [, , venue] = activityOf(number)
    const address = newAddress(this.#pick, venue)
    addresses.push(address)
    return address
  }

  /** Returns the same string object for equal texts, so that events share it in memory. */
  #intern(text: string): string {
    const known = this.#texts.get(text)
    if (known === undefined) this.#texts.set(text, text)
    return known ?? text
  }
}

const activityOf = (number: number): Activity => activities[number % activities.length] ?? activities[0]

/** An address in a real town. Each part is sometimes missing. */
function newAddress(pick: Picker, venue: string): PlaceQuery {
  const [locality, region, country, , , , postal_code] = pick.one(places)
  const line = `${1 + pick.below(980)} ${pick.one(streets)}`
  return Object.freeze({
    ...(pick.chance(85) && { venue }),
    ...(pick.chance(75) && { address_lines: Object.freeze([line]) }),
    ...(pick.chance(94) && { locality }),
    ...(pick.chance(90) && { region }),
    ...(pick.chance(80) && { postal_code }),
    ...(pick.chance(95) && { country }),
  })
}

/** The description of an activity, with up to two further paragraphs. In the user interface, an editor makes HTML of all text. */
function descriptionOf(about: string, ui: boolean, pick: Picker): string {
  const second = pick.chance(25) ? pick.below(paragraphs.length + 1) : 0
  const first = pick.below(paragraphs.length + 1)
  const parts = [about, paragraphs[first - 1], paragraphs[second - 1]].filter((part) => part !== undefined)
  return (ui ? parts.map(asHtml) : parts).join('\n')
}

const asHtml = (text: string): string => (text.startsWith('<') ? text : `<p>${text}</p>`)

/** A random date: 30 % of the dates are in the next two weeks, which calendars show first, and the other dates are in the next months. */
function dateOf(now: Instant, earliest: number, pick: Picker): string {
  const days = pick.chance(30) ? Math.max(earliest, pick.below(14)) : earliest + pick.below(120)
  return new Date(now + days * day).toISOString().slice(0, 10)
}

const digits = (number: number): string => String(number).padStart(2, '0')

const wholeSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000) * 1000

// `join` makes one flat string. `+` and templates would keep references to the pieces, which take several times the memory.
const concatenated = (...parts: readonly string[]): string => parts.join('')

const numbered = (start: string, number: number, end: string): string => concatenated(start, String(1000 + number), end)

function identifiersOf(number: number, pick: Picker): readonly string[] {
  const one = pick.below(10)
  if (one < 4) return noIdentifiers
  const calendar = numbered('seed_calendar:', number, '')
  return one < 9 ? [calendar] : [calendar, numbered('field_desk:FD-', number, '')]
}

/** The number of guests of an event. The average is one. Most events have no guests, and one in a hundred has dozens. */
function guestsOf(number: number, pick: Picker): number {
  if (number % 97 === 30) return 24 + pick.below(21)
  const one = pick.below(100)
  if (one < 60) return 0
  return one < 94 ? 1 + pick.below(2) : 3 + pick.below(6)
}
