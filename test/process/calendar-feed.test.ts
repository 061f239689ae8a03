import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { DateTime } from 'luxon'
import { EventsV2, type EventV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, onTestFinished, test } from 'vitest'
import { calendarRouteOf } from '../../examples/calendar-feed/feed.ts'
import { calendarOf } from '../../examples/calendar-feed/ics.ts'
import { zoneByCoordinates } from '../../examples/calendar-feed/time-zone.ts'
import { install, root } from '../support/built.ts'
import { servedService, start } from '../support/cli.ts'
import { runs } from '../support/runs.ts'

// Not Morocco: its clocks change by decree, and programs hold different editions of that.
const zones = (
  'America/New_York America/Chicago America/Denver America/Los_Angeles America/Anchorage America/Halifax America/St_Johns America/Toronto ' +
  'America/Santiago America/Detroit America/Winnipeg America/Nassau America/Havana Atlantic/Bermuda Pacific/Auckland Pacific/Chatham ' +
  'Pacific/Norfolk Australia/Sydney Australia/Adelaide Australia/Melbourne Australia/Lord_Howe Australia/Hobart Europe/Paris Europe/Rome ' +
  'Europe/Madrid Europe/Warsaw Asia/Jerusalem Asia/Beirut Europe/Stockholm Europe/London Europe/Dublin Europe/Lisbon Europe/Berlin Europe/Athens ' +
  'Europe/Helsinki Europe/Chisinau Africa/Cairo Europe/Bucharest Europe/Vienna Atlantic/Azores'
).split(' ')

/** Moments at which a zone's clocks change in a year. */
function changesOf(zone: string, year: number): DateTime[] {
  const found: DateTime[] = []
  let day = DateTime.fromObject({ year }, { zone })
  for (const end = day.plus({ years: 1 }); day < end; day = day.plus({ days: 1 })) {
    if (day.plus({ days: 1 }).offset === day.offset) continue
    let hour = day
    while (hour.offset === day.offset) hour = hour.plus({ hours: 1 })
    found.push(hour)
  }
  return found
}

const eventAt = (wallClock: string, number: number): EventV2 => ({
  identifiers: [`platform:e${number}`],
  title: `Event ${number}`,
  created_date: '2026-01-01T00:00:00Z',
  modified_date: '2026-01-02T00:00:00Z',
  start_date: `${wallClock}Z`,
  _links: { self: { href: `https://events.example.org/api/v2/events/e${number}` } },
})

/** Local times around the clock changes of a zone that exist exactly once. */
function timesIn(zone: string, count: number): string[] {
  const changes = changesOf(zone, 2026)
  const times: string[] = []
  for (let number = 0; times.length < count; number += 1) {
    const change = changes[number % changes.length]
    // From two days before to two days after, in odd steps.
    const moment = change?.plus({ minutes: ((number * 2309) % 5760) - 2880 })
    const text = moment?.toFormat("yyyy-MM-dd'T'HH:mm:ss") ?? ''
    const there = DateTime.fromISO(text, { zone })
    if (there.toMillis() === moment?.toMillis() && there.getPossibleOffsets().length === 1) times.push(text)
  }
  return times
}

test('the calendar feed has the right local times around both clock changes of forty time zones', () => {
  const total = runs(1_000)
  const changes = new Map(zones.map((zone) => [zone, changesOf(zone, 2026).map((change) => change.toSeconds())]))
  expect(zones.map((zone) => changesOf(zone, 2026).length)).toEqual(zones.map(() => 2))
  const wanted = zones.flatMap((zone) => timesIn(zone, total / zones.length).map((time) => ({ zone, time })))
  const zoneOf = (event: EventV2) => wanted[Number(event.identifiers[0]?.slice(10))]?.zone
  const { text, problems } = calendarOf(
    wanted.map(({ time }, number) => eventAt(time, number)),
    zoneOf,
  )
  expect(problems).toEqual([])
  const calendar = new ICAL.Component(ICAL.parse(text))
  const known = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((each) => [String(each.getFirstPropertyValue('tzid')), new ICAL.Timezone(each)]),
  )
  let [read, wrong, wrongDates, before] = [0, 0, 0, 0]
  for (const each of calendar.getAllSubcomponents('vevent')) {
    const { zone, time } = wanted[Number(/^e(\d+)@/.exec(String(each.getFirstPropertyValue('uid')))?.[1])] ?? {
      zone: '',
      time: '',
    }
    const start = each.getFirstPropertyValue('dtstart') as ICAL.Time
    start.zone = known.get(String(each.getFirstProperty('dtstart')?.getParameter('tzid'))) ?? ICAL.Timezone.utcTimezone
    const right = DateTime.fromISO(time, { zone }).toSeconds()
    read += 1
    if (changes.get(zone)?.some((change) => right < change && change - right <= 172_800)) before += 1
    if (start.toUnixTime() !== right || start.toString() !== time) wrong += 1
    if (new Date(`${time}Z`).getTime() / 1000 !== right) wrongDates += 1
  }
  expect({ read, wrong }).toEqual({ read: total, wrong: 0 })
  // On both sides of the changes.
  for (const side of [before, read - before]) expect(side).toBeGreaterThanOrEqual(total * 0.4)
  expect(wrongDates).toBeGreaterThan(total * 0.9)
  if (total > 1_000)
    console.log({ zones: zones.length, events: read, wrong, 'wrong by new Date(start_date)': wrongDates })
})

test('an event in the calendar feed has a stable id, a growing sequence, plain text for HTML, and its status', () => {
  const event = {
    ...eventAt('2026-06-20T12:00:00', 1),
    end_date: '2026-06-20T14:00:00Z',
    description: '<p>Bring <b>food</b> &amp; drinks</p>',
  }
  const later = { ...event, modified_date: '2026-01-03T00:00:00Z', status: 'cancelled' }
  const read = (one: EventV2) => {
    const { text } = calendarOf([one], () => 'Europe/Berlin', { host: 'town.example.org' })
    const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
    return ['uid', 'sequence', 'status', 'description', 'dtend'].map((name) =>
      String(component?.getFirstPropertyValue(name)),
    )
  }
  expect(read(event)).toEqual([
    'e1@town.example.org',
    '86400',
    'CONFIRMED',
    'Bring food & drinks',
    '2026-06-20T14:00:00',
  ])
  expect(read(later).slice(0, 3)).toEqual(['e1@town.example.org', '172800', 'CANCELLED'])
})

test('the calendar feed finds the time zone by coordinates, and never guesses a time zone', () => {
  const at = (latitude: number, longitude: number, accuracy: string): EventV2 => ({
    ...eventAt('2026-06-20T12:00:00', 1),
    location: { location: { latitude, longitude, accuracy } },
  })
  expect(zoneByCoordinates(at(52.5, 13.4, 'Rooftop'))).toBe('Europe/Berlin')
  expect(zoneByCoordinates(at(39.5, -98.35, 'Approximate'))).toBeUndefined()
  expect(zoneByCoordinates(eventAt('2026-06-20T12:00:00', 1))).toBeUndefined()
  // Floating: the clock at the place, whatever zone the reader is in.
  expect(calendarOf([at(39.5, -98.35, 'Approximate')], zoneByCoordinates).text).toContain('DTSTART:20260620T120000\r\n')
})

/** Properties of the entries of a calendar, by id. */
const entriesOf = (text: string, ...names: readonly string[]) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((entry) => {
    const values = ['uid', ...names].map((name) => String(entry.getFirstPropertyValue(name)))
    return values.join(' ').replace('@osdi-events', '')
  })

const noon = '2026-06-20T12:00:00'

test.for([
  ['confirmed', 'CONFIRMED'],
  ['tentative', 'TENTATIVE'],
  ['cancelled', 'CANCELLED'],
  [undefined, 'CONFIRMED'],
  ['constructor', 'null'],
] as const)('an event with the status %s is %s in the calendar feed', ([status, shown]) => {
  const { text, problems } = calendarOf([{ ...eventAt(noon, 1), ...(status && { status }) }], () => 'Europe/Berlin')
  expect([entriesOf(text, 'status'), problems]).toEqual([[`e1 ${shown}`], []])
})

test.for([
  ['before its start', '2026-06-19T14:00:00Z', [/^end_date is before start_date/]],
  ['at its start', `${noon}Z`, []],
  ['that cannot be read', 'late', [/^end_date cannot be read/]],
] as const)('the calendar feed leaves out an end %s', ([, end_date, said]) => {
  for (const zone of ['Europe/Berlin', undefined]) {
    const { text, problems } = calendarOf([{ ...eventAt(noon, 1), end_date }, eventAt(noon, 2)], () => zone)
    expect(entriesOf(text, 'dtstart', 'dtend')).toEqual([`e1 ${noon} null`, `e2 ${noon} null`])
    expect(problems).toEqual(said.map((message) => ({ id: 'e1', message: expect.stringMatching(message) })))
  }
})

const person = 'ada@example.org'

test.for<[what: string, fields: object, entry: string | undefined, said: RegExp]>([
  ['start that cannot be read', { start_date: person }, undefined, /^start_date cannot be read; it is left out$/],
  ['creation date that cannot be read', { created_date: person }, `e1 ${noon}`, /^created_date cannot be read/],
  ['modification date that cannot be read', { modified_date: person }, `e1 ${noon}`, /^modified_date cannot be read/],
  [
    'latitude that is nowhere',
    { location: { venue: person, location: { latitude: 91, longitude: 0, accuracy: 'Rooftop' } } },
    `e1 ${noon}`,
    /^its place gives no time zone; its times are floating$/,
  ],
  ['title that is no text', { title: 7 }, undefined, /^cannot be written \(TypeError\)/],
])(
  'the calendar feed keeps all other events beside an event with a %s, and logs this event without its texts',
  ([, fields, entry, said]) => {
    const odd = Object.assign(eventAt(noon, 1), fields)
    const { text, problems } = calendarOf([eventAt(noon, 0), odd, eventAt(noon, 2)], zoneByCoordinates)
    expect(entriesOf(text, 'dtstart')).toEqual([`e0 ${noon}`, ...(entry ? [entry] : []), `e2 ${noon}`])
    expect(problems).toEqual([{ id: 'e1', message: expect.stringMatching(said) }])
    expect(JSON.stringify(problems)).not.toContain(person)
  },
)

test('the calendar feed shortens a description whose HTML is nested too deeply', () => {
  const event = { ...eventAt(noon, 1), description: `<p>Picnic</p>${'<div>'.repeat(20_000)}x` }
  const { text, problems } = calendarOf([event], () => undefined)
  expect([entriesOf(text, 'description'), problems]).toEqual([['e1 Picnic\n\n...'], []])
})

test.for(['Europe/Berlim', 'europe/berlin'])(
  'an event with the unknown time zone %s has floating times in the calendar feed, and the log names the zone',
  (wrong) => {
    const events = [eventAt(noon, 1), eventAt(noon, 2)]
    const { text, problems } = calendarOf(events, (event) => (event === events[1] ? wrong : 'Europe/Berlin'))
    expect(text.match(/^DTSTART.*:2026.*\r$/gm)).toEqual([
      `DTSTART;TZID=Europe/Berlin:20260620T120000\r`,
      `DTSTART:20260620T120000\r`,
    ])
    expect(problems).toEqual([{ id: 'e2', message: `its time zone "${wrong}" does not exist; its times are floating` }])
  },
)

test('no text of an event adds a line or an invalid character to the calendar feed', () => {
  const evil = 'x\r\nATTENDEE:mailto:a@b\u0007\u0000\rATTENDEE:c\nATTENDEE:d'
  const href = `https://events.example.org/api/v2/events/${encodeURIComponent(evil)}`
  const event: EventV2 = {
    ...eventAt(noon, 1),
    ...{ identifiers: [`platform:${evil}`], title: evil, description: evil, browser_url: evil },
    location: { venue: evil },
    _links: { self: { href } },
  }
  const { text } = calendarOf([event], () => 'UTC')
  expect(text).not.toMatch(/^ATTENDEE/m)
  expect(text.replace(/\r\n/g, '')).not.toMatch(/\p{Cc}/u)
  expect(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')).toHaveLength(1)
})

test('the calendar feed reads dates in undocumented forms', () => {
  const dates = { created_date: '2026-01-01 00:00:00Z', modified_date: '2026-01-02T00:00:00.5+00:00' }
  const { text, problems } = calendarOf([{ ...eventAt(noon, 1), ...dates }], () => undefined)
  expect([entriesOf(text, 'sequence', 'dtstamp'), problems]).toEqual([['e1 86400 2026-01-02T00:00:00Z'], []])
})

test('the calendar route has the events of all pages', async () => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  const { token: apiKey } = service.seeded.group
  for (let number = 0; number < 2_100; number += 1)
    service.addEvent({ title: `Event ${number}`, start_date: '2026-06-20T12:00:00' })
  const route = calendarRouteOf(new EventsV2({ baseUrl: service.baseUrl, apiKey, fetch: service.fetch }), () => 'UTC')
  const text = await (await route(new Request('https://town.example.org/calendar.ics'))).text()
  expect(text.match(/^BEGIN:VEVENT/gm)?.length).toBeGreaterThanOrEqual(2_100)
})

test('the calendar route answers with an error instead of a calendar when the list is incomplete', async () => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z', perPage: 1 })
  for (const title of ['Picnic', 'Fair']) service.addEvent({ title, start_date: '2026-06-20T12:00:00' })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const page = (await (await service.fetch(input, init)).json()) as { readonly _links: object }
    return Response.json({ ...page, _links: { ...page._links, next: null } })
  }
  const { token: apiKey } = service.seeded.group
  const route = calendarRouteOf(new EventsV2({ baseUrl: service.baseUrl, apiKey, fetch }))
  await expect(route(new Request('https://town.example.org/calendar.ics'))).rejects.toThrow('ended early')
})

test('the calendar route answers conditional requests, and leaves out hidden events', async () => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  service.addEvent({ title: 'Picnic', start_date: '2026-06-20T12:00:00' })
  service.addEvent({ title: 'Secret', start_date: '2026-06-20T12:00:00', hidden: true })
  const { token: apiKey } = service.seeded.group
  const route = calendarRouteOf(new EventsV2({ baseUrl: service.baseUrl, apiKey, fetch: service.fetch }))
  const ask = (headers: HeadersInit = {}) => route(new Request('https://town.example.org/calendar.ics', { headers }))
  const first = await ask()
  const text = await first.text()
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(text).toContain('SUMMARY:Picnic')
  expect(text).not.toContain('Secret')
  const etag = first.headers.get('etag') ?? ''
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const again = await ask({ 'if-none-match': tag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  }
  service.addEvent({ title: 'Fair', start_date: '2026-07-20T12:00:00' })
  expect((await ask({ 'if-none-match': etag })).status).toBe(200)
})

test('the calendar route logs an invalid event once, and fails when no event is left', async () => {
  const service = createMockService({ perPage: 1 })
  for (const title of ['Picnic', 'Walk']) service.addEvent({ title, start_date: '2026-06-20T12:00:00' })
  const { baseUrl, fetch } = service
  const said: string[] = []
  const client = new EventsV2({ baseUrl, apiKey: service.seeded.group.token, fetch })
  const route = calendarRouteOf(client, undefined, { onProblem: (message) => void said.push(message) })
  const ask = () => route(new Request('https://app.example.org/events.ics'))
  service.faults.add({ query: { page: '2' }, effect: { kind: 'shape', set: { end_date: 'soon' } } })
  for (const _ of ['once', 'again']) expect((await (await ask()).text()).match(/^SUMMARY:.+$/gm)).toHaveLength(2)
  expect(said).toEqual([expect.stringMatching(/^event [\w-]+: end_date cannot be read; it has no end$/)])
  service.faults.clear()
  await ask()
  service.faults.add({ effect: { kind: 'shape', set: { start_date: 'soon' } } })
  await expect(ask()).rejects.toThrow('no event can be put into a calendar')
  expect(said).toHaveLength(3)
})

test('the calendar route leaves out an invalid event, and fails when all are invalid', async () => {
  const service = createMockService({ perPage: 1 })
  for (const title of ['Picnic', 'Walk']) service.addEvent({ title, start_date: '2026-06-20T12:00:00' })
  const { baseUrl, fetch } = service
  const client = new EventsV2({ baseUrl, apiKey: service.seeded.group.token, fetch })
  const said: string[] = []
  const route = calendarRouteOf(client, undefined, { onProblem: (message) => void said.push(message) })
  const ask = () => route(new Request('https://app.example.org/events.ics'))
  service.faults.add({ nth: 1, effect: { kind: 'shape' } })
  expect((await (await ask()).text()).match(/^SUMMARY:.+$/gm)).toHaveLength(1)
  expect(said).toEqual(['left out 1 events that are not what the API describes'])
  service.faults.add({ effect: { kind: 'shape' } })
  await expect(ask()).rejects.toThrow('no event is what the API describes')
})

test('the calendar server answers with a calendar, with 304 if it is unchanged, and with 503 while the service is down', async () => {
  await using served = await servedService({ events: 60 })
  const example = join(root, 'examples/calendar-feed')
  const { dependencies } = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8'))
  const others = Object.keys(dependencies).filter((name) => name !== 'osdi-events')
  const installed = install('ky', 'zod', ...others)
  cpSync(example, installed.folder, { recursive: true })
  const program = start(process.execPath, ['server.ts'], { ...served.env, PORT: '0' }, installed.folder)
  onTestFinished(async () => {
    program.process.kill('SIGKILL')
    await program.ended
    installed[Symbol.dispose]()
  })
  const [, url = ''] = await program.until('stdout', /^(.+)\n/)
  const first = await fetch(url)
  const calendar = new ICAL.Component(ICAL.parse(await first.text()))
  expect(calendar.getAllSubcomponents('vevent').length).toBeGreaterThan(40)
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await fetch(url, { headers })).status).toBe(304)
  served.service.faults.add({ effect: { kind: 'status', status: 400 } })
  const down = await fetch(url)
  expect([down.status, await down.text()]).toEqual([503, 'The calendar cannot be read right now.'])
})
