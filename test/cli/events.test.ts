import { writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { idOf } from 'osdi-events'
import { actionNetwork } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { commandLine, expectWrong, failing } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

const versions = ['v1', 'v2'] as const
const titleField = { v1: 'summary', v2: 'title' } as const
const systemField = { v1: 'originating_system', v2: 'origin_system' } as const
const parsed = (json: string) => JSON.parse(json) as Record<string, unknown>

test('the command list in a pipe prints each event as one line with tabs between the columns and the whole id, and says on standard error if there are more events', async () => {
  const cli = commandLine({ events: 5 })
  const { code, stdout, stderr } = await cli.ran(['list', '--max', '3'])
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  const events = (await cli.events()).slice(0, 3)
  expect(rows.map((row) => row.at(-1))).toEqual(events.map((event) => idOf(event, 'platform')))
  expect(rows.map(([title]) => title)).toEqual(events.map((event) => Reflect.get(event, 'title')))
  for (const [, start] of rows) expect(start).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  expect(stderr).toBe('showing 3 of 5 events (all: --max Infinity)\n')
  expect(code).toBe(0)
})

test.for(versions)('list --json prints one array of complete events: %s', async (api) => {
  const cli = commandLine({ events: 30 })
  const { code, stdout, stderr } = await cli.ran(['list', '--api', api, '--json'])
  expect(JSON.parse(stdout)).toEqual(await cli.events(api))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('list --fields takes dotted names, and prints null in JSON for a missing field', async () => {
  const cli = commandLine({ events: 1 })
  const table = await cli.ran(['list', '--fields', 'title,id'])
  expect(table.stdout).toMatch(/^[^\t]+\t[\da-f-]{36}\n$/)
  const names = 'id,title,location.locality,identifiers.0,platform:sponsor.title,identifiers.7'
  const { stdout } = await cli.ran(['list', '--json', '--fields', names])
  expect(JSON.parse(stdout)).toEqual([
    {
      id: table.stdout.trimEnd().split('\t')[1],
      title: expect.any(String),
      'location.locality': expect.any(String),
      'identifiers.0': expect.stringMatching(/^platform:/),
      'platform:sponsor.title': expect.any(String),
      'identifiers.7': null,
    },
  ])
})

test('list prints a title with line breaks as one line, and its control characters as escapes', async () => {
  const cli = commandLine({ events: 0 })
  const title = 'One\n\u001b[2Jtwo\u009b3m'
  const { code } = await cli.ran(['create'], { input: JSON.stringify({ title, origin_system: 'Test' }) })
  expect(code).toBe(0)
  const { stdout } = await cli.ran(['list', '--fields', 'title'])
  expect(stdout).toBe('One \\u001b[2Jtwo\\u009b3m\n')
})

test.for(versions)(
  'create makes an event from flags, get prints the event, and update changes and clears its fields: %s',
  async (api) => {
    const cli = commandLine({ events: 0 })
    const made = await cli.ran([
      ...['create', '--api', api, '--json', '--title', 'Picnic', '--origin-system', 'Calendar'],
      ...['--description', '<p>Food</p>', '--instructions', 'Bring some', '--start', '2026-05-01T18:00:00'],
      ...['--identifier', 'calendar:7', '--set', 'location.venue=Old Mill'],
      ...['--set', 'location.address_lines:=["1 Main St"]'],
    ])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const event = parsed(made.stdout)
    expect(event).toMatchObject({
      [titleField[api]]: 'Picnic',
      [systemField[api]]: 'Calendar',
      description: '<p>Food</p>',
      identifiers: expect.arrayContaining(['calendar:7']),
      location: { venue: 'Old Mill', address_lines: ['1 Main St'] },
    })
    expect(JSON.stringify(event)).toContain('Bring some')
    const [id = ''] = /(?<=platform:)[\da-f-]{36}/.exec(made.stdout) ?? []

    const shown = await cli.ran(['get', id, '--api', api])
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toMatch(new RegExp(`^id\t${id}$`, 'm'))
    expect(shown.stdout).toMatch(/^location\.venue\tOld Mill$/m)

    const flags = ['--api', api, '--title', 'Moved', '--clear', 'description', '--json']
    const changed = await cli.ran(['update', `platform:${id}`, ...flags])
    expect(changed.code).toBe(0)
    expect(parsed(changed.stdout)[titleField[api]]).toBe('Moved')
    expect(parsed(changed.stdout).description ?? null).toBeNull()
    expect(parsed((await cli.ran(['get', id, '--api', api, '--json'])).stdout)).toEqual(parsed(changed.stdout))
  },
)

test.for([
  ['2026-12-05 18:00', '2026-12-05T18:00:00Z'],
  ['2026-12-05T18:00', '2026-12-05T18:00:00Z'],
  ['2026-12-05 18:00:30', '2026-12-05T18:00:30Z'],
  ['2026-12-05T18:00:00Z', '2026-12-05T18:00:00Z'],
  ['25.12.2026 6:00 PM', '2026-12-25T18:00:00Z'],
] as const)('create and update take the local time %s of --start, --end and --set', async ([given, sent]) => {
  const cli = commandLine({ events: 0 })
  const made = await cli.ran([
    'create',
    '--title',
    'x',
    '--origin-system',
    'y',
    '--json',
    '--start',
    given,
    '--end',
    given,
  ])
  expect(parsed(made.stdout)).toMatchObject({ start_date: sent, end_date: sent })
  const [id = ''] = /(?<=platform:)[\da-f-]{36}/.exec(made.stdout) ?? []
  const changes = ['--set', `end_date=${given.replace('18:00', '20:00').replace('6:00', '8:00')}`]
  const changed = await cli.ran(['update', id, '--json', '--start', given, ...changes])
  expect(parsed(changed.stdout)).toMatchObject({ start_date: sent, end_date: sent.replace('18:00', '20:00') })
})

test('without a flag for a field, create and update read JSON from standard input', async () => {
  const cli = commandLine({ events: 0 })
  const made = await cli.ran(['create', '--json'], { input: '{"title":"Picnic","origin_system":"Calendar"}' })
  expect(made.code).toBe(0)
  const [id = ''] = /(?<=platform:)[\da-f-]{36}/.exec(made.stdout) ?? []
  const changed = await cli.ran(['update', id, '--json'], { input: '{"title":"Moved"}' })
  expect(parsed(changed.stdout)).toMatchObject({ title: 'Moved', origin_system: 'Calendar' })
})

test('--key-file reads the key from a file, which may end with a line break', async () => {
  const cli = commandLine({ events: 1 })
  await using folder = await temporaryFolder()
  writeFileSync(folder.file('key'), `${cli.key}\n`)
  const args = ['list', '--json', '--base-url', cli.service.baseUrl, '--key-file', folder.file('key')]
  const { code, stdout } = await cli.ran(args, { env: { EVENTS_API_KEY: 'another', EVENTS_BASE_URL: '' } })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toHaveLength(1)
})

test('a command exits with code 3 for a refused key and with code 1 for any other failure, and never prints the key', async () => {
  const cli = commandLine({ events: 1 })
  const env = { EVENTS_API_KEY: 'a-wrong-key' }
  const refused = await cli.ran(['list'], { env })
  expect(refused).toMatchObject({ code: 3, stdout: '' })
  expect(refused.stderr).toMatch(
    /^error: the service refuses the key: GET \S+ answered 403: API Key invalid or not present\n {2}check the API key, and that it belongs to this service\n$/,
  )
  const missing = await cli.ran(['get', 'nothing'])
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toMatch(/^error: no event has this id: GET \S+ answered 404: /)
  cli.fault({ effect: { kind: 'status', status: 401 } })
  expect((await cli.ran(['get', 'nothing'])).code).toBe(3)
  expect(refused.stderr + missing.stderr).not.toContain('a-wrong-key')
})

test.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a command that waits for a response, with exit code %s', async ([signal, code]) => {
  const cli = commandLine({ events: 1 })
  const fault = cli.fault({ effect: { kind: 'no-answer' } })
  await using running = cli.start(['list'])
  await fault.applied()
  running.interrupt(signal)
  expect(await running.ended).toEqual({ code, stdout: '', stderr: '' })
})

test.for(['list', 'get 1', 'export', 'campaigns', 'attendances 1', 'create --title Picnic --origin-system x'])(
  '%s names a web page by its title, and prints none of its HTML',
  async (typed) => {
    const page = '<!DOCTYPE HTML> <html lang="en"><head><title>Page not found</title></head><body><h1>Oops</h1>'
    const fetch = async () => new Response(page, { status: 404, headers: { 'content-type': 'text/html' } })
    const { code, stderr } = await commandLine().ran(typed.split(' '), { fetch })
    expect(stderr).toMatch(/^error: .* answered 404: a web page, "Page not found"\n$/)
    expect(code).toBe(1)
  },
)

test('an interrupted create does not mention a write if its input has not arrived yet', async () => {
  const cli = commandLine({ events: 0 })
  await using running = cli.start(['create'], { stdin: new PassThrough() })
  await setImmediate()
  running.interrupt('SIGINT')
  expect(await running.ended).toEqual({ code: 130, stdout: '', stderr: '' })
})

test('create and update say that the outcome is unknown when they are interrupted or get no response', async () => {
  const cli = commandLine({ events: 0 })
  const args = ['create', '--title', 'Picnic', '--origin-system', 'Calendar']
  cli.fault({ nth: 1, effect: { kind: 'reset' } })
  const lost = await cli.ran(args)
  expect(lost.stderr).toMatch(
    /^error: POST \S+ .*; the write may have taken effect, so look before you send it again\n$/,
  )
  expect(lost.code).toBe(1)
  cli.service.faults.clear()
  const fault = cli.fault({ effect: { kind: 'no-answer' } })
  await using running = cli.start(args)
  await fault.applied()
  running.interrupt('SIGINT')
  expect(await running.ended).toMatchObject({
    code: 130,
    stderr: 'warning: interrupted; the write may have taken effect, so look before you send it again\n',
  })
})

test('create and update at a terminal say what they did, and warn of fields that the service decided itself', async () => {
  const cli = commandLine({ events: 0, now: '2026-05-01T12:00:00Z' })
  const around = { columns: 80, env: { NO_COLOR: '1' } }
  const create = ['create', '--title', 'Picnic', '--origin-system', 'Calendar', '--start', '2099-06-20T18:00:00']
  expect(await cli.ran(create, around)).toMatchObject({
    stdout: expect.stringMatching(/^created Picnic\nwhen {2}Sat 20 Jun 2099 18:00\nid {4}[\da-f-]{36}\n$/),
    stderr: '',
  })
  cli.fault({ method: 'POST', effect: { kind: 'shape', set: { title: 'Fair' } } })
  expect((await cli.ran(create)).stderr).toBe('warning: not as you gave it: the service decided title itself\n')
  const { stdout } = await cli.ran(
    ['update', cli.service.snapshot().toJSON().events[0]?.id ?? '', '--title', 'Run'],
    around,
  )
  expect(stdout).toMatch(/^updated Run\nwhen {2}Sat 20 Jun 2099 18:00\n/)
})

test('create says that the event was created when its output cannot be printed', async () => {
  const cli = commandLine({ events: 0 })
  const args = ['create', '--title', 'Picnic', '--origin-system', 'Calendar']
  expect(await cli.ran(args, { stdout: failing('ENOSPC') })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: standard output cannot be written: ENOSPC; the write took effect\n',
  })
})

test('create and update without flags at a terminal name the flags to use', async () => {
  const cli = commandLine({ events: 0 })
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  expectWrong(await cli.ran(['create'], { stdin: terminal }), /no field was given\n {2}use flags such as --title/)
})

test('--preset sets baseUrl, namespace and rate limit of a known service; EVENTS_BASE_URL and flags replace them', async () => {
  const cli = commandLine({ ...actionNetwork, events: 3 })
  const list = ['list', '--preset', 'action-network', '--json']
  const listed = await cli.ran(list, { env: { EVENTS_BASE_URL: '' } })
  expect(JSON.parse(listed.stdout)).toEqual(await cli.events())
  expect(listed.stdout).toContain('action_network:')
  const wrong = await cli.ran(list, { env: { EVENTS_BASE_URL: 'https://actionnetwork.org/elsewhere' } })
  expect(wrong.stderr).toContain('GET https://actionnetwork.org/elsewhere/api/v2/events')
  expectWrong(await cli.ran(['list', '--preset', 'other']), /--preset: must be action-network/)
})

test('--max accepts Infinity, and the error for a wrong value says so', async () => {
  const cli = commandLine({ events: 60, perPage: 25 })
  const { code, stdout, stderr } = await cli.ran(['list', '--json', '--max', 'Infinity'])
  expect({ code, stderr, read: JSON.parse(stdout) }).toEqual({ code: 0, stderr: '', read: await cli.events() })
  expectWrong(
    await cli.ran(['list', '--max', 'infinity']),
    /--max: must be a whole number from 1 up, or Infinity for all/,
  )
  const event = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  cli.service.attend(event, 60)
  for (const more of [['--json'], ['--format', 'json']]) {
    const all = await cli.ran(['attendances', event.id, ...more, '--max', 'Infinity'])
    expect([all.code, JSON.parse(all.stdout).length]).toEqual([0, 60])
    expectWrong(await cli.ran(['attendances', event.id, ...more, '--max', '1e9']), /--max: must be a whole number/)
  }
})
test.for(['list', 'attendances'])(
  '%s says that the list ended before the total number that the service gave',
  async (command) => {
    const cli = commandLine({ events: 3, perPage: 2 })
    const [event] = cli.service.snapshot().toJSON().events
    cli.service.attend(event?.id ?? '', 3)
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await cli.service.fetch(input, init)
      const { _links: { next: _, ...links } = {}, ...page } = (await response.json()) as { _links?: { next?: unknown } }
      return Response.json({ ...page, _links: links }, { headers: { 'content-type': 'application/hal+json' } })
    }
    const what = command === 'list' ? 'events' : 'RSVPs'
    const said = (label: string) =>
      `${label}: not complete: the list ended after 2 ${what}, and the service may have more\n`
    const args = command === 'list' ? [command] : [command, event?.id ?? '']
    for (const max of [[], ['--max', '3']])
      expect(await cli.ran([...args, ...max], { fetch })).toMatchObject({ code: 0, stderr: said('warning') })
    if (command === 'list') return
    expect(await cli.ran([...args, '--format', 'ndjson'], { fetch })).toMatchObject({ code: 1, stderr: said('error') })
    expect(await cli.ran([...args, '--format', 'ndjson', '--max', '2'], { fetch })).toMatchObject({
      code: 0,
      stderr: '',
    })
  },
)
