import { places } from '../rules/geocode.ts'
import type { PlaceQuery } from '../types/index.ts'
import type { Draw } from './generate.ts'

/** What seeded events are made from. */
export interface Activity {
  readonly title: string
  readonly campaign: number
  readonly description: string
  readonly instructions?: string
  readonly venue: string
  /** Local hour of the start. */
  readonly hour: number
  /** Length in hours; without it the event has no end. */
  readonly hours?: number
}

export const campaignTitles = ['Parks for everyone', 'Clean rivers', 'Get out the vote', 'Safe streets'] as const

export const groupTitle = 'Neighbours for Green Cities'

export const activities: readonly [Activity, ...Activity[]] = [
  {
    title: 'Park picnic',
    campaign: 0,
    description: '<p>Bring a dish to share.</p>',
    venue: 'Band shell',
    hour: 12,
    hours: 3,
  },
  {
    title: 'Tree planting',
    campaign: 0,
    description: 'Spades and gloves are there.',
    instructions: '<p>Wear boots.</p>',
    venue: 'North meadow',
    hour: 9,
    hours: 4,
  },
  {
    title: 'Playground build day',
    campaign: 0,
    description: 'We put up two swings.',
    venue: 'School yard',
    hour: 10,
    hours: 6,
  },
  {
    title: 'Town hall on parks',
    campaign: 0,
    description: '<p>With the <em>parks commissioner</em>.</p>',
    venue: 'City hall',
    hour: 18,
    hours: 2,
  },
  {
    title: 'River clean-up',
    campaign: 1,
    description: 'Canoes for forty people.',
    instructions: 'Meet at the boat ramp.',
    venue: 'Boat ramp',
    hour: 8,
    hours: 4,
  },
  {
    title: 'Water testing walk',
    campaign: 1,
    description: 'We take ten samples.',
    venue: 'Old bridge',
    hour: 14,
    hours: 2,
  },
  {
    title: 'Rain garden workshop',
    campaign: 1,
    description: 'Learn to plant one at home.',
    venue: 'Community garden',
    hour: 11,
    hours: 3,
  },
  {
    title: 'Storm drain stencilling',
    campaign: 1,
    description: 'Paint that says where the water goes.',
    venue: 'Corner store',
    hour: 16,
  },
  {
    title: 'Voter registration table',
    campaign: 2,
    description: 'Two-hour shifts.',
    instructions: '<p>Training is on site.</p>',
    venue: 'Farmers market',
    hour: 9,
    hours: 5,
  },
  {
    title: 'Phone bank',
    campaign: 2,
    description: 'Bring a charged phone.',
    venue: 'Public library',
    hour: 17,
    hours: 3,
  },
  {
    title: 'Neighbourhood canvass',
    campaign: 2,
    description: 'In pairs, with maps.',
    venue: 'Campaign office',
    hour: 10,
    hours: 4,
  },
  {
    title: 'Poll worker training',
    campaign: 2,
    description: 'Lunch is served.',
    venue: 'County building',
    hour: 12,
    hours: 2,
  },
  {
    title: 'Candidates forum',
    campaign: 2,
    description: '<p>Questions from the floor.</p>',
    venue: 'High school auditorium',
    hour: 19,
    hours: 2,
  },
  {
    title: 'Family bike ride',
    campaign: 3,
    description: 'Eight flat miles.',
    instructions: 'Helmets, please.',
    venue: 'Depot square',
    hour: 9,
    hours: 2,
  },
  { title: 'Crosswalk vigil', campaign: 3, description: 'With candles.', venue: 'Main street', hour: 20 },
  {
    title: 'Speed survey',
    campaign: 3,
    description: 'We count cars for an hour.',
    venue: 'Fire station',
    hour: 7,
    hours: 1,
  },
  {
    title: 'Street safety workshop',
    campaign: 3,
    description: 'Draw the street you want.',
    venue: 'Art school',
    hour: 13,
    hours: 3,
  },
]

/** What descriptions of seeded events go on with: HTML and plain text, in more than one alphabet, short and long. */
export const paragraphs: readonly string[] = [
  '<p>Bring water, sunscreen and a friend. We meet at the gate and walk over together; latecomers find us by the banner.</p>',
  'No experience needed. Somebody shows you how, and nobody is left alone with it.',
  '<p>Children are welcome. There is a corner with crayons, and <strong>two of us</strong> look after it all the time.</p>',
  '<p>Café Olé next door keeps a table for us afterwards: Kaffee, thé à la menthe, pão de queijo.</p>',
  '<p>Habrá interpretación al español. 我们也有中文翻译。 سيكون هناك مترجم إلى العربية.</p>',
  'The bus stops right outside. Parking is scarce, so please share a car, or come by bike 🚲.',
  '<ul><li>Doors open half an hour early.</li><li>The room is on the ground floor.</li><li>There is a hearing loop.</li></ul>',
  '<p>Last time eighty-four of us came, among them a brass band, two councillors and a very patient dog. What we wrote down on that evening hangs in the hall now, and most of it has been done since: the crossing has its light, the fountain runs, and the benches by the pond were painted in all the colours that somebody had left over. This time we look at what is still open, share it out among those who are there, and set a date for each of it.</p>',
  '<p>It rains? We go ahead, under the roof of the market hall. It pours? Look here an hour before, we say so by then. Whoever signed up gets a message.</p><p>Questions go to the address below, or to whomever you meet with a yellow scarf.</p>',
  '<p>Read more in <a href="https://calendar.example.com/notes?from=event&amp;page=2">our notes</a>: "why this, why now &amp; why here".</p>',
]

const streets = ['Main St', 'Oak Avenue', 'River Road', 'Market Street', 'Mill Lane', 'Park Place'] as const

/** An address in the place of a town, with and without each of its parts. */
export interface Venue {
  /** Counts up from 0. */
  readonly number: number
  readonly town: string
  readonly query: PlaceQuery
}

export function drawVenue(draw: Draw, number: number, name: string): Venue {
  const [town, region, country, , , , postal_code] = draw.one(places)
  const line = `${1 + draw.below(980)} ${draw.one(streets)}`
  const query: PlaceQuery = {
    ...(draw.chance(85) && { venue: name }),
    ...(draw.chance(75) && { address_lines: Object.freeze([line]) }),
    ...(draw.chance(94) && { locality: town }),
    ...(draw.chance(90) && { region }),
    ...(draw.chance(80) && { postal_code }),
    ...(draw.chance(95) && { country }),
  }
  return { number, town, query: Object.freeze(query) }
}
