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
