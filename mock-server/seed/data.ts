/** A template for seeded events. Without `hours`, an event has no end. */
export type Activity = readonly [
  title: string,
  campaign: number,
  venue: string,
  /** The hour at which an event starts, in local time. */
  hour: number,
  hours: number | undefined,
  description: string,
  instructions?: string,
]

/** Texts of the seeded event campaigns. */
export const campaigns = [
  {
    title: 'Parks for everyone',
    description: '<p>A park within <strong>ten minutes</strong> of every door.</p>',
    host_pitch: '<p>Host a picnic, a planting or a walk in your park.</p>',
    host_instructions: '<ol><li>Choose a date.</li><li>Tell the parks office.</li><li>Bring the banner.</li></ol>',
    tag_list: ['Parks'],
  },
  {
    title: 'Clean rivers',
    description: 'From the source to the harbour.',
    host_pitch: '<p>Two hours, ten people, one truck of litter less.</p>',
    host_instructions:
      '<p>Gloves and bags come from us.<br />Call the boat ramp first.</p>\n<p><a href="https://calendar.example.com/hosts" target="_blank" rel="noopener noreferrer">Notes for hosts</a></p>',
  },
  {
    title: 'Get out the vote',
    description: '<p>Every voter gets a call. 每一票都算数。</p>',
    tag_list: ['Elections', 'Phone'],
  },
  { title: 'Safe streets', host_pitch: 'Show your street to the councillors.' },
] as const

/** Names of the seeded tags. */
export const tagNames = ['Volunteer', 'Host', 'First time'] as const

export const groupTitle = 'Neighbours for Green Cities'

export const activities: readonly [Activity, ...Activity[]] = [
  ['Park picnic', 0, 'Band shell', 12, 3, '<p>Bring a dish to share.</p>'],
  ['Tree planting', 0, 'North meadow', 9, 4, 'Spades and gloves are there.', '<p>Wear boots.</p>'],
  ['Playground build day', 0, 'School yard', 10, 6, 'We put up two swings.'],
  ['Town hall on parks', 0, 'City hall', 18, 2, '<p>With the <em>parks commissioner</em>.</p>'],
  ['River clean-up', 1, 'Boat ramp', 8, 4, 'Canoes for forty people.', 'Meet at the boat ramp.'],
  ['Water testing walk', 1, 'Old bridge', 14, 2, 'We take ten samples.'],
  ['Rain garden workshop', 1, 'Community garden', 11, 3, 'Learn to plant one at home.'],
  ['Storm drain stencilling', 1, 'Corner store', 16, undefined, 'Paint that says where the water goes.'],
  ['Voter registration table', 2, 'Farmers market', 9, 5, 'Two-hour shifts.', '<p>Training is on site.</p>'],
  ['Phone bank', 2, 'Public library', 17, 3, 'Bring a charged phone.'],
  ['Neighbourhood canvass', 2, 'Campaign office', 10, 4, 'In pairs, with maps.'],
  ['Poll worker training', 2, 'County building', 12, 2, 'Lunch is served.'],
  ['Candidates forum', 2, 'High school auditorium', 19, 2, '<p>Questions from the floor.</p>'],
  ['Family bike ride', 3, 'Depot square', 9, 2, 'Eight flat miles.', 'Helmets, please.'],
  ['Crosswalk vigil', 3, 'Main street', 20, undefined, 'With candles.'],
  ['Speed survey', 3, 'Fire station', 7, 1, 'We count cars for an hour.'],
  ['Street safety workshop', 3, 'Art school', 13, 3, 'Draw the street you want.'],
]

/**
 * Further paragraphs for descriptions, short and long, in several alphabets. The HTML is that of an editor in a web page: spaces that do
 * not break, empty paragraphs, inline styles, links that open a window.
 */
export const paragraphs: readonly string[] = [
  '<p>Bring water, sunscreen and a friend. We meet at the gate and walk over together; latecomers find us by the banner.</p>',
  'No experience needed. Somebody shows you how, and nobody is left alone with it.',
  '<p>Children are welcome.&nbsp; There is a corner with crayons, and&nbsp;<strong>two of us</strong>&nbsp;look after it all the time.</p>',
  '<p>Café Olé next door keeps a table for us afterwards: Kaffee, thé à la menthe, pão de queijo.</p>',
  '<p>Habrá interpretación al español. 我们也有中文翻译。 <span dir="rtl">سيكون هناك مترجم إلى العربية.</span></p>',
  'The bus stops right outside. Parking is scarce, so please share a car, or come by bike 🚲.',
  '<p><strong>Good to know:</strong></p>\n<ul>\n<li>Doors open half an hour early.</li>\n<li>The room is on the ground floor.</li>\n<li>There is a hearing loop.</li>\n</ul>',
  '<p>Last time eighty-four of us came, among them a brass band, two councillors and a very patient dog. What we wrote down on that evening hangs in the hall now, and most of it has been done since: the crossing has its light, the fountain runs, and the benches by the pond were painted in all the colours that somebody had left over.</p>\n<p>&nbsp;</p>\n<p>This time we look at what is still open, share it out among those who are there, and set a date for each of it.</p>',
  '<p>It rains? We go ahead, under the roof of the market hall.<br />It pours? Look here an hour before, we say so by then. Whoever signed up gets a message.</p>\n<p>Questions go to the address below, or to whomever you meet with a yellow scarf.</p>',
  '<p>Read more in <a href="https://calendar.example.com/notes?from=event&amp;page=2" target="_blank" rel="noopener noreferrer">our notes</a>: "why this, why now &amp; why here".</p>',
  '<p style="text-align: center;"><span style="font-size: 18px; color: rgb(0, 102, 51);"><strong>Masks are welcome.</strong></span></p>',
  '<h3>What to bring</h3>\n<ol>\n<li style="font-weight: 400;">Sturdy shoes</li>\n<li style="font-weight: 400;">Something for the&nbsp;<em>shared</em>&nbsp;table</li>\n</ol>\n<p><br></p>',
  '<p>Ask <a href="mailto:picnic@example.org?subject=Ride">Ngọc &amp; Jürgen</a> for a ride, or call <a href="tel:+13125550142">312-555-0142</a>.</p>',
  '<div><div><p style="margin: 0px 0px 12px;">Pasted from our newsletter:&nbsp;the city votes on the plan this year.&nbsp;&nbsp;</p></div></div>',
]

export const streets = ['Main St', 'Oak Avenue', 'River Road', 'Market Street', 'Mill Lane', 'Park Place'] as const
