import { readFileSync } from 'node:fs'
import type { Geocode } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { commandLine, linesOf } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'
import { steppingClock } from '../support/memory-files.ts'

const geocode: Geocode = ({ locality }) => {
  const place = { accuracy: 'Rooftop', locality: String(locality), region: '', country: '' } as const
  if (locality === 'Tokyo')
    return { ...place, accuracy: 'Approximate', latitude: 35.7, longitude: 139.7, timeZone: 'Asia/Tokyo' }
  if (locality === 'Berlin') return { ...place, latitude: 52.5, longitude: 13.4, timeZone: 'Europe/Berlin' }
  return { ...place, latitude: 40.7, longitude: -74, timeZone: 'America/New_York' }
}

/** A service with events around the first of June. */
function world() {
  const cli = commandLine({ events: 0, now: '2026-06-01T00:30:00Z' })
  const key = { key: cli.service.seeded.group }
  const add = (title: string, start_date: string | undefined, more = {}) =>
    cli.service.addEvent({ title, ...(start_date && { start_date }), ...more }, key)
  add('Late in May', '2026-05-31T23:59:59Z')
  const june = add('First of June', '2026-06-01T00:00:00Z')
  cli.service.attend(june, 2)
  add('End of June', '2026-06-30T23:59:00Z')
  add('July', '2026-07-01T00:00:00Z')
  cli.service.cancelEvent(add('Cancelled', '2026-06-15T12:00:00Z'))
  add('Hidden', '2026-06-16T12:00:00Z', { hidden: true })
  add('Without a start', undefined)
  return { ...cli, add }
}

const titles = (json: string) => (JSON.parse(json) as { title: string }[]).map(({ title }) => title)

test.for([
  ['--from 2026-06-01 --to 2026-06-30', ['First of June', 'End of June', 'Cancelled', 'Hidden']],
  ['--from 2026-06-30T23:59', ['End of June', 'July']],
  ['--to 2026-05-31', ['Late in May']],
  ['--to 2026-06-01T00:00', ['Late in May', 'First of June']],
  ['--from 2026-06-01 --to 2026-06-30 --status cancelled', ['Cancelled']],
  ['--from 2026-06-16 --to 2026-06-16 --public', []],
  ['--from 2026-06-01 --to 2026-06-30 --status confirmed --public', ['First of June', 'End of June']],
] as const)(
  'list and export %s select events by their local start, status and visibility',
  async ([typed, expected]) => {
    const cli = world()
    const listed = await cli.ran(['list', '--json', ...typed.split(' ')])
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    // A list of dates is in their order.
    expect(titles(listed.stdout).toSorted()).toEqual(expected.toSorted())
    const exported = await cli.ran(['export', '--format', 'json', ...typed.split(' ')])
    expect(exported).toMatchObject({ code: 0, stderr: '' })
    expect(titles(exported.stdout)).toEqual(expected)
    // Version 1 does not say which events are hidden.
    if (typed.includes('--public')) return
    const inVersion1 = await cli.ran(['list', '--api', 'v1', '--json', '--fields', 'summary', ...typed.split(' ')])
    const summaries = (JSON.parse(inVersion1.stdout) as { summary: string }[]).map(({ summary }) => summary)
    expect(summaries.toSorted()).toEqual(expected.toSorted())
  },
)

test('--to selects an event that begins within the last second of the day', async () => {
  const cli = world()
  cli.add('Countdown', '2026-06-30T23:59:59.5Z')
  const { stdout } = await cli.ran(['list', '--json', '--from', '2026-06-30', '--to', '2026-06-30'])
  expect(titles(stdout)).toEqual(['End of June', 'Countdown'])
})

test('--status counts an event without a status as confirmed', async () => {
  const cli = commandLine({ events: 0 })
  cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    return new Response((await response.text()).replaceAll('"status":"confirmed",', ''), response)
  }
  const selected = async (status: string) =>
    titles((await cli.ran(['list', '--json', '--status', status], { fetch })).stdout)
  expect([await selected('confirmed'), await selected('cancelled')]).toEqual([['Picnic'], []])
})

/** What nobody may publish, in every place of an event where a service may put it. */
const secret = 'ada@example.org'
const withPeople = (event: Record<string, unknown>, person: object) => ({
  ...event,
  name: secret,
  instructions: secret,
  'platform:event_instructions': secret,
  contact: secret,
  'platform:host_phone': secret,
  reminders: [{ method: 'email', minutes: 60, by: secret }],
  'platform:sponsor': { title: 'Park friends', summary: 'Park friends', contact: secret },
  location: { venue: 'Old Mill', location: { latitude: 52.5, longitude: 13.4, by: secret }, contact: secret },
  _links: {
    ...Object(event._links),
    self: { ...Object(event._links).self, title: secret },
    'osdi:creator': { href: `https://events.example.org/people/${secret}` },
    'osdi:organizer': [{ href: `https://events.example.org/people/${secret}` }],
    'platform:host': { href: `mailto:${secret}` },
  },
  _embedded: { 'osdi:creator': person, 'osdi:organizer': [person] },
})

test.for([
  ['v1', 'list --json'],
  ['v2', 'list --json'],
  ['v1', 'export'],
  ['v2', 'export'],
  ['v2', 'export --format json'],
  ['v1', 'export --format csv'],
  ['v2', 'export --format csv'],
  ['v2', 'export --format ics'],
  ['v2', 'list'],
] as const)(
  '%s: %s --public shows no people, no contacts, and no field that is not documented',
  async ([api, typed]) => {
    const cli = commandLine({ events: 3 })
    const person = { given_name: 'Ada', email_addresses: [{ address: secret }] }
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await cli.service.fetch(input, init)
      const page = (await response.json()) as { _embedded: { 'osdi:events': Record<string, unknown>[] } }
      const shown = page._embedded['osdi:events'].map((each) => withPeople(each, person))
      return Response.json({ ...page, _embedded: { 'osdi:events': shown } })
    }
    const { code, stdout, stderr } = await cli.ran([...typed.split(' '), '--api', api, '--public'], { fetch })
    expect({ code, stderr, leaks: stdout.includes(secret) || stdout.includes('Ada') }).toEqual({
      code: 0,
      stderr: '',
      leaks: false,
    })
    const [event] = (await cli.events(api)) as { readonly title?: string; readonly summary?: string }[]
    expect(stdout).toContain((event?.title ?? event?.summary)?.split(',')[0])
    if (typed !== 'list --json') return
    const own = {
      location: { venue: 'Old Mill', location: { latitude: 52.5, longitude: 13.4 } },
      reminders: [{ method: 'email', minutes: 60 }],
      'platform:sponsor': { [api === 'v1' ? 'summary' : 'title']: 'Park friends' },
    }
    expect(JSON.parse(stdout)[0]).toMatchObject(own)
    expect(Object.keys(JSON.parse(stdout)[0]._links)).toContain('self')
  },
)

test('--public --fields shows a field that is left out otherwise', async () => {
  const cli = commandLine({ events: 0 })
  cli.service.addEvent({ title: 'Call', instructions: 'Dial in' }, { key: cli.service.seeded.group })
  const { stdout } = await cli.ran(['export', '--public', '--fields', 'title,instructions'])
  expect(JSON.parse(stdout)).toEqual({ title: 'Call', instructions: 'Dial in' })
})

test('list --upcoming compares the start of each event with the local time at its place', async () => {
  const cli = commandLine({ events: 0, geocode })
  const key = { key: cli.service.seeded.group }
  const clock = steppingClock(Date.parse('2026-06-21T01:00:00Z'))
  // In New York it is nine in the evening of the day before, in Berlin three in the morning.
  cli.service.addEvent(
    { title: 'Half past nine', start_date: '2026-06-20T21:30:00Z', location: { locality: 'New York' } },
    key,
  )
  cli.service.addEvent({ title: 'Nine', start_date: '2026-06-20T21:00:00Z', location: { locality: 'New York' } }, key)
  cli.service.addEvent(
    { title: 'Half past eight', start_date: '2026-06-20T20:30:00Z', location: { locality: 'New York' } },
    key,
  )
  cli.service.addEvent(
    { title: 'Late in Berlin', start_date: '2026-06-20T23:30:00Z', location: { locality: 'Berlin' } },
    key,
  )
  cli.service.addEvent(
    { title: 'Breakfast in Berlin', start_date: '2026-06-21T08:00:00Z', location: { locality: 'Berlin' } },
    key,
  )
  // In Tokyo it is ten in the morning.
  for (const [title, time] of [
    ['Nine in Tokyo', '09:00'],
    ['Eleven in Tokyo', '11:00'],
  ] as const)
    cli.service.addEvent({ title, start_date: `2026-06-21T${time}:00Z`, location: { locality: 'Tokyo' } }, key)
  const { stdout } = await cli.ran(['list', '--upcoming', '--json'], { clock })
  // What begins this second has not begun before.
  expect(titles(stdout)).toEqual(['Nine', 'Half past nine', 'Eleven in Tokyo', 'Breakfast in Berlin'])
})

test('list --upcoming compares an event without a place with the local time of --zone', async () => {
  const cli = commandLine({ events: 0 })
  const clock = steppingClock(Date.parse('2026-06-21T01:00:00Z'))
  cli.service.addEvent({ title: 'Call', start_date: '2026-06-20T21:30:00Z' }, { key: cli.service.seeded.group })
  const upcoming = async (zone: string) =>
    titles((await cli.ran(['list', '--upcoming', '--zone', zone, '--json'], { clock })).stdout)
  expect([await upcoming('America/New_York'), await upcoming('Europe/Berlin')]).toEqual([['Call'], []])
})

test.for([
  ['start', ['Late in May', 'First of June', 'Cancelled', 'Hidden', 'End of June', 'July', 'Without a start']],
  ['title', ['Cancelled', 'End of June', 'First of June', 'Hidden', 'July', 'Late in May', 'Without a start']],
] as const)('list --sort %s sorts all events before --max applies', async ([order, expected]) => {
  const cli = world()
  expect(titles((await cli.ran(['list', '--json', '--sort', order])).stdout)).toEqual(expected)
  const few = await cli.ran(['list', '--json', '--sort', order, '--max', '2'])
  expect(titles(few.stdout)).toEqual(expected.slice(0, 2))
  expect(few.stderr).toContain('2 of 7')
})

test.for(['--sort start', '--upcoming', '--from 2026-12-01', '--to 2026-12-31'])(
  'list %s lists by the moments of the starts, in the zone of each place, and otherwise in that of --zone',
  async (typed) => {
    const cli = commandLine({ events: 0 })
    const add = (title: string, start_date: string, location?: object) =>
      cli.service.addEvent({ title, start_date, ...(location && { location }) }, { key: cli.service.seeded.group })
    add('Morning in Maine', '2026-12-04T08:15:00Z', { region: 'ME', country: 'US' })
    add('Call', '2026-12-04T13:30:00Z')
    add('Noon in Hamburg', '2026-12-04T12:00:00Z', { region: 'HH', country: 'DE' })
    add('Year 0', '0000-01-01T00:00:00Z')
    const clock = steppingClock(Date.parse('2026-12-01T12:00:00Z'))
    const args = ['list', ...typed.split(' '), '--zone', 'Europe/Berlin', '--json']
    const listed = titles((await cli.ran(args, { clock })).stdout)
    expect(listed.filter((title) => title !== 'Year 0')).toEqual(['Noon in Hamburg', 'Call', 'Morning in Maine'])
    const first = titles((await cli.ran([...args, '--max', '1'], { clock })).stdout)
    expect(first).toEqual(['Noon in Hamburg'])
    // A wish for another order counts.
    const byTitle = titles(
      (
        await cli.ran([...args.filter((each) => !/^(?:--sort|start|--zone|Europe.*)$/.test(each)), '--sort', 'title'], {
          clock,
        })
      ).stdout,
    )
    expect(byTitle.filter((title) => title !== 'Year 0')).toEqual(['Call', 'Morning in Maine', 'Noon in Hamburg'])
  },
)

test('list --sort rsvps prints the events with most RSVPs first', async () => {
  const cli = world()
  const { stdout } = await cli.ran(['list', '--json', '--sort', 'rsvps', '--max', '1'])
  expect(titles(stdout)).toEqual(['First of June'])
})

test('list --max counts only selected events, and requests no further page when it has enough', async () => {
  const cli = commandLine({ events: 60, perPage: 10 })
  const { stdout, stderr } = await cli.ran(['list', '--status', 'confirmed', '--max', '3'])
  expect(stdout.trimEnd().split('\n')).toHaveLength(3)
  expect(stderr).toMatch(/\b3; .+ events/)
  expect(cli.service.requests.length).toBeLessThan(6)
})

test('export with a selection counts the events that it wrote, and resumes only with the same selection', async () => {
  const cli = commandLine({ events: 30, perPage: 10 })
  await using folder = await temporaryFolder()
  const out = folder.file('events.json')
  const args = ['export', '--status', 'confirmed', '--out', out, '--resume', '--prefetch', '0']
  cli.fault({ nth: 3, effect: { kind: 'status', status: 501 } })
  expect((await cli.ran(args)).code).toBe(1)
  const other = await cli.ran(args.with(2, 'cancelled'))
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('--status confirmed') })
  const { stderr } = await cli.ran(args, { columns: 80, env: { NO_COLOR: '1' } })
  const written = JSON.parse(readFileSync(out, 'utf8')) as { status: string }[]
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter(({ status }) => status !== 'confirmed')).toEqual([])
  expect(stderr).toBe(`${written.length} events in ${out}\n`)
})

type FilterSupport = 'honoured' | 'ignored' | 'by day' | 'dropped from next' | 'refused'

/** A service with thirty events, and three that were changed after a moment. */
async function changed(filter: FilterSupport, perPage = 10) {
  const cli = commandLine({ events: 30, perPage, assumptions: { filter } })
  const { clock } = cli.service
  const ids = (await cli.events()).map((event) => String(Reflect.get(event, 'identifiers')[0]).replace('platform:', ''))
  // On the same day.
  cli.service.updateEvent(ids[7] ?? '', { title: 'Of this morning' })
  clock.advance('PT1H')
  const since = new Date(clock.now()).toISOString()
  clock.advance('PT1H')
  for (const index of [3, 14, 29]) cli.service.updateEvent(ids[index] ?? '', { title: `New ${index}` })
  return { cli, since }
}

const titlesIn = (events: unknown): unknown[] =>
  (events as object[]).map((event) => Reflect.get(event, 'title') ?? Reflect.get(event, 'summary'))

const all = ['New 3', 'New 14', 'New 29']
const heedings = ['honoured', 'ignored', 'by day', 'dropped from next'] as const

test.for(heedings.flatMap((filter) => (['v1', 'v2'] as const).map((api) => [api, filter] as const)))(
  'list and export --changed-since print only changed events: %s, with the assumption filter "%s"',
  async ([api, filter]) => {
    const { cli, since } = await changed(filter)
    const flags = ['--api', api, '--changed-since', since]
    const listed = await cli.ran(['list', '--json', ...flags])
    expect(titlesIn(JSON.parse(listed.stdout))).toEqual(all)
    const said = expect.stringMatching(/^warning: --changed-since: [^\n]+\n$/)
    const isIgnored = filter === 'ignored' || filter === 'by day'
    expect(listed).toMatchObject({ code: 0, stderr: isIgnored ? said : '' })
    const exported = await cli.ran(['export', ...flags])
    expect(titlesIn(linesOf(exported.stdout))).toEqual(all)
    expect(exported).toMatchObject({ code: 0, stderr: '' })
  },
)

test('--max with --changed-since counts only changed events', async () => {
  const { cli, since } = await changed('ignored')
  const { stdout, stderr } = await cli.ran(['list', '--json', '--changed-since', since, '--max', '2'])
  expect(titlesIn(JSON.parse(stdout))).toEqual(all.slice(0, 2))
  expect(stderr).toMatch(/\b2; .+ events/)
})

test('--filter is sent unchanged', async () => {
  const { cli } = await changed('honoured')
  for (const args of [
    ['list', '--json'],
    ['export', '--format', 'json'],
  ]) {
    const { code, stdout, stderr } = await cli.ran([...args, '--filter', "title eq 'New 14' or title eq 'New 3'"])
    expect(titlesIn(JSON.parse(stdout))).toEqual(['New 3', 'New 14'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  }
})

test('a --filter that the service refuses exits with the error of the service', async () => {
  const { cli, since } = await changed('refused')
  for (const flags of [
    ['--filter', "title eq 'New 3'"],
    ['--changed-since', since],
  ]) {
    expect(await cli.ran(['list', ...flags])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: GET \S+ [^\n]*400/),
    })
  }
})

test('export --changed-since --resume continues an earlier run, and refuses a run with another --changed-since or --filter', async () => {
  const { cli, since } = await changed('ignored')
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  const args = ['export', '--out', out, '--resume', '--prefetch', '0']
  cli.fault({ nth: 3, effect: { kind: 'status', status: 501 } })
  const failed = await cli.ran([...args, '--changed-since', since])
  expect(failed.code).toBe(1)
  cli.service.faults.clear()
  expect(await cli.ran(args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(' --changed-since '),
  })
  cli.service.requests.clear()
  expect(await cli.ran([...args, '--changed-since', since])).toMatchObject({ code: 0, stderr: '' })
  expect(titlesIn(linesOf(readFileSync(out, 'utf8')))).toEqual(all)
  expect(cli.service.requests.length).toBeLessThan(3)
})
