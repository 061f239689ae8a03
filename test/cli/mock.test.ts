import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
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

test('mock with a --port that is taken says what to do and exits with code 1', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  const refused = await ran(['mock', '--port', String(port)])
  expect(refused.stderr).toMatch(
    new RegExp(`^error: --port: ${port} is taken on [^\\n]+\\n  choose another, or 0 for a free one\\n$`),
  )
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  taken.close()
})

test('mock --host sets the host of the printed address', async () => {
  await using service = await mock('--host', 'localhost')
  expect(service.url).toMatch(/^http:\/\/localhost:\d+$/)
  expect(await pageOf(service)).toMatchObject({ total_records: 60 })
})

test.for(['203.0.113.9', 'no-such-host.invalid'])(
  'mock with the --host %s, which is not this machine, says what to do and exits with code 1',
  async (host) => {
    const { code, stdout, stderr } = await ran(['mock', '--port', '0', '--host', host])
    expect(stderr).toMatch(/^error: --host: [^\n]+\n$/)
    expect(stderr).toContain(host)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  },
)

test('mock --group-key and --individual-key set the keys', async () => {
  await using service = await mock('--group-key', 'my-group', '--individual-key', 'my-own')
  expect(service.keys).toEqual({ group: 'my-group', individual: 'my-own' })
  expect(await pageOf(service)).toMatchObject({ total_records: 60 })
  expect(await pageOf({ ...service, keys: { ...service.keys, group: 'my-own' } })).toMatchObject({ total_records: 0 })
})

test('two runs of mock with the same --seed make the same events, and a run with another --seed makes other events', async () => {
  const [one, again, other] = await Promise.all([idsOf('--seed', 'a'), idsOf('--seed', 'a'), idsOf('--seed', 'b')])
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
})

test('mock --now sets the start of the clock, which only moves with writes', async () => {
  await using service = await mock('--now', '2031-05-01T12:00:00Z')
  expect((await created(service)).created_date).toMatch(/^2031-05-01T12:00:0[01]Z$/)
})

test("mock without --now uses the system's time", async () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  const before = seconds()
  await using service = await mock()
  const made = Date.parse((await created(service)).created_date) / 1000
  expect(made).toBeGreaterThanOrEqual(before)
  expect(made).toBeLessThanOrEqual(seconds())
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

test('mock --rate-limit sets how many requests per second each API key can send', async () => {
  await using service = await mock('--rate-limit', '1', '--now', '2031-05-01T12:00:00Z')
  const ask = () => fetch(`${service.url}/api/v2/events`, { headers: headersOf(service) })
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
})

test('mock --rate-limit off removes the rate limit of the preset', async () => {
  await using service = await mock('--preset', 'action-network', '--rate-limit', 'off')
  const ask = () => fetch(`${service.url}/api/v2/events`, { headers: headersOf(service) })
  const answers = await Promise.all(Array.from({ length: 12 }, ask))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('mock --cors lets web pages of other origins read responses, and mock without --cors does not', async () => {
  for (const flags of [['--cors'], []]) {
    await using service = await mock(...flags)
    const answer = await fetch(`${service.url}/api/v2/events`, {
      headers: { ...headersOf(service), Origin: 'https://page.example' },
    })
    expect(answer.headers.has('access-control-allow-origin')).toBe(flags.length > 0)
  }
})

test('mock --allow-host adds a host name for the admin API, and can be repeated', async () => {
  await using service = await mock('--allow-host', 'mock.test', '--allow-host', 'other.test')
  const statusAs = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${service.url}/_mock/clock`, { headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).once('error', reject)
    })
  expect(await Promise.all(['mock.test', 'other.test', 'stranger.test'].map(statusAs))).toEqual([200, 200, 403])
})

test('mock --base-url sets the address in links, and allows its host name for the admin API', async () => {
  await using service = await mock('--preset', 'action-network', '--base-url', 'https://actionnetwork.org/')
  const text = JSON.stringify(await pageOf(service))
  expect(text).toContain('"href":"https://actionnetwork.org/api/v2/events/')
  expect(text).not.toContain('127.0.0.1')
  const status = await new Promise((resolve, reject) => {
    get(`${service.url}/_mock/clock`, { headers: { host: 'actionnetwork.org' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).once('error', reject)
  })
  expect(status).toBe(200)
})

test('mock prints the preset and the base URL in its first line', async () => {
  await using plain = await mock()
  expect(Object.keys(JSON.parse(plain.printed.stdout))).toEqual(['url', 'keys', 'namespace'])
  await using service = await mock('--preset', 'action-network', '--base-url', 'https://actionnetwork.org')
  expect(JSON.parse(service.printed.stdout)).toMatchObject({
    preset: 'action-network',
    baseUrl: 'https://actionnetwork.org',
  })
  expect(service.printed.stderr).toBe('')
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

test('mock on a terminal prints its address, the explorer and the lines that set the environment', async () => {
  await using plain = await mockOnTerminal()
  const [url = ''] = /http:\S+/.exec(plain.printed.stdout) ?? []
  expect(plain.printed.stdout).toBe(
    `Mock service on ${url}\n\n  Explorer  ${url}/\n\n  export EVENTS_BASE_URL=${url}\n  export EVENTS_API_KEY=K-1\n\nCtrl-C ends it\n`,
  )
  expect((await fetch(`${url}/api/v2/events`, { headers: { 'OSDI-API-Token': 'K-1' } })).status).toBe(200)
})

test('mock on a terminal prints the imitated service, the address in links and the state file', async () => {
  await using folder = await temporaryFolder()
  const flags = ['--preset', 'action-network', '--base-url', 'https://actionnetwork.org', '--no-ui']
  await using service = await mockOnTerminal(...flags, '--state', folder.file('state.json'))
  expect(service.printed.stdout).toContain(
    `\n\n  Imitates  the Action Network\n  Links     begin at https://actionnetwork.org\n  State     ${folder.file('state.json')}\n\n`,
  )
})

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

test('mock --trust-proxy takes the address in links from X-Forwarded-Proto and X-Forwarded-Host', async () => {
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'mock.example.org' }
  for (const [flags, origin] of [
    [['--trust-proxy'], 'https://mock.example.org'],
    [[], undefined],
  ] as const) {
    await using service = await mock(...flags)
    const answer = await fetch(`${service.url}/api/v2/events`, { headers: { ...headersOf(service), ...headers } })
    expect(await answer.text()).toContain(`"self":{"href":"${origin ?? service.url}/api/v2/events"}`)
  }
})

test.for(['actionnetwork.org', 'ftp://actionnetwork.org', 'https://actionnetwork.org?x=1'])(
  'mock refuses the --base-url %s with one line and exit code 2',
  async (url) => {
    const { code, stdout, stderr } = await ran(['mock', '--port', '0', '--base-url', url])
    expect(stderr).toMatch(/^error: --base-url: must be an http or https address[^\n]*\n$/)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  },
)

test('mock serves the explorer to browsers unless --no-ui is set', async () => {
  await using service = await mock()
  await using without = await mock('--no-ui')
  const statusOf = async ({ url }: Served, path: string) =>
    (await fetch(`${url}${path}`, { headers: { Accept: 'text/html' }, redirect: 'manual' })).status
  expect([await statusOf(service, '/'), await statusOf(service, '/_mock/ui')]).toEqual([303, 200])
  expect([await statusOf(without, '/'), await statusOf(without, '/_mock/ui')]).toEqual([200, 404])
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

test('mock refuses the --state file of a preset without the preset, says which prefix the file needs, and keeps it', async () => {
  await using kept = await temporaryFolder()
  const state = kept.file('state.json')
  await using first = await mock('--state', state, '--events', '2', '--preset', 'action-network')
  await stop(first)
  const before = readFileSync(state, 'utf8')
  const { code, stdout, stderr } = await ran(['mock', '--port', '0', '--state', state])
  expect(stderr).toMatch(
    /^error: --state: .*needs a service with the prefix action_network, and not platform\n {2}give .*--preset/,
  )
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
  await service.until('stderr', /^error: The state cannot be saved to [^\n]+\n/m)
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
