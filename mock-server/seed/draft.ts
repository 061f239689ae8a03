import type { Random } from '../ids.ts'
import { places } from '../places.ts'
import type { NewMockEvent } from '../types.ts'
import { activities } from './data.ts'

const day = 86_400_000

/** A seeded event before it is handed in. */
export interface Draft {
  readonly event: NewMockEvent
  readonly via: 'ui' | 'api'
  /** How many people come. */
  readonly attendances: number
}

const one = <Item>(random: Random, items: readonly [Item, ...Item[]]): Item =>
  items[random() % items.length] ?? items[0]
const chance = (random: Random, percent: number): boolean => random() % 100 < percent

const systems = ['Event Calendar', 'Field Desk', 'Volunteer Hub'] as const
const streets = ['Main St', 'Oak Avenue', 'River Road', 'Market Street', 'Mill Lane', 'Park Place'] as const

/**
 * Makes up the event of a number: another activity in another place than its neighbours, with and without each optional
 * field, within some months around `now`. `campaigns` are ids in the order of the activities' campaigns.
 */
export function draftEvent(number: number, random: Random, now: number, campaigns: readonly string[]): Draft {
  const activity = activities[number % activities.length] ?? activities[0]
  const [locality, region, country, , , , postal_code] = one(random, places)
  const via = number % 3 === 0 ? 'ui' : 'api'
  const round = Math.floor(number / activities.length)
  const title = `${activity.title}, ${locality}${round > 0 ? ` (${round + 1})` : ''}`
  const date = new Date(now + ((random() % 240) - 60) * day).toISOString().slice(0, 10)
  const time = (hour: number) => `${date}T${String(hour).padStart(2, '0')}:${one(random, ['00', '15', '30'])}:00`
  const campaign = chance(random, 70) ? campaigns[activity.campaign] : undefined
  const dated = !chance(random, 5)
  return {
    via,
    attendances: chance(random, 20) ? 0 : random() % 9,
    event: {
      title,
      ...(via === 'api' && { origin_system: one(random, systems) }),
      ...(chance(random, 80) && { description: activity.description }),
      ...(activity.instructions !== undefined && { instructions: activity.instructions }),
      ...(chance(random, 40) && { name: `${activity.title} ${date.slice(0, 7)}` }),
      ...(dated && { start_date: time(activity.hour) }),
      ...(dated && activity.hours !== undefined && { end_date: time(activity.hour + activity.hours) }),
      ...(chance(random, 90) && {
        location: {
          venue: activity.venue,
          ...(chance(random, 75) && { address_lines: [`${1 + (random() % 980)} ${one(random, streets)}`] }),
          ...{ locality, region, postal_code, country },
        },
      }),
      ...(chance(random, 50) && { identifiers: [`seed_calendar:${1000 + number}`] }),
      ...(via === 'api' &&
        chance(random, 60) && { browser_url: `https://calendar.example.com/events/${1000 + number}` }),
      ...(via === 'ui' &&
        chance(random, 50) && { featured_image_url: `https://images.example.com/${1000 + number}.jpg` }),
      ...(via === 'ui' && chance(random, 40) && { capacity: 20 + (random() % 8) * 10 }),
      ...(campaign !== undefined && { campaign }),
    },
  }
}
