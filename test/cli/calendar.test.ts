import { readdirSync, readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import type { Geocode } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { commandLine } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'
import { steppingClock } from '../support/memory-files.ts'

const geocode: Geocode = ({ locality }) => {
  const place = { accuracy: 'Rooftop', locality: String(locality), region: '', country: '' } as const
  if (locality === 'Berlin') return { ...place, latitude: 52.5, longitude: 13.4, timeZone: 'Europe/Berlin' }
  return { ...place, latitude: 40.7, longitude: -74, timeZone: 'America/New_York' }
}

/** A service with events in two time zones, one of them cancelled, one hidden, and one without a start. */
function world() {
  const cli = commandLine({ events: 0, perPage: 2, now: '2026-05-01T12:00:00Z', geocode })
  const key = { key: cli.service.seeded.group }
  const add = (title: string, locality: string, more = {}) =>
    cli.service.addEvent({ title, start_date: '2026-06-20T18:00:00', location: { locality }, ...more }, key)
  add('Picnic', 'Berlin', { description: `<p>Bring ${'food '.repeat(40)}</p>` })
  cli.service.cancelEvent(add('Walk', 'New York', { start_date: '2026-07-20T18:00:00' }))
  add('Planning', 'Berlin', { hidden: true })
  cli.service.addEvent({ title: 'Some day' }, key)
  return cli
}

const entriesIn = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((entry) => {
    const start = entry.getFirstProperty('dtstart')
    return [
      ...['summary', 'status'].map((name) => String(entry.getFirstPropertyValue(name))),
      `${start?.getFirstValue()} ${start?.getParameter('tzid')}`,
    ]
  })
}

const picnic = ['Picnic', 'CONFIRMED', '2026-06-20T18:00:00 Europe/Berlin']
const walk = ['Walk', 'CANCELLED', '2026-07-20T18:00:00 America/New_York']
const planning = ['Planning', 'CONFIRMED', '2026-06-20T18:00:00 Europe/Berlin']

test.for(['v1', 'v2'])(
  'export --format ics has the events of version %s with the zones of their places and their rules',
  async (api) => {
    const { stdout, stderr, code } = await world().ran(['export', '--format', 'ics', '--api', api])
    // Version 1 does not tell which events are hidden.
    const [hidden, warnings] = api === 'v1' ? [[planning], 1] : [[], 2]
    expect([code, stderr.match(/^warning: /gm)?.length]).toEqual([0, warnings])
    expect(entriesIn(stdout)).toEqual([picnic, walk, ...hidden])
    expect(stdout.match(/^TZID:.*$/gm)).toEqual(['TZID:Europe/Berlin', 'TZID:America/New_York'])
    expect(stdout).toMatch(/^UID:[\w-]+@events\.example\.org\r$/m)
    const lines = stdout.split('\r\n')
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    expect(lines.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(1)
  },
)

test('export --format ics has only the events that the flags select', async () => {
  const cli = world()
  const clock = steppingClock(Date.parse('2026-07-01T00:00:00Z'))
  const selected = async (typed: string) =>
    entriesIn((await cli.ran(['export', '--format', 'ics', ...typed.split(' ')], { clock })).stdout)
  for (const [typed, expected] of [
    ['--public', [picnic, walk]],
    ['--status cancelled', [walk]],
    ['--from 2026-07-01', [walk]],
    ['--to 2026-06-30', [picnic]],
    ['--to 2026-06-30 --include-private', [picnic, planning]],
    ['--upcoming', [walk]],
  ] as const)
    expect(await selected(typed), typed).toEqual(expected)
  const key = { key: cli.service.seeded.group }
  const campaign = cli.service.addCampaign({ title: 'Summer', ...key })
  cli.service.addEvent({ title: 'Fair', start_date: '2026-06-20T12:00:00', campaign }, key)
  const fair = ['Fair', 'CONFIRMED', '2026-06-20T12:00:00 America/New_York']
  expect(await selected(`--campaign ${campaign.id}`)).toEqual([fair])
})

const person = 'ada@example.org'

test.for([
  ['v1', 'start'],
  ['v2', 'start_date'],
] as const)(
  'export --format ics in version %s warns of events that it cannot write, by id and without their texts',
  async ([api, field]) => {
    const cli = commandLine({ events: 0, perPage: 1 })
    for (const title of ['Picnic', 'Walk', person])
      cli.service.addEvent({ title, start_date: '2026-06-20T18:00:00' }, { key: cli.service.seeded.group })
    cli.fault({ query: { page: '2' }, effect: { kind: 'shape', set: { [field]: person } } })
    const { stdout, stderr, code } = await cli.ran(['export', '--format', 'ics', '--api', api])
    expect(code).toBe(0)
    expect(stderr).toMatch(new RegExp(`^warning: event [\\w-]{36}: ${field} `))
    expect(stderr).not.toContain(person)
    expect(entriesIn(stdout)).toHaveLength(2)
  },
)

test('export --format ics counts events without a known time zone, and gives them that of --zone', async () => {
  const cli = commandLine({ events: 0 })
  const key = { key: cli.service.seeded.group }
  const start_date = '2026-06-20T18:00:00'
  for (const title of ['Call', 'Chat']) cli.service.addEvent({ title, start_date }, key)
  const location = { locality: 'Tokyo', country: 'JP' }
  cli.service.addEvent({ title: 'Picnic', start_date, location }, key)
  const floating = await cli.ran(['export', '--format', 'ics'])
  expect(floating.stderr).toMatch(/^warning: 2 events [^\n]*--zone [^\n]*\n$/)
  expect(entriesIn(floating.stdout).map(([, , start]) => start)).toEqual([
    ...['2026-06-20T18:00:00 undefined', '2026-06-20T18:00:00 undefined', '2026-06-20T18:00:00 Asia/Tokyo'],
  ])
  const zoned = await cli.ran(['export', '--format', 'ics', '--zone', 'America/Denver'])
  expect(zoned.stderr).toBe('')
  expect(entriesIn(zoned.stdout).map(([, , start]) => start)).toEqual([
    ...['2026-06-20T18:00:00 America/Denver', '2026-06-20T18:00:00 America/Denver', '2026-06-20T18:00:00 Asia/Tokyo'],
  ])
})

test('export --out events.ics writes a calendar, keeps it if no event can be put into a new one, and leaves nothing to resume', async () => {
  await using folder = await temporaryFolder()
  const out = folder.file('events.ics')
  const cli = world()
  const run = () => cli.ran(['export', '--out', out, '--prefetch', '0'])
  expect(await run()).toMatchObject({ code: 0, stdout: '' })
  const before = readFileSync(out, 'utf8')
  expect(entriesIn(before)).toHaveLength(2)
  cli.fault({ effect: { kind: 'shape', set: { start_date: 'soon' } } })
  expect((await run()).code).toBe(1)
  cli.service.faults.clear()
  cli.fault({ query: { page: '2' }, effect: { kind: 'status', status: 501 } })
  const interrupted = await run()
  expect([interrupted.code, interrupted.stderr.includes('--resume')]).toEqual([1, false])
  expect([readFileSync(out, 'utf8'), readdirSync(folder.path)]).toEqual([before, ['events.ics']])
})
