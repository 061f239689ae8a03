import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mock, ran, type Served, started } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

interface Page {
  readonly total_records: number
  readonly per_page: number
  readonly _embedded: { readonly 'osdi:events': readonly { readonly identifiers: readonly string[] }[] }
}

const headersOf = ({ keys }: Served) => ({ 'OSDI-API-Token': keys.group, 'Content-Type': 'application/json' })

async function pageOf(service: Served): Promise<Page> {
  const answer = await fetch(`${service.url}/api/v2/events`, { headers: headersOf(service) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Page
}

async function created(service: Served): Promise<{ readonly created_date: string; readonly identifiers: string[] }> {
  const body = JSON.stringify({ title: 'Picnic', origin_system: 'Calendar' })
  const answer = await fetch(`${service.url}/api/v2/events`, { method: 'POST', headers: headersOf(service), body })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { created_date: string; identifiers: string[] }
}

const idsOf = async (...flags: string[]) => {
  await using service = await mock('--events', '3', ...flags)
  return (await pageOf(service))._embedded['osdi:events'].map(({ identifiers }) => identifiers)
}

test.for<[flags: readonly string[], total_records: number, per_page: number, prefix: string]>([
  [[], 60, 25, 'platform:'],
  [['--events', '7', '--per-page=3', '--namespace', 'action_network'], 7, 3, 'action_network:'],
  [['--preset', 'action-network'], 60, 25, 'action_network:'],
  [['--preset', 'action-network', '--namespace', 'other'], 60, 25, 'other:'],
])(
  'mock with %j serves %i events on pages of %i, with the namespace %s',
  async ([flags, total_records, per_page, prefix]) => {
    await using service = await mock(...flags)
    const page = await pageOf(service)
    expect(page).toMatchObject({ total_records, per_page })
    expect(page._embedded['osdi:events'][0]?.identifiers[0]).toContain(prefix)
  },
)

test('two runs of mock with the same --seed make the same events, and a run with another --seed makes other events', async () => {
  const [one, again, other] = await Promise.all([idsOf('--seed', 'a'), idsOf('--seed', 'a'), idsOf('--seed', 'b')])
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
})

test('mock --latency delays every request, even with --state', async () => {
  await using kept = await temporaryFolder()
  for (const _ of ['saved', 'loaded']) {
    await using service = await mock('--state', kept.file('state.json'), '--latency', '20')
    expect(await pageOf(service)).toMatchObject({ total_records: 60 })
    const entries = await (await fetch(`${service.url}/_mock/requests`)).json()
    expect(entries).toMatchObject([{ operation: 'events.list', status: 200, fault: 'latency' }])
    await stop(service)
  }
})

/** The status of a request to the admin API with another host in its header. */
const statusAs = ({ url }: Served, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(`${url}/_mock/clock`, { headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).once('error', reject)
  })

/** The text of a page of events, and its headers, for a request with other headers. */
const answerFor = async (service: Served, headers: Readonly<Record<string, string>>) => {
  const answer = await fetch(`${service.url}/api/v2/events`, { headers: { ...headersOf(service), ...headers } })
  return { text: await answer.text(), allowsOrigin: answer.headers.has('access-control-allow-origin') }
}

/** The status of a path for a browser. */
const pageAt = async ({ url }: Served, path: string) =>
  (await fetch(url + path, { headers: { Accept: 'text/html' }, redirect: 'manual' })).status

const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'mock.example.org' }

test('mock without flags has its own keys and clock, serves the explorer, and trusts no other host', async () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  const before = seconds()
  await using service = await mock()
  expect(Object.keys(JSON.parse(service.printed.stdout))).toEqual(['url', 'keys', 'namespace'])
  const made = Date.parse((await created(service)).created_date) / 1000
  expect(made).toBeGreaterThanOrEqual(before)
  expect(made).toBeLessThanOrEqual(seconds())
  const { text, allowsOrigin } = await answerFor(service, { ...forwarded, Origin: 'https://page.example' })
  expect([text.includes(`"self":{"href":"${service.url}/api/v2/events"}`), allowsOrigin]).toEqual([true, false])
  expect([
    await statusAs(service, 'mock.test'),
    await pageAt(service, '/'),
    await pageAt(service, '/_mock/ui'),
  ]).toEqual([...[403, 303, 200]])
})

test('mock passes its flags on to the service: host, keys, clock, origins, hosts, proxy and explorer', async () => {
  const own = ['--host', 'localhost', '--group-key', 'my-group', '--individual-key', 'my-own', '--no-ui', '--cors']
  const hosts = ['--allow-host', 'mock.test', '--allow-host', 'other.test', '--trust-proxy']
  await using service = await mock(...own, ...hosts, '--now', '2031-05-01T12:00:00Z')
  expect(service.url).toMatch(/^http:\/\/localhost:\d+$/)
  expect(service.keys).toEqual({ group: 'my-group', individual: 'my-own' })
  expect(await pageOf(service)).toMatchObject({ total_records: 60 })
  expect(await pageOf({ ...service, keys: { ...service.keys, group: 'my-own' } })).toMatchObject({ total_records: 0 })
  expect((await created(service)).created_date).toMatch(/^2031-05-01T12:00:0[01]Z$/)
  const { text, allowsOrigin } = await answerFor(service, { ...forwarded, Origin: 'https://page.example' })
  expect([text.includes('"self":{"href":"https://mock.example.org/api/v2/events"}'), allowsOrigin]).toEqual([
    true,
    true,
  ])
  const statuses = ['mock.test', 'other.test', 'stranger.test'].map((host) => statusAs(service, host))
  expect(await Promise.all(statuses)).toEqual([200, 200, 403])
  expect([await pageAt(service, '/'), await pageAt(service, '/_mock/ui')]).toEqual([200, 404])
})

test('mock --base-url sets the address in links, which its first line has, and allows its host name for the admin API', async () => {
  await using service = await mock('--preset', 'action-network', '--base-url', 'https://actionnetwork.org/')
  expect(JSON.parse(service.printed.stdout)).toMatchObject({
    preset: 'action-network',
    baseUrl: expect.stringMatching(/^https:\/\/actionnetwork\.org\/?$/),
  })
  const text = JSON.stringify(await pageOf(service))
  expect(text).toContain('"href":"https://actionnetwork.org/api/v2/events/')
  expect(text).not.toContain('127.0.0.1')
  expect([await statusAs(service, 'actionnetwork.org'), service.printed.stderr]).toEqual([200, ''])
})

test('mock --rate-limit sets how many requests per second each API key can send, and off removes the limit of the preset', async () => {
  const statusesOf = async (count: number, ...flags: string[]) => {
    await using service = await mock(...flags, '--now', '2031-05-01T12:00:00Z')
    const ask = () => fetch(`${service.url}/api/v2/events`, { headers: headersOf(service) })
    return new Set((await Promise.all(Array.from({ length: count }, ask))).map(({ status }) => status))
  }
  expect(await statusesOf(3, '--rate-limit', '1')).toEqual(new Set([200, 429]))
  expect(await statusesOf(12, '--preset', 'action-network', '--rate-limit', 'off')).toEqual(new Set([200]))
})

/** Starts `osdi-events mock` on a terminal, and waits until it prints how to end it. */
async function mockOnTerminal(...flags: string[]) {
  const running = started(['mock', '--port', '0', '--group-key', 'K-1', ...flags], {
    columns: 80,
    env: { NO_COLOR: '1' },
  })
  await running.until('stdout', /Ctrl-C.*\n/)
  return running
}

test.runIf(process.platform !== 'win32')(
  'the export lines of mock set the environment of a shell, even for a key with shell characters',
  async () => {
    const key = 'it\'s "a" $HOME `key` \\ !x; exit 3; \''
    await using service = await mockOnTerminal('--group-key', key)
    const lines = service.printed.stdout.match(/^ {2}export .*$/gm) ?? []
    const script = [...lines, 'printf "%s %s" "$EVENTS_BASE_URL" "$EVENTS_API_KEY"'].join('\n')
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+ /)
    expect(stdout.slice(stdout.indexOf(' ') + 1)).toBe(key)
  },
)

test('mock --json prints JSON even on a terminal', async () => {
  await using running = started(['mock', '--port', '0', '--json'], { columns: 80 })
  await running.until('stdout', /\n/)
  expect(JSON.parse(running.printed.stdout)).toMatchObject({ url: expect.stringMatching(/^http:/) })
})

test('mock --events 2000 on a terminal says that it makes events, and removes this line afterwards', async () => {
  await using running = await mockOnTerminal('--events', '2000')
  expect(running.printed.stderr).toBe('\r\u001b[Kmaking 2,000 events\r\u001b[K')
})

test('mock --preset action-network records an RSVP with a link to a person under https://actionnetwork.org', async () => {
  await using service = await mock('--preset', 'action-network')
  const post = async (path: string, body: unknown) => {
    const init = { method: 'POST', headers: headersOf(service), body: JSON.stringify(body) }
    return (await (await fetch(service.url + path, init)).json()) as Record<string, string>
  }
  const event = (await pageOf(service))._embedded['osdi:events'][0]?.identifiers[0]?.replace('action_network:', '')
  const path = `/api/v2/events/${event}/attendances`
  const made = await post(path, { person: { email_addresses: [{ address: 'ada@example.org' }] } })
  const href = `https://actionnetwork.org/api/v2/people/${made['action_network:person_id']}`
  const again = await post(path, { _links: { 'osdi:person': { href } } })
  expect(again['action_network:person_id']).toBe(made['action_network:person_id'])
})

async function stop(service: Served): Promise<void> {
  service.interrupt()
  expect(await service.ended).toMatchObject({ code: 0 })
}

test('mock --state continues from the state of the last run, with its keys', async () => {
  await using kept = await temporaryFolder()
  await using first = await mock('--state', kept.file('state.json'), '--events', '2', '--group-key', 'first-key')
  const { identifiers } = await created(first)
  await stop(first)

  await using second = await mock('--state', kept.file('state.json'), '--events', '9', '--group-key', 'second-key')
  expect(second.keys).toEqual(first.keys)
  const page = await pageOf(second)
  expect(page.total_records).toBe(3)
  expect(page._embedded['osdi:events'].map((event) => event.identifiers)).toContainEqual(identifiers)
  await second.until('stderr', /^warning: .*--group-key/m)
})

test('mock refuses the --state file of a preset without the preset, names the prefix of the file, and keeps it', async () => {
  await using kept = await temporaryFolder()
  const state = kept.file('state.json')
  await using first = await mock('--state', state, '--events', '2', '--preset', 'action-network')
  await stop(first)
  const before = readFileSync(state, 'utf8')
  const { code, stdout, stderr } = await ran(['mock', '--port', '0', '--state', state])
  expect(stderr).toMatch(/^error: --state: .*action_network.*\n {2}.*--preset/)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(readFileSync(state, 'utf8')).toBe(before)
})

test('mock with a damaged, newer or unreadable --state file prints one line, exits with code 1 and keeps the file', async () => {
  await using kept = await temporaryFolder()
  for (const content of ['{ "format": "osdi-ev', '{"format":"osdi-events mock state","version":99}', '[]', '']) {
    writeFileSync(kept.file('state.json'), content)
    const { code, stdout, stderr } = await ran(['mock', '--port', '0', '--state', kept.file('state.json')])
    expect(stderr).toMatch(/^error: --state: [^\n]+\n$/)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(readFileSync(kept.file('state.json'), 'utf8')).toBe(content)
  }
  for (const path of [kept.path, kept.file('no-such-folder/state.json')]) {
    const { code, stderr } = await ran(['mock', '--port', '0', '--state', path])
    expect(stderr).toMatch(/^error: --state: [^\n]+\n$/)
    expect(code).toBe(1)
  }
})

test('mock --state prints one line and keeps running when it cannot save the state, and exits with code 1 at the end', async () => {
  await using kept = await temporaryFolder()
  const inner = kept.file('inner')
  mkdirSync(inner)
  await using service = await mock('--state', join(inner, 'state.json'), '--events', '2')
  rmSync(inner, { recursive: true })
  await created(service)
  await service.until('stderr', /^error: [^\n]+\n/m)
  expect(await pageOf(service)).toMatchObject({ total_records: 3 })
  service.interrupt()
  expect(await service.ended).toMatchObject({ code: 1 })
})

test.runIf(process.platform !== 'win32').for([
  ['exit 7', 7],
  ['kill -TERM $$', 143],
  // The routes of the real service stay out of it.
  ['test -n "$EVENTS_API_KEY" -a -z "$EVENTS_KEY_HEADER$EVENTS_API_PATH"', 0],
] as const)('mock -- COMMAND exits with the exit code of the command: %s', async ([script, code]) => {
  const env = { EVENTS_KEY_HEADER: 'X-Key', EVENTS_API_PATH: '/events', EVENTS_API_KEY: 'real' }
  expect(await ran(['mock', '--', '/bin/sh', '-c', script], { env })).toEqual({ code, stdout: '', stderr: '' })
})

test('a --no-color behind -- is an argument of the command of mock, and no flag of mock', async () => {
  const program = 'process.exit(process.env.NO_COLOR === undefined && process.argv[1] === "--no-color" ? 0 : 9)'
  const args = ['mock', '--', process.execPath, '-e', program, '--', '--no-color']
  expect(await ran(args, { env: { PATH: process.env.PATH } })).toEqual({ code: 0, stdout: '', stderr: '' })
})
