import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ran as ranAlone, struck } from '../support/cli.ts'
import { cliService } from '../support/cli-service.ts'
import { temporaryFolder } from '../support/folder.ts'

// Each test starts programs of its own.

const versions = ['v1', 'v2'] as const
const titleField = { v1: 'summary', v2: 'title' } as const
const systemField = { v1: 'originating_system', v2: 'origin_system' } as const
const parsed = (json: string) => JSON.parse(json) as Record<string, unknown>

test('list is a table with the id and a line for each event, and says on standard error that there are more', async () => {
  await using cli = await cliService('--events', '5')
  const { code, stdout, stderr } = await cli.ran(['list', '--max', '3'])
  const lines = stdout.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^id {2,}title {2,}start_date {2,}/)
  expect(lines).toHaveLength(4)
  for (const line of lines.slice(1)) expect(line).toMatch(/^[\da-f-]{36} {2}\S/)
  expect(stderr).toBe('osdi-events: these are the first 3 events; there are more, see --max\n')
  expect(code).toBe(0)
})

test.for(versions)('list --json is one array of the events as the service wrote them: %s', async (api) => {
  await using cli = await cliService('--events', '30')
  const { code, stdout, stderr } = await cli.ran(['list', '--api', api, '--json'])
  const header = { v1: 'api-key', v2: 'OSDI-API-Token' }[api]
  const answer = await fetch(`${cli.service.url}/api/${api}/events`, { headers: { [header]: cli.service.keys.group } })
  const page = (await answer.json()) as { _embedded: { 'osdi:events': object[] } }
  const listed = JSON.parse(stdout) as object[]
  expect(listed).toHaveLength(30)
  expect(listed.slice(0, 25)).toEqual(page._embedded['osdi:events'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('fields are chosen by dotted names, and are null in JSON where an event has none', async () => {
  await using cli = await cliService('--events', '1')
  const names = 'title,location.locality,identifiers.0,platform:sponsor.title,no.such.field'
  const { stdout } = await cli.ran(['list', '--json', '--fields', names])
  expect(JSON.parse(stdout)).toEqual([
    {
      title: expect.any(String),
      'location.locality': expect.any(String),
      'identifiers.0': expect.stringMatching(/^platform:/),
      'platform:sponsor.title': expect.any(String),
      'no.such.field': null,
    },
  ])
})

test('id may be chosen, and stands in the table once', async () => {
  await using cli = await cliService('--events', '1')
  const table = await cli.ran(['list', '--fields', 'title,id'])
  expect(table.stdout).toMatch(/^id +title\n[\da-f-]{36} {2}\S/)
  const json = await cli.ran(['list', '--json', '--fields', 'id'])
  expect(JSON.parse(json.stdout)).toEqual([{ id: table.stdout.split('\n')[1]?.slice(0, 36) }])
})

test('a title with line breaks and escapes stays one line of the table', async () => {
  await using cli = await cliService('--events', '0')
  const title = 'One\n\u001b[2Jtwo\u009b3m'
  const { code } = await cli.ran(['create'], { input: JSON.stringify({ title, origin_system: 'Test' }) })
  expect(code).toBe(0)
  const { stdout } = await cli.ran(['list', '--fields', 'title'])
  expect(stdout).toMatch(/^id +title\n[\da-f-]{36} {2}One \[2Jtwo 3m\n$/)
})

test.for(versions)(
  'create takes flags, get shows what was made, update changes it and clears a field: %s',
  async (api) => {
    await using cli = await cliService('--events', '0')
    const made = await cli.ran([
      ...['create', '--api', api, '--json', '--title', 'Picnic', '--origin-system', 'Calendar'],
      ...['--description', '<p>Food</p>', '--instructions', 'Bring some', '--start', '2026-05-01T18:00:00'],
      ...[
        '--identifier',
        'calendar:7',
        '--set',
        'location.venue=Old Mill',
        '--set',
        'location.address_lines:=["1 Main St"]',
      ],
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
    expect(shown.stdout).toMatch(new RegExp(`^id {2,}${id}$`, 'm'))
    expect(shown.stdout).toMatch(/^location\.venue {2,}Old Mill$/m)

    const changed = await cli.ran([
      'update',
      `platform:${id}`,
      '--api',
      api,
      '--title',
      'Moved',
      '--clear',
      'description',
      '--json',
    ])
    expect(changed.code).toBe(0)
    expect(parsed(changed.stdout)[titleField[api]]).toBe('Moved')
    expect(parsed(changed.stdout).description ?? null).toBeNull()
    expect(parsed((await cli.ran(['get', id, '--api', api, '--json'])).stdout)).toEqual(parsed(changed.stdout))
  },
)

test('without a flag for a field, create and update read JSON from standard input', async () => {
  await using cli = await cliService('--events', '0')
  const made = await cli.ran(['create', '--json'], { input: '{"title":"Picnic","origin_system":"Calendar"}' })
  expect(made.code).toBe(0)
  const [id = ''] = /(?<=platform:)[\da-f-]{36}/.exec(made.stdout) ?? []
  const changed = await cli.ran(['update', id, '--json'], { input: '{"title":"Moved"}' })
  expect(parsed(changed.stdout)).toMatchObject({ title: 'Moved', origin_system: 'Calendar' })
})

test('the key is read from a file as well, which may end with a line break', async () => {
  await using cli = await cliService('--events', '1')
  await using folder = await temporaryFolder()
  writeFileSync(folder.file('key'), `${cli.service.keys.group}\n`)
  const args = ['list', '--json', '--base-url', cli.service.url, '--key-file', folder.file('key')]
  const { code, stdout } = await cli.ran(args, { env: { EVENTS_API_KEY: 'another', EVENTS_BASE_URL: '' } })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toHaveLength(1)
})

test('a refused key is exit code 3, any other failure 1, and neither shows the key', async () => {
  await using cli = await cliService('--events', '1')
  const env = { EVENTS_API_KEY: 'a-wrong-key' }
  const refused = await cli.ran(['list'], { env })
  expect(refused).toMatchObject({ code: 3, stdout: '' })
  expect(refused.stderr).toMatch(
    /^osdi-events: GET \S+ answered 403: API Key invalid or not present; check the API key\n$/,
  )
  const missing = await cli.ran(['get', 'nothing'])
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toMatch(/^osdi-events: GET \S+ answered 404: /)
  await cli.fault({ effect: { kind: 'status', status: 401 } })
  expect((await cli.ran(['get', 'nothing'])).code).toBe(3)
  expect(refused.stderr + missing.stderr).not.toContain('a-wrong-key')
})

const wrong: readonly (readonly [args: string, says: RegExp, input?: string])[] = [
  ['list --api v3', /--api: must be v1 or v2/],
  ['list --max 0', /--max: must be a whole number from 1 up/],
  ['list --max many', /--max: must be a whole number from 1 up/],
  ['list --rate-limit 0', /--rate-limit: must be more than 0/],
  ['list --base-url ftp://events.example.org', /--base-url: must begin with https/],
  ['list --base-url http://events.example.org', /--allow-insecure-http/],
  ['list --namespace a:b', /--namespace: must be a prefix/],
  ['list --key-file /no/such/file', /--key-file: \/no\/such\/file is not there/],
  ['list --fields title,', /--fields: must be names with commas between them/],
  ['list --fields title,name,title', /--fields: title is named twice/],
  ['list --api-key secret', /unknown option '--api-key'/],
  ['get', /missing required argument 'event'/],
  ['get one two', /too many arguments/],
  ['create --title Picnic', /origin_system: is missing/],
  ['create --api v1 --title Picnic --origin-system x --end 2026-05-01', /--end: version 1 has no such field/],
  ['create --set title', /--set: must be a field, = and its text, not title/],
  ['create --set location.venue:=x', /--set: what stands behind location\.venue:= is no JSON/],
  ['create --set title=x --set title.text=y', /--set: title\.text stands in what was set to a text/],
  ['create', /standard input is no JSON/, ''],
  ['create', /standard input must be one JSON object/, '[{"title":"Picnic"}]'],
  ['create', /titel: is no field of an event in v2/, '{"titel":"Picnic","origin_system":"Calendar"}'],
  ['update 1 --clear title', /title: /],
  ['update 1 --set __proto__.x=y', /^osdi-events: __proto__: is no field of an event in v2/],
  ['create --set toString=y', /^osdi-events: toString: is no field of an event in v2/],
]

test('whatever is wrong with the command line is one clear line and exit code 2, and nothing is sent', async () => {
  await using cli = await cliService('--events', '0')
  for (const [args, says, input = ''] of wrong) {
    const { code, stdout, stderr } = await cli.ran(args.split(' '), { input })
    expect(stderr).toMatch(/^osdi-events: [^\n]+\n$/)
    expect(stderr).toMatch(says)
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
  }
  const requests: unknown = await (await fetch(`${cli.service.url}/_mock/requests`)).json()
  expect(requests).toEqual([])
})

test('without a key or an address, the line says where to put it', async () => {
  const { code, stderr } = await ranAlone('list')
  expect(stderr).toMatch(/there is no address of a service: name it with --base-url, or set EVENTS_BASE_URL/)
  expect(code).toBe(2)
  const other = await ranAlone('list', '--base-url', 'https://events.example.org')
  expect(other.stderr).toMatch(/there is no API key: set EVENTS_API_KEY, or name a file that holds it with --key-file/)
  expect(other.code).toBe(2)
})

test.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a request that is not answered, with exit code %s', async ([signal, code]) => {
  await using cli = await cliService('--events', '1')
  await cli.fault({ effect: { kind: 'no-answer' } })
  await using running = cli.start(['list'])
  await struck(cli.service)
  running.kill(signal)
  expect(await running.ended).toMatchObject({ code, signal: null, stdout: '' })
})

test('a write that a signal ends, or whose answer is lost, says that nobody knows what became of it', async () => {
  await using cli = await cliService('--events', '0')
  const args = ['create', '--title', 'Picnic', '--origin-system', 'Calendar']
  await cli.fault({ nth: 1, effect: { kind: 'reset' } })
  const lost = await cli.ran(args)
  expect(lost.stderr).toMatch(/^osdi-events: POST \S+ .*; whether it took effect is not known\n$/)
  expect(lost.code).toBe(1)
  await fetch(`${cli.service.url}/_mock/faults`, { method: 'DELETE' })
  await cli.fault({ effect: { kind: 'no-answer' } })
  await using running = cli.start(args)
  await struck(cli.service)
  running.kill('SIGINT')
  const { code, stderr } = await running.ended
  expect({ code, stderr }).toEqual({
    code: 130,
    stderr: 'osdi-events: interrupted; whether it took effect is not known\n',
  })
})

test.for(['list', 'get', 'create', 'update'])('the help of %s has examples and the exit codes', async (command) => {
  const { code, stdout, stderr } = await ranAlone(command, '--help')
  expect(stdout).toContain(`\nExamples:\n  osdi-events ${command} `)
  expect(stdout).toMatch(/Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the service refuses the key, 130 interrupted/)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
