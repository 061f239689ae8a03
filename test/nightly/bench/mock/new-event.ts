/** The body of a new event as a calendar would send it; the same as in `lua/event.lua`. */
export const newEvent = (number: number): string =>
  JSON.stringify({
    identifiers: [`bench_calendar:in-process-${number}`],
    origin_system: 'Bench Calendar',
    name: `Street stall ${number}`,
    title: `Street stall at the market, no. ${number}`,
    description:
      '<p>We talk with our neighbours about the <em>new cycle path</em>, hand out maps and collect signatures.</p>',
    instructions: '<p>Please bring a friend, a pen and something warm to drink.</p>',
    browser_url: `https://calendar.example.net/events/${number}`,
    start_date: '2026-06-13T17:30:00Z',
    end_date: '2026-06-13T19:00:00Z',
    location: {
      venue: 'Market Hall',
      address_lines: [`${(number % 900) + 1} Market Street`],
      locality: 'Springfield',
      region: 'IL',
      postal_code: '62701',
      country: 'US',
    },
  })
