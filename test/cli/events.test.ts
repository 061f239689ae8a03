import { writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { idOf } from 'osdi-events'
import { actionNetwork } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { commandLine } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

const versions = ['v1', 'v2'] as const
const titleField = { v1: 'summary', v2: 'title' } as const
const systemField = { v1: 'originating_system', v2: 'origin_system' } as const
const parsed = (json: string) => JSON.parse(json) as Record<string, unknown>

test('the command list in a pipe prints each event as one line with tabs between the columns and the whole id, and counts the others on standard error', async () => {
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
  expect(stderr).toContain('3 of 5')
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

test('create and update take local times of --start, --end and --set as people write them', async () => {
  const cli = commandLine({ events: 0 })
  for (const [given, sent] of [
    ['2026-12-05 18:00', '2026-12-05T18:00:00Z'],
    ['2026-12-05T18:00', '2026-12-05T18:00:00Z'],
    ['2026-12-05 18:00:30', '2026-12-05T18:00:30Z'],
    ['2026-12-05T18:00:00Z', '2026-12-05T18:00:00Z'],
    ['25.12.2026 6:00 PM', '2026-12-25T18:00:00Z'],
  ] as const) {
    const create = ['create', '--title', 'x', '--origin-system', 'y', '--json', '--start', given, '--end', given]
    const made = await cli.ran(create)
    expect(parsed(made.stdout), given).toMatchObject({ start_date: sent, end_date: sent })
    const [id = ''] = /(?<=platform:)[\da-f-]{36}/.exec(made.stdout) ?? []
    const changes = ['--set', `end_date=${given.replace('18:00', '20:00').replace('6:00', '8:00')}`]
    const changed = await cli.ran(['update', id, '--json', '--start', given, ...changes])
    expect(parsed(changed.stdout)).toMatchObject({ start_date: sent, end_date: sent.replace('18:00', '20:00') })
  }
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
  expect(refused.stderr).not.toContain('a-wrong-key')
  expect(await cli.ran(['get', 'nothing'])).toMatchObject({ code: 1, stdout: '' })
  cli.fault({ effect: { kind: 'status', status: 401 } })
  expect((await cli.ran(['get', 'nothing'])).code).toBe(3)
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

test('an interrupted create does not mention a write if its input has not arrived yet', async () => {
  const cli = commandLine({ events: 0 })
  await using running = cli.start(['create'], { stdin: new PassThrough() })
  await setImmediate()
  running.interrupt('SIGINT')
  expect(await running.ended).toEqual({ code: 130, stdout: '', stderr: '' })
})

test('--preset sets baseUrl, namespace and rate limit of a known service; EVENTS_BASE_URL and flags replace them', async () => {
  const cli = commandLine({ ...actionNetwork, events: 3 })
  const list = ['list', '--preset', 'action-network', '--json']
  const listed = await cli.ran(list, { env: { EVENTS_BASE_URL: '' } })
  expect(JSON.parse(listed.stdout)).toEqual(await cli.events())
  expect(listed.stdout).toContain('action_network:')
  const wrong = await cli.ran(list, { env: { EVENTS_BASE_URL: 'https://actionnetwork.org/elsewhere' } })
  expect(wrong.stderr).toContain('GET https://actionnetwork.org/elsewhere/api/v2/events')
})

test('--max accepts Infinity', async () => {
  const cli = commandLine({ events: 60, perPage: 25 })
  const { code, stdout, stderr } = await cli.ran(['list', '--json', '--max', 'Infinity'])
  expect({ code, stderr, read: JSON.parse(stdout) }).toEqual({ code: 0, stderr: '', read: await cli.events() })
  const event = cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.group })
  cli.service.attend(event, 60)
  for (const more of [['--json'], ['--format', 'json']]) {
    const all = await cli.ran(['attendances', event.id, ...more, '--max', 'Infinity'])
    expect([all.code, JSON.parse(all.stdout).length]).toEqual([0, 60])
  }
})
test.for(['list', 'attendances'])(
  '%s warns if the list ended before the total number that the service gave, and fails in a format',
  async (command) => {
    const cli = commandLine({ events: 3, perPage: 2 })
    const [event] = cli.service.snapshot().toJSON().events
    cli.service.attend(event?.id ?? '', 3)
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await cli.service.fetch(input, init)
      const { _links: { next: _, ...links } = {}, ...page } = (await response.json()) as { _links?: { next?: unknown } }
      return Response.json({ ...page, _links: links }, { headers: { 'content-type': 'application/hal+json' } })
    }
    const args = command === 'list' ? [command] : [command, event?.id ?? '']
    for (const max of [[], ['--max', '3']])
      expect(await cli.ran([...args, ...max], { fetch })).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^warning: [^\n]+\n$/),
      })
    if (command === 'list') return
    expect(await cli.ran([...args, '--format', 'ndjson'], { fetch })).toMatchObject({ code: 1 })
    expect(await cli.ran([...args, '--format', 'ndjson', '--max', '2'], { fetch })).toMatchObject({
      code: 0,
      stderr: '',
    })
  },
)
