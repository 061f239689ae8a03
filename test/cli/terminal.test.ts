import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import type { Clock } from '../../src/cli/run/io.ts'
import { commandLine, ran } from '../support/command-line.ts'

/** A clock that stands still. */
const stoppedAt = (moment: string): Clock => ({
  now: () => Date.parse(moment),
  elapsed: () => 0,
  sleep: async () => {},
  every: () => ({ [Symbol.dispose]: () => {} }),
})

const widths = [60, 80, 120]

/** Expects that no line is wider than the terminal. A single word, such as a long address, may be. What a line of progress said is erased. */
function expectToFit(printed: string, columns: number): void {
  for (const line of stripVTControlCharacters(printed).split(/\n|[^\n]*\r/))
    if (line.trim().includes(' ')) expect([line, stringWidth(line) <= columns]).toEqual([line, true])
}

const controlCharacter = String.fromCharCode(27)

const commands = [
  'list',
  'get',
  'campaigns',
  'attendances',
  'export',
  'create',
  'update',
  'upsert',
  'rsvp',
  'doctor',
  'check',
  'mock',
]

test.for(widths)('the help of every command fits a terminal of %d columns', async (columns) => {
  for (const args of [['--help'], ...commands.map((command) => [command, '--help'])]) {
    const { stdout } = await ran(args, { columns })
    expectToFit(stdout, columns)
  }
})

test.for(widths)('list fits a terminal of %d columns', async (columns) => {
  const cli = commandLine({ events: 0, now: '2026-05-01T12:00:00Z' })
  const key = { key: cli.service.seeded.group }
  const titles = [
    'Picnic',
    'A very long title of an event about the river, the park and the street',
    '公園を掃除する会',
    'נקיון החוף',
    'Fête\u202e',
  ]
  for (const [index, title] of titles.entries()) {
    const event = cli.service.addEvent(
      { title, start_date: `202${6 + (index % 2)}-06-2${index}T18:00:00Z`, location: { locality: 'Burlington' } },
      key,
    )
    if (index === 1) cli.service.cancelEvent(event)
  }
  const { stdout, stderr } = await cli.ran(['list'], {
    columns,
    env: { NO_COLOR: '1' },
    clock: stoppedAt('2026-05-01T12:00:00Z'),
  })
  expectToFit(stdout, columns)
  expect(stderr).toBe('')
  expect(stdout).toMatchSnapshot()
})

test.for(widths)('campaigns fits a terminal of %d columns', async (columns) => {
  const cli = commandLine({ events: 0 })
  const key = cli.service.seeded.group
  for (const title of ['Clean rivers', 'A very long title of a campaign about the river, the park and the street'])
    cli.service.addCampaign({ title, key })
  const { stdout, stderr } = await cli.ran(['campaigns'], { columns, env: { NO_COLOR: '1' } })
  expectToFit(stdout, columns)
  expect(stderr).toBe('')
  expect(stdout).toMatchSnapshot()
})

test.for(widths)('attendances --people fits a terminal of %d columns', async (columns) => {
  const cli = commandLine({ events: 0 })
  const { service } = cli
  const event = service.addEvent({ title: 'Picnic' }, { key: service.seeded.group })
  const people = [
    { given_name: 'Ada', family_name: 'Lovelace', email_address: 'ada@example.org', phone_number: '+1 202 555 0101' },
    { given_name: 'Maria Magdalena', family_name: 'von der Heiden-Oberndorf', email_address: null },
    { given_name: '花子', family_name: '山田', email_address: 'hanako.yamada.of.the.garden@example.org' },
    { given_name: 'Eve\u202e', family_name: '\u001b[2J' },
  ]
  for (const each of people) service.attend(event, service.addPerson(each))
  const gone = service.addPerson()
  service.attend(event, gone)
  cli.fault({ path: `**/people/${gone.id}`, effect: { kind: 'status', status: 404 } })
  const { stdout, stderr } = await cli.ran(['attendances', event.id, '--people'], { columns, env: { NO_COLOR: '1' } })
  expectToFit(stdout, columns)
  expectToFit(stderr, columns)
  expect(stdout).toMatchSnapshot()
})

test('list leaves out columns that no event needs, and shows the year of dates in other years', async () => {
  const cli = commandLine({ events: 0 })
  const key = { key: cli.service.seeded.group }
  cli.service.addEvent({ title: 'Picnic', start_date: '2027-06-20T18:00:00Z' }, key)
  const clock = stoppedAt('2026-05-01T12:00:00Z')
  const { stdout } = await cli.ran(['list'], { columns: 80, env: { NO_COLOR: '1' }, clock })
  expect(stdout).toMatch(/^TITLE {4,}START {2}RSVPS {2}ID\nPicnic {2}Sun 20 Jun 2027 18:00 {6}0 {2}[\da-f]{8}\n$/)
})

test('list gives a place twelve columns at 80, also beside long titles', async () => {
  const place = { accuracy: 'Rooftop', region: '', country: '', latitude: 45, longitude: -93 } as const
  const geocode = () => ({ ...place, locality: 'Saint Paul upon the river', timeZone: 'America/Chicago' })
  const cli = commandLine({ events: 0, geocode })
  const title = 'A very long title of an event about the river, the park and the street'
  const event = { title, start_date: '2026-06-20T18:00:00Z', location: { locality: 'Saint Paul' } }
  cli.service.addEvent(event, { key: cli.service.seeded.group })
  const around = { columns: 80, env: { NO_COLOR: '1' }, clock: stoppedAt('2026-05-01T12:00:00Z') }
  const { stdout } = await cli.ran(['list'], around)
  expect(stdout).toContain('  20 Jun 18:00  Saint Paul…  ')
  expectToFit(stdout, 80)
})

test.for(['--upcoming', '--sort start', '--from 2026-12-01'])(
  'list %s on a terminal shows the zones of starts in several zones',
  async (typed) => {
    const cli = commandLine({ events: 0, now: '2026-12-01T12:00:00Z' })
    const add = (title: string, start_date: string, location?: object) =>
      cli.service.addEvent({ title, start_date, ...(location && { location }) }, { key: cli.service.seeded.group })
    add('Storm drain stencilling, Tokyo', '2026-12-05T16:15:00Z', { region: 'Tokyo', country: 'JP' })
    add('Harbour walk', '2026-12-05T12:00:00Z', { region: 'HH', country: 'DE' })
    add('Playground build day', '2026-12-05T10:15:00Z', { region: 'IA', country: 'US' })
    add('Tree planting', '2026-12-05T09:30:00Z', { region: 'CA', country: 'US' })
    add('Call', '2027-07-01T19:00:00Z')
    const clock = stoppedAt('2026-12-01T12:00:00Z')
    const listed = async (terminal: object, flags: readonly string[] = typed.split(' ')) => {
      const around = { clock, env: { NO_COLOR: '1' }, ...terminal }
      const { stdout } = await cli.ran(['list', ...flags], around)
      return stdout.split('\n').map((line) => line.replace(/\S+$/, 'ID'))
    }
    expect(await listed({ columns: 80 }, [...typed.split(' '), '--zone', 'America/Chicago'])).toEqual([
      'TITLE                                          START          RSVPS  ID',
      'Storm drain stencilling, Tokyo       Sat 5 Dec 16:15  +09:00      0  ID',
      'Harbour walk                         Sat 5 Dec 12:00  CET         0  ID',
      'Playground build day                 Sat 5 Dec 10:15  CST         0  ID',
      'Tree planting                        Sat 5 Dec 09:30  PST         0  ID',
      'Call                            Thu 1 Jul 2027 19:00  CDT         0  ID',
      '',
    ])
    expect((await listed({})).join('\n')).not.toContain('CET')
    expect((await listed({ columns: 80 }, ['--sort', 'title'])).join('\n')).not.toContain('CET')
    const inOneZone = commandLine({ events: 0 })
    const key = { key: inOneZone.service.seeded.group }
    for (const month of ['07', '12'])
      inOneZone.service.addEvent({ title: 'Call', start_date: `2027-${month}-01T19:00:00Z` }, key)
    const { stdout } = await inOneZone.ran(['list', ...typed.split(' ')], { columns: 80, clock })
    expect(stdout).toContain('19:00      0  ')
  },
)

test('list shows what is unusual about an event dim, or red if it is cancelled, where the terminal has colours', async () => {
  const cli = commandLine({ events: 0 })
  const key = { key: cli.service.seeded.group }
  const add = (title: string, more: object) => cli.service.addEvent({ title, ...more }, key)
  add('Walk', { status: 'cancelled', hidden: true })
  add('A very long title of an event about the river, the park and the street', { hidden: true })
  add('[Online] Call', {})
  const listed = async (env: Readonly<Record<string, string>>) =>
    (await cli.ran(['list'], { columns: 60, env })).stdout.split('\n').slice(1, 4)
  const style = (code: number) => `${controlCharacter}[${code}m`
  const [walk, long, call] = await listed({})
  expect(walk).toContain(`${style(31)}[cancelled, hidden] ${style(39)}Walk `)
  expect(long).toContain(`${style(2)}[hidden] ${style(22)}A very long`)
  expect(call).toMatch(/^\[Online\] Call {2}/)
  const plain = await listed({ NO_COLOR: '1' })
  expect(plain).toEqual([walk, long, call].map((line = '') => stripVTControlCharacters(line)))
  expect(plain[0]).toMatch(/^\[cancelled, hidden\] Walk {2}/)
})

test('attendances on a terminal ends with a dim line about --people', async () => {
  const cli = commandLine({ events: 0 })
  const event = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  const said = async (...args: string[]) => (await cli.ran(['attendances', event.id, ...args], { columns: 80 })).stderr
  expect(await said()).not.toContain('--people')
  cli.service.attend(event, 3)
  const last = (await said('--max', '2')).split('\n').at(-2) ?? ''
  expect([last, last.startsWith(`${controlCharacter}[2m`)]).toEqual([expect.stringContaining('--people'), true])
  for (const args of [['--people'], ['--json'], ['--fields', 'status']]) expect(await said(...args)).toBe('')
  expect((await cli.ran(['attendances', event.id])).stderr).toBe('')
})

test.for([
  ['v1', 60],
  ['v2', 60],
  ['v2', 80],
  ['v2', 120],
] as const)(
  'get shows first what a person looks for, and a description as text: %s at %d columns',
  async ([api, columns]) => {
    const cli = commandLine({ events: 0 })
    const event = cli.service.addEvent(
      {
        title: 'Picnic',
        start_date: '2026-06-20T18:00:00Z',
        description: '<p>Bring <b>food</b> &amp; games.</p><ul><li>No dogs</li></ul>',
        location: { venue: 'Old Mill', locality: 'Burlington' },
      },
      { key: cli.service.seeded.group },
    )
    cli.service.attend(event, 2)
    const around = { columns, env: { NO_COLOR: '1' }, clock: stoppedAt('2026-05-01T12:00:00Z') }
    const { stdout } = await cli.ran(['get', event.id, '--api', api], around)
    expectToFit(stdout, columns)
    const [main = '', rest = ''] = stdout.split('\n\n')
    expect(main.split('\n')).toEqual([
      'title        Picnic',
      'when         Sat 20 Jun 18:00',
      expect.stringMatching(/^where {8}Old Mill, Burlington/),
      'status       confirmed',
      'RSVPs        2',
      expect.stringMatching(/^page/),
      ...(columns <= 80 ? [expect.stringMatching(/^ {2}https:/)] : []),
      'description  Bring food & games.',
      '             * No dogs',
      `id           ${event.id}`,
    ])
    expect(rest).not.toMatch(
      /^(?:title|summary|start|start_date|browser_url|url|status|description|location\.venue)\b/m,
    )
    // Values stand in one column, also below a long name.
    const starts = rest
      .trimEnd()
      .split('\n')
      .flatMap((line) => (/^\S+$/.test(line) ? [] : [/^(?:\S+)? +/.exec(line)?.[0].length]))
    expect(new Set(starts.filter((start) => start !== 2)).size).toBe(1)
    // At the usual width, coordinates stand beside their names.
    if (columns === 80) expect(rest).toMatch(/^location\.location\.longitude +-?\d/m)
    const piped = (await cli.ran(['get', event.id, '--api', api])).stdout
    expect(piped).toMatch(/^id\t/)
    expect(piped).toMatch(/^description\t<p>Bring/m)
  },
)

test.for([
  ['a terminal', { columns: 80 }, true],
  ['a terminal with NO_COLOR', { columns: 80, env: { NO_COLOR: '1' } }, false],
  ['a terminal with an empty NO_COLOR', { columns: 80, env: { NO_COLOR: '' } }, true],
  ['a terminal that is dumb', { columns: 80, env: { TERM: 'dumb' } }, false],
  ['a pipe', {}, false],
  ['a pipe with FORCE_COLOR', { env: { FORCE_COLOR: '1' } }, true],
  ['a pipe with FORCE_COLOR=0', { columns: 80, env: { FORCE_COLOR: '0' } }, false],
] as const)('errors on %s are red only if the terminal shows colours', async ([, around, isRed]) => {
  const red = `${controlCharacter}[31m${controlCharacter}[1merror:`
  const { stderr } = await ran(['list', '--api', 'v3'], around)
  expect([stderr.includes(controlCharacter), stderr.startsWith(red)]).toEqual([isRed, isRed])
  const plain = await ran(['list', '--api', 'v3', '--no-color'], around)
  expect(plain.stderr).toMatch(/^error: --api: [\x20-\x7e]+\n$/)
})

test.for(widths)('errors break lines between words at %d columns, and indent the advice', async (columns) => {
  const cli = commandLine({ events: 3, namespace: 'action_network' })
  const { stderr } = await cli.ran(['list'], { columns })
  expectToFit(stderr, columns)
  expect(stripVTControlCharacters(stderr)).toMatch(/\n {2}use --preset/)
})
