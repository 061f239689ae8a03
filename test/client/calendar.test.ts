import ICAL from 'ical.js'
import ical from 'node-ical'
import { type EventV1, type EventV2, wallClockOf } from 'osdi-events'
import { calendarOf, instantsOf, zoneOf } from 'osdi-events/calendar'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { runs } from '../support/runs.ts'

const noon = '2026-06-20T12:00:00'

const eventAt = (wallClock: string, number: number | string = 1): EventV2 => ({
  identifiers: [`platform:e${number}`],
  title: `Event ${number}`,
  created_date: '2026-01-01T00:00:00Z',
  modified_date: '2026-01-02T00:00:00Z',
  start_date: `${wallClock}Z`,
  _links: { self: { href: `https://events.example.org/api/v2/events/e${number}` } },
})

const inVersion1 = (wallClock: string, number: number): EventV1 => ({
  identifiers: [`platform:e${number}`],
  summary: `Event ${number}`,
  created_at: '2026-01-01T00:00:00Z',
  modified_at: '2026-01-02T00:00:00Z',
  start: `${wallClock}Z`,
  _links: { self: { href: `https://events.example.org/api/v1/events/e${number}` } },
})

/** Properties of the entries of a calendar, by id. */
const entriesOf = (text: string, ...names: readonly string[]) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((entry) => {
    const values = ['uid', ...names].map((name) => String(entry.getFirstPropertyValue(name)))
    return values.join(' ').replace('@osdi-events', '')
  })

/** Start and end of each entry in milliseconds, as ical.js reads them with the rules in the calendar. */
function readByIcalJs(text: string): Map<string, readonly number[]> {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
  )
  const moments = (entry: ICAL.Component) =>
    ['dtstart', 'dtend'].flatMap((name) => {
      const property = entry.getFirstProperty(name)
      if (!property) return []
      const time = property.getFirstValue() as ICAL.Time
      const zone = property.getParameter('tzid')
      if (zone !== undefined) time.zone = zones.get(String(zone)) as ICAL.Timezone
      return [time.toUnixTime() * 1000]
    })
  return new Map(
    calendar.getAllSubcomponents('vevent').map((entry) => [String(entry.getFirstPropertyValue('uid')), moments(entry)]),
  )
}

/** The same as node-ical reads it, with the rules of the platform. */
function readByNodeIcal(text: string): Map<string, readonly number[]> {
  const entries = Object.values(ical.sync.parseICS(text)).filter((entry) => entry?.type === 'VEVENT')
  return new Map(entries.map((entry) => [entry.uid, [entry.start, entry.end].flatMap((date) => date?.getTime() ?? [])]))
}

const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC']

/** The next change of a zone's clocks after a day; undefined for a zone without changes. */
const changeAfter = (day: string, zone: string) =>
  Temporal.ZonedDateTime.from(`${day}T00:00[${zone}]`).getTimeZoneTransition('next') ?? undefined

/** A quarter of the zones at a time, from all parts of the world. */
test.for([0, 1, 2, 3])(
  'ical.js and node-ical read the instants that Temporal gives, of events of both versions in every time zone: quarter %i',
  (quarter) => {
    // Where a zone's clocks change, the event is near a change: times that the clocks skip or repeat are among them.
    const some = zones.filter((_, index) => (index >> 3) % 4 === quarter)
    const wanted = some.map((zone, index) => {
      const change = changeAfter(index % 2 === 0 ? '2026-01-05' : '2027-07-05', zone)
      const before = change?.subtract({ minutes: 1 }).toPlainDateTime()
      const start = before?.add({ minutes: [-60, -29, 31, 62][(index >> 1) % 4] ?? 0 })
      const other = Temporal.PlainDateTime.from('2026-01-05T18:30').add({ days: index * 2, minutes: index * 7 })
      return { zone, start: start ?? other, end: (start ?? other).add({ minutes: 90 }) }
    })
    expect(wanted.length).toBeGreaterThan(100)
    const zoneBy = new Map(wanted.map(({ zone }, number) => [`e${number}`, zone]))
    const zone = ({ identifiers }: EventV1 | EventV2) => zoneBy.get(identifiers[0]?.slice('platform:'.length) ?? '')
    const events = wanted.map(({ start, end }, number) =>
      number % 2 === 0
        ? { ...eventAt(start.toString(), number), end_date: `${end.toString()}Z` }
        : inVersion1(start.toString(), number),
    )
    const { text, count, problems } = calendarOf(events, { zone })
    expect([count, problems.filter(({ message }) => !message.startsWith('a change of the clocks'))]).toEqual([
      events.length,
      [],
    ])

    const right = new Map(
      wanted.map(({ zone, start, end }, number) => {
        const [starts, ends] = [start, end].map((time) => time.toZonedDateTime(zone).epochMilliseconds)
        const hasEnd = number % 2 === 0 && Number(ends) > Number(starts)
        return [`e${number}@osdi-events`, hasEnd ? [starts, ends] : [starts]]
      }),
    )
    expect(readByIcalJs(text)).toEqual(right)
    const byNodeIcal = [...readByNodeIcal(text)].map(([uid, [start, end]]) => [
      uid,
      end === start ? [start] : [start, end],
    ])
    expect(new Map(byNodeIcal as [string, number[]][])).toEqual(right)
    const instants = events.map((event) => {
      const { start, end } = instantsOf<EventV1 | EventV2>(event, { zone }) ?? {}
      return [start, end].flatMap((date) => date?.getTime() ?? [])
    })
    expect(instants).toEqual([...right.values()])
  },
)

test.for<[zone: string, start: string]>([
  ['Africa/Casablanca', '2027-02-08T10:00:00'],
  ['Asia/Jerusalem', '2029-03-27T10:00:00'],
  ['America/Vancouver', '2025-12-01T10:00:00'],
  ['Asia/Tokyo', '9999-12-31T10:00:00'],
  ['Europe/Amsterdam', '1937-07-01T12:00:00'],
])('a calendar has the offset of %s at %s', ([zone, start]) => {
  const { text } = calendarOf([eventAt(start, 1), eventAt('2026-06-01T00:00:00', 2)], { zone })
  const right = Temporal.PlainDateTime.from(start).toZonedDateTime(zone).epochMilliseconds
  expect(readByIcalJs(text).get('e1@osdi-events')).toEqual([right])
})

test.for([
  ['Africa/Monrovia', '0002-01-01T00:00:00'],
  ['Asia/Tokyo', '0001-01-01T00:00:00'],
])('a calendar has date-times only (RFC 5545 §3.3.5), also for %s at %s', ([zone = '', start = '']) => {
  const { text } = calendarOf([eventAt(start)], { zone })
  expect(text.match(/^DTSTART.*(?=\r$)/gm)?.length).toBe(2)
  expect(text.match(/^DTSTART(?:;TZID=[\w/]+)?:(?!\d{8}T\d{6}\r$).*/gm)).toBeNull()
})

test('a calendar has the rules of each of its time zones once, and only those', () => {
  const zone = ({ title }: EventV2) => (title === 'Event 1' ? 'America/New_York' : undefined)
  const { text } = calendarOf([eventAt(noon, 1), eventAt('2026-12-20T12:00:00', 1), eventAt(noon, 2)], { zone })
  expect(text.match(/^TZID:.+$/gm)).toEqual(['TZID:America/New_York'])
  expect(text.match(/^TZOFFSETTO:.+$/gm)).toEqual(['TZOFFSETTO:-0400', 'TZOFFSETTO:-0500'])
})

test('a time that the clocks repeat is written in UTC, because readers differ in which of the two they mean', () => {
  const twice = { ...eventAt('2026-11-01T00:30:00'), end_date: '2026-11-01T01:30:00' }
  const { text } = calendarOf([twice], { zone: 'America/New_York' })
  expect(entriesOf(text, 'dtstart', 'dtend')).toEqual(['e1 2026-11-01T04:30:00Z 2026-11-01T05:30:00Z'])
})

test('a time that the clocks skip is written as the time that they show then, and an end that is then not later is left out', () => {
  const gap = { ...eventAt('2026-03-08T02:30:00'), end_date: '2026-03-08T03:30:00' }
  const { text, problems } = calendarOf([gap], { zone: 'America/New_York' })
  expect(entriesOf(text, 'dtstart', 'dtend')).toEqual(['e1 2026-03-08T03:30:00 null'])
  expect(problems).toEqual([{ id: 'e1', message: expect.stringMatching(/^a change of the clocks .+; it has no end$/) }])
  expect(instantsOf(gap, { zone: 'America/New_York' })).toEqual({
    ...{ start: new Date('2026-03-08T07:30:00Z'), zone: 'America/New_York', by: 'option' },
  })
})

const at = (latitude: number, longitude: number, accuracy?: string) => ({
  location: { latitude, longitude, ...(accuracy && { accuracy }) },
})

test.for<[what: string, location: object | null | undefined, found: object | undefined]>([
  ['exact coordinates', at(52.5, 13.4, 'Rooftop'), { zone: 'Europe/Berlin', by: 'coordinates' }],
  ['coordinates without an accuracy', at(41.9, -87.6), { zone: 'America/Chicago', by: 'coordinates' }],
  [
    'exact coordinates against a state',
    { ...at(41.9, -87.6, 'Rooftop'), region: 'NY' },
    { zone: 'America/Chicago', by: 'coordinates' },
  ],
  ['a state', { region: 'il', country: 'US' }, { zone: 'America/Chicago', by: 'region' }],
  ['a state without a country', { region: 'HI' }, { zone: 'Pacific/Honolulu', by: 'region' }],
  ['a state with two zones', { region: 'TN', country: 'US' }, undefined],
  ['a state with an area that keeps another time', { region: 'AZ', country: 'US' }, undefined],
  [
    'a state and coordinates of the country',
    { ...at(39.5, -98.35, 'Approximate'), region: 'CA', country: 'US' },
    { zone: 'America/Los_Angeles', by: 'region' },
  ],
  [
    'a town in a state with two zones',
    { ...at(36.16, -86.78, 'Approximate'), locality: 'Nashville', region: 'TN', country: 'US' },
    { zone: 'America/Chicago', by: 'coordinates' },
  ],
  ['a country with one zone', { country: 'FR' }, { zone: 'Europe/Paris', by: 'region' }],
  [
    'a country with two zones that keep the same time',
    { country: 'de', region: 'BE' },
    { zone: 'Europe/Berlin', by: 'region' },
  ],
  ['a country with several zones', { country: 'US' }, undefined],
  ['another country with several zones', { country: 'ES', region: 'MD' }, undefined],
  ['the region of another country', { country: 'BR', region: 'PA' }, undefined],
  ['a country that does not exist', { country: 'ZZ' }, undefined],
  ['a name of a country', { country: 'Germany' }, undefined],
  [
    'no location data (v2 §2.2)',
    { ...at(39.5, -98.35, 'Approximate'), region: '', country: 'US', language: 'en' },
    undefined,
  ],
  ['the middle of the US without an accuracy', { ...at(39.8283, -98.5795), country: 'US' }, undefined],
  [
    'the middle of the US for a town that is not found',
    { ...at(37.09024, -95.712891, 'Approximate'), locality: 'Online', region: 'TX', country: 'US' },
    undefined,
  ],
  [
    'the region of another country under the default US (v2 §2.2b)',
    { ...at(-31.95, 115.86, 'Approximate'), locality: 'Perth', region: 'WA', country: 'US' },
    { zone: 'Australia/Perth', by: 'coordinates' },
  ],
  ['such a region without a town', { ...at(-31.95, 115.86, 'Approximate'), region: 'WA', country: 'US' }, undefined],
  [
    'a territory of the US',
    { ...at(13.44, 144.79, 'Approximate'), region: 'GU', country: 'US' },
    { zone: 'Pacific/Guam', by: 'region' },
  ],
  [
    'coordinates overseas',
    { ...at(16.24, -61.53, 'Approximate'), locality: 'Pointe-à-Pitre', country: 'FR' },
    { zone: 'America/Guadeloupe', by: 'coordinates' },
  ],
  ['a postal code overseas', { country: 'FR', postal_code: '97400' }, undefined],
  ['a region overseas', { country: 'NL', region: 'CW' }, undefined],
  ['coordinates of zero', { ...at(0, 0), region: 'IL' }, { zone: 'America/Chicago', by: 'region' }],
  ['a town that is no text', { ...at(36.16, -86.78, 'Approximate'), locality: 7 }, undefined],
  ['coordinates that are nowhere', at(91, 0, 'Rooftop'), undefined],
  ['no location', undefined, undefined],
  ['a location of null', null, undefined],
])('zoneOf decides by %s', ([, location, found]) => {
  expect(zoneOf({ location } as never)).toEqual(found)
})

test('instantsOf takes a zone for events whose place gives none, and asks a function first', () => {
  const start_date = `${noon}Z`
  const inBerlin = { start_date, location: at(52.5, 13.4, 'Rooftop') }
  const online = { start_date, end_date: '2026-06-20T13:00:00' }
  const zone = 'America/Chicago'
  expect(instantsOf(inBerlin, { zone })).toEqual({
    start: new Date('2026-06-20T10:00:00Z'),
    zone: 'Europe/Berlin',
    by: 'coordinates',
  })
  expect(instantsOf(online, { zone })).toEqual({
    ...{ start: new Date('2026-06-20T17:00:00Z'), end: new Date('2026-06-20T18:00:00Z') },
    ...{ zone, by: 'option' },
  })
  expect(instantsOf(inBerlin, { zone: () => zone })).toMatchObject({ zone, by: 'option' })
  for (const unknown of [undefined, null])
    expect(instantsOf(inBerlin, { zone: () => unknown })).toMatchObject({ zone: 'Europe/Berlin' })
  for (const call of [instantsOf, zoneOf])
    expect(() => call(Promise.resolve(inBerlin) as never)).toThrow(expect.objectContaining({ field: 'event' }))
  for (const nothing of [null, undefined]) expect(zoneOf(nothing as never)).toBeUndefined()
  expect([instantsOf(online), instantsOf({ ...inBerlin, start_date: null }, { zone })]).toEqual([undefined, undefined])
  expect(instantsOf({ start: `${noon}Z`, location: { region: 'NY' } })?.start.toISOString()).toBe(
    '2026-06-20T16:00:00.000Z',
  )
})

test.for(['Europe/Berlim', '', '+02:00', 7])(
  'instantsOf and calendarOf refuse the time zone %s and name it',
  (zone) => {
    for (const call of [instantsOf, (event: EventV2, options: object) => calendarOf([event], options)])
      expect(() => call(eventAt(noon), { zone: zone as string })).toThrow(
        expect.objectContaining({ code: 'input', field: 'zone' }),
      )
    expect(() => instantsOf(eventAt(noon), { zone: () => 'Europe/Berlim' })).toThrow(
      expect.objectContaining({ field: 'zone' }),
    )
  },
)

test('an event in a calendar has a stable id, a growing sequence, plain text for HTML, and its status', () => {
  const event = {
    ...eventAt(noon),
    end_date: '2026-06-20T14:00:00Z',
    description: '<p>Bring <b>food</b> &amp; drinks</p>',
  }
  const later = { ...event, modified_date: '2026-01-03T00:00:00Z', status: 'cancelled' }
  const read = (one: EventV2) => {
    const { text } = calendarOf([one], { zone: 'Europe/Berlin', host: 'town.example.org' })
    return entriesOf(text, 'sequence', 'status', 'description', 'dtend')
  }
  expect(read(event)).toEqual(['e1@town.example.org 86400 CONFIRMED Bring food & drinks 2026-06-20T14:00:00'])
  expect(read(later)).toEqual([expect.stringMatching(/^e1@town.example.org 172800 CANCELLED /)])
})

test.for([
  ['confirmed', 'CONFIRMED'],
  ['tentative', 'TENTATIVE'],
  ['cancelled', 'CANCELLED'],
  [undefined, 'CONFIRMED'],
  ['constructor', 'null'],
] as const)('an event with the status %s is %s in a calendar', ([status, shown]) => {
  const { text, problems } = calendarOf([{ ...eventAt(noon), ...(status && { status }) }])
  expect([entriesOf(text, 'status'), problems]).toEqual([[`e1 ${shown}`], []])
})

test('a calendar has no hidden, private or waiting event, unless asked for', () => {
  const events: EventV2[] = [
    eventAt(noon, 1),
    Object.assign(eventAt(noon, 2), { 'platform:hidden': true }),
    { ...eventAt(noon, 3), visibility: 'private' },
    { ...eventAt(noon, 4), status: 'pending_approval' },
  ]
  expect(entriesOf(calendarOf(events).text)).toEqual(['e1'])
  expect(calendarOf(events, { includePrivate: true }).count).toBe(4)
})

test('a calendar has no people, no links to them, no instructions and no field that it does not know', () => {
  const person = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }] }
  const links = Object.fromEntries(
    ['osdi:creator', 'osdi:organizer'].map((rel) => [rel, { href: 'https://events.example.org/api/v2/people/ada' }]),
  )
  const event = Object.assign(eventAt(noon), {
    ...{
      instructions: 'Call ada',
      event_instructions: 'Call ada',
      contact: 'ada',
      name: 'ada',
      'platform:sponsor': { title: 'ada' },
    },
    ...{
      _embedded: { 'osdi:creator': person, 'osdi:organizer': person },
      _links: { ...eventAt(noon)._links, ...links },
    },
  })
  for (const includePrivate of [false, true]) expect(calendarOf([event], { includePrivate }).text).not.toMatch(/ada/i)
})

test.for([
  ['before its start', '2026-06-19T14:00:00Z', [/^end_date is before start_date/]],
  ['at its start', `${noon}Z`, []],
  ['in the second of its start', `${noon}.9Z`, []],
  ['that cannot be read', 'late', [/^end_date cannot be read/]],
] as const)('a calendar leaves out an end %s', ([, end_date, said]) => {
  for (const zone of ['Europe/Berlin', undefined]) {
    const { text, problems } = calendarOf([{ ...eventAt(noon, 1), end_date }, eventAt(noon, 2)], { zone })
    expect(entriesOf(text, 'dtstart', 'dtend')).toEqual([`e1 ${noon} null`, `e2 ${noon} null`])
    expect(problems).toEqual(said.map((message) => ({ id: 'e1', message: expect.stringMatching(message) })))
  }
})

const person = 'ada@example.org'

test.for<[what: string, fields: object, entry: string | undefined, said: RegExp | undefined]>([
  ['start that cannot be read', { start_date: person }, undefined, /^start_date cannot be read; it is left out$/],
  ['creation date that cannot be read', { created_date: person }, `e1 ${noon}`, /^created_date cannot be read/],
  ['modification date that cannot be read', { modified_date: person }, `e1 ${noon}`, /^modified_date cannot be read/],
  ['latitude that is nowhere', { location: { venue: person, ...at(91, 0, 'Rooftop') } }, `e1 ${noon}`, undefined],
  ['title that is no text', { title: 7 }, undefined, /^cannot be written \(TypeError\)/],
  ['creation date that is absent', { created_date: undefined, modified_date: null }, `e1 ${noon}`, undefined],
  [
    'modification date that a zone moves out of the years of a calendar',
    { modified_date: '9999-12-31T23:59:59-12:00' },
    `e1 ${noon}`,
    /^modified_date cannot be read/,
  ],
  ['start of null', { start_date: null }, undefined, undefined],
])(
  'a calendar keeps all other events beside an event with a %s, and reports it without its texts',
  ([, fields, entry, said]) => {
    const odd = Object.assign(eventAt(noon, 1), fields)
    const { text, problems } = calendarOf([eventAt(noon, 0), odd, eventAt(noon, 2)])
    expect(entriesOf(text, 'dtstart')).toEqual([`e0 ${noon}`, ...(entry ? [entry] : []), `e2 ${noon}`])
    expect(problems).toEqual(said ? [{ id: 'e1', message: expect.stringMatching(said) }] : [])
    expect(JSON.stringify(problems)).not.toContain(person)
  },
)

test('a problem names the fields of version 1 for an event of version 1', () => {
  const { problems } = calendarOf([{ ...inVersion1('soon', 1) }, { ...inVersion1(noon, 2), created_at: '' }])
  expect(problems.map(({ message }) => message)).toEqual([
    'start cannot be read; it is left out',
    'created_at cannot be read; it is left out',
  ])
})

test('a calendar writes the zone of a function in the spelling of the platform, and an unknown one as floating', () => {
  const zone = ({ title }: EventV2) => (title === 'Event 1' ? 'europe/berlin' : 'Europe/Berlim')
  const { text, problems } = calendarOf([eventAt(noon, 1), eventAt(noon, 2)], { zone })
  expect(text.match(/^DTSTART.*T12.*\r$/gm)).toEqual([
    `DTSTART;TZID=Europe/Berlin:20260620T120000\r`,
    `DTSTART:20260620T120000\r`,
  ])
  expect(problems).toEqual([
    { id: 'e2', message: 'its time zone "Europe/Berlim" is not known; its times are floating' },
  ])
})

test('an event that comes twice is in a calendar once, as it came last', () => {
  const { text, count } = calendarOf([eventAt(noon, 1), eventAt(noon, 2), { ...eventAt(noon, 1), title: 'Newer' }])
  expect([entriesOf(text, 'summary'), count]).toEqual([['e1 Newer', 'e2 Event 2'], 2])
})

test('a sequence number is an INTEGER (RFC 5545 §3.3.8), however far a change is from the creation', () => {
  const far = { created_date: '0001-01-01T00:00:00Z', modified_date: '9999-01-01T00:00:00Z' }
  expect(entriesOf(calendarOf([{ ...eventAt(noon), ...far }]).text, 'sequence')).toEqual(['e1 2147483647'])
})

test.for<[field: string, events: unknown, options?: object]>([
  ['events', null],
  ['events', 'e1'],
  ['events', { ...eventAt(noon) }],
  ['events', Promise.resolve([eventAt(noon)])],
  ['name', [], { name: null }],
  ['host', [], { host: 7 }],
])('calendarOf refuses other %s, and names them: %s', ([field, events, options]) => {
  expect(() => calendarOf(events as EventV2[], options)).toThrow(expect.objectContaining({ code: 'input', field }))
})

test('a calendar shortens a description whose HTML is nested too deeply', () => {
  const { text, problems } = calendarOf([{ ...eventAt(noon), description: `<p>Picnic</p>${'<div>'.repeat(20_000)}x` }])
  expect([entriesOf(text, 'description'), problems]).toEqual([['e1 Picnic\n\n...'], []])
})

test('a calendar cuts a description of megabytes, because its conversion is slower than it is long', () => {
  const { text, problems } = calendarOf([{ ...eventAt(noon), description: `<p>Picnic</p>${'<p>x</p>'.repeat(1e6)}` }])
  expect([text.length < 200_000, text.includes('DESCRIPTION:Picnic'), problems]).toEqual([true, true, []])
})

test('no text of an event adds a line or an invalid character to a calendar', () => {
  const evil = 'x\r\nATTENDEE:mailto:a@b\u0007\u0000\rATTENDEE:c\nATTENDEE:d\ud800'
  const href = `https://events.example.org/api/v2/events/${encodeURIComponent('x\nATTENDEE:e')}`
  for (const browser_url of [evil, `https://example.org/${evil}`]) {
    const event: EventV2 = {
      ...eventAt(noon, 1),
      ...{ identifiers: [`platform:${evil}`], title: evil, description: evil, browser_url },
      location: { venue: evil },
      _links: { self: { href } },
    }
    const { text } = calendarOf([event], { name: evil, host: evil })
    expect(text).not.toMatch(/^ATTENDEE/m)
    expect(text.replace(/\r\n/g, '')).not.toMatch(/\p{Cc}/u)
    expect(text.isWellFormed()).toBe(true)
    expect(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')).toHaveLength(1)
  }
})

test('texts are escaped and addresses are not, and no line is longer than 75 bytes', () => {
  const text = `Kaffee, Kuchen; "Tee" \\ ${'ä€😀'.repeat(30)}\nEnde`
  const address = 'https://example.org/a,b;c?d=1,2;3'
  const event = {
    ...eventAt(noon),
    title: text,
    description: text.replace('\n', '<br>'),
    browser_url: address,
    location: { venue: text },
  }
  const made = calendarOf([event], { name: text }).text
  const [entry] = new ICAL.Component(ICAL.parse(made)).getAllSubcomponents('vevent')
  expect(entry?.getFirstPropertyValue('summary')).toBe(text)
  expect([entry?.getFirstPropertyValue('location'), entry?.getFirstPropertyValue('url')]).toEqual([text, address])
  expect(made).toContain(`\r\nURL:${address}\r\n`)
  const lines = made.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(lines.filter((line) => !line.isWellFormed())).toEqual([])
  expect(Object.values(ical.sync.parseICS(made)).find((each) => each?.type === 'VEVENT')).toMatchObject({
    summary: text,
    url: address,
  })
})

test.for([
  ['javascript:alert(1)', 'null'],
  ['/relative', 'null'],
  ['https://example.org/ä b\\c', 'https://example.org/%C3%A4%20b/c'],
])('an event with the address %s has the URL %s in a calendar', ([browser_url, shown]) => {
  expect(entriesOf(calendarOf([{ ...eventAt(noon), browser_url }]).text, 'url')).toEqual([`e1 ${shown}`])
})

test('a calendar of the same events is the same text, whatever the time of day', () => {
  const events = Array.from({ length: runs(50) }, (_, number) => eventAt(noon, number))
  expect(calendarOf(events, { zone: 'Asia/Tokyo' })).toEqual(calendarOf(events, { zone: 'Asia/Tokyo' }))
  expect(wallClockOf(events[0] ?? {}).start).toBe(noon)
})
