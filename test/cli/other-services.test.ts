import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Around, commandLine, expectWrong, ran, started } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'
import { otherService } from '../support/other-service.ts'

const flags = ['--api-path', '/dc/osdi', '--key-header', 'X-Api-Key', '--namespace', 'crm']

/** A service at `/dc/osdi` with the key in `X-Api-Key`, and the environment of commands that use it. */
function world(titles?: readonly string[]) {
  const service = otherService({
    ...{ baseUrl: 'https://events.example.org', apiPath: '/dc/osdi', keyHeader: 'X-Api-Key' },
    ...{ key: 'a-key-of-the-service', namespace: 'crm', ...(titles && { titles }) },
  })
  const { baseUrl, key, fetch } = service
  const env = { EVENTS_BASE_URL: baseUrl, EVENTS_API_KEY: key }
  return { service, env, run: (args: readonly string[], around: Around = {}) => ran(args, { fetch, env, ...around }) }
}

const commands: readonly (readonly [args: string, input?: string])[] = [
  ['list'],
  ['export'],
  ['get e1'],
  ['create --title Choir --origin-system Calendar'],
  ['update e1 --title Choir'],
  ['upsert --identifier calendar:1 --title Choir --origin-system Calendar'],
  ['upsert --ndjson', '{"identifiers":["calendar:1"],"title":"Choir","origin_system":"Calendar"}\n'],
  ['attendances e1'],
  ['rsvp e1 --email ada@example.org'],
  ['check --rate-limit off'],
]

test('every command accepts --api-path and --key-header', async () => {
  for (const [args, input = ''] of commands) {
    const { service, run } = world()
    const { stderr } = await run([...args.split(' '), ...flags], { input })
    expect(stderr, args).not.toMatch(/unknown option|401/)
    expect(service.requests.length, args).toBeGreaterThan(0)
    for (const { url, headers } of service.requests) {
      expect(url).toMatch(/^https:\/\/events\.example\.org\/dc\/osdi\//)
      expect(headers.has('osdi-api-token')).toBe(false)
    }
    expect(
      service.requests.some(({ headers }) => headers.get('x-api-key') === service.key),
      args,
    ).toBe(true)
  }
})

test('EVENTS_API_PATH and EVENTS_KEY_HEADER set --api-path and --key-header, and the flags override them', async () => {
  const { env, run } = world()
  const list = ['list', '--json', '--namespace', 'crm']
  const variables = { ...env, EVENTS_API_PATH: '/dc/osdi', EVENTS_KEY_HEADER: 'X-Api-Key' }
  expect(await run(list, { env: variables })).toMatchObject({ code: 0, stderr: '' })
  expect(await run(['check', '--rate-limit', 'off', '--namespace', 'crm'], { env: variables })).toMatchObject({
    code: 0,
    stderr: '',
  })
  const wrong = { ...env, EVENTS_API_PATH: '/elsewhere', EVENTS_KEY_HEADER: 'X-Other' }
  expect(await run([...list, ...flags], { env: wrong })).toMatchObject({ code: 0, stderr: '' })
  const empty = { ...env, EVENTS_API_PATH: '', EVENTS_KEY_HEADER: '' }
  expect((await run(list, { env: empty })).stderr).toContain('https://events.example.org/api/v2/events')
})

test('EVENTS_NAMESPACE is the prefix of commands without --namespace and --preset', async () => {
  const { env, run } = world()
  const list = ['list', '--json', '--api-path', '/dc/osdi', '--key-header', 'X-Api-Key']
  const codeOf = async (args: readonly string[], EVENTS_NAMESPACE?: string) =>
    (await run([...list, ...args], { env: { ...env, EVENTS_NAMESPACE } })).code
  expect(await codeOf([], 'crm')).toBe(0)
  expect(await codeOf(['--namespace', 'crm'], 'other')).toBe(0)
  expect(await codeOf([], 'other')).toBe(1)
  expect(await codeOf([])).toBe(1)
  expect(await codeOf(['--preset', 'action-network'], 'crm')).toBe(1)
})

test('mock --preset tells its name and prefix in EVENTS_PRESET and EVENTS_NAMESPACE: to its command, and the prefix in the lines to copy', async () => {
  const env = { PATH: process.env.PATH, EVENTS_NAMESPACE: 'crm' }
  const program = `
    const { EVENTS_NAMESPACE: prefix, EVENTS_PRESET: preset } = process.env
    process.exit(prefix === 'action_network' && preset === 'action-network' ? 0 : 9)
  `
  const flags = ['--preset', 'action-network', '--events', '1']
  expect(await ran(['mock', ...flags, '--no-intercept', '--', process.execPath, '-e', program], { env })).toMatchObject(
    { code: 0 },
  )
  await using shown = started(['mock', '--port', '0', ...flags], { columns: 80 })
  await shown.until('stdout', /Ctrl-C/)
  const [, url = '', key = '', prefix] =
    /export EVENTS_BASE_URL=(\S+)\n {2}export EVENTS_API_KEY=(\S+)\n {2}export EVENTS_NAMESPACE=(\S+)\n/.exec(
      shown.printed.stdout,
    ) ?? []
  const listed = await ran(['list'], {
    env: { EVENTS_BASE_URL: url, EVENTS_API_KEY: key, EVENTS_NAMESPACE: prefix },
  })
  expect(listed).toMatchObject({ code: 0, stderr: '' })
})

test('EVENTS_PRESET is the preset of commands without --preset: flags go before the other variables, and those before the preset', async () => {
  const asked: string[] = []
  const env = { EVENTS_API_KEY: 'key', EVENTS_PRESET: 'action-network' }
  const fetch: typeof globalThis.fetch = async (input) => {
    asked.push(String(input))
    return Response.json({ _embedded: { 'osdi:events': [] } })
  }
  const originOf = async (args: readonly string[], more = {}) => {
    const { code, stderr } = await ran(['list', '--json', ...args], { env: { ...env, ...more }, fetch })
    expect(code, stderr).toBe(0)
    return new URL(asked.at(-1) ?? '').origin
  }
  const EVENTS_BASE_URL = 'https://variable.example.org'
  expect(await originOf([])).toBe('https://actionnetwork.org')
  expect(await originOf([], { EVENTS_BASE_URL })).toBe(EVENTS_BASE_URL)
  expect(await originOf(['--base-url', 'https://flag.example.org'], { EVENTS_BASE_URL })).toBe(
    'https://flag.example.org',
  )
  const refused = await ran(['list'], { env: { ...env, EVENTS_PRESET: 'action-networks' }, fetch })
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: EVENTS_PRESET: /) })
})

test('the prefix of EVENTS_PRESET gives way to --namespace and EVENTS_NAMESPACE', async () => {
  const { env, run } = world()
  const list = ['list', '--json', '--api-path', '/dc/osdi', '--key-header', 'X-Api-Key']
  const codeOf = async (args: readonly string[], more = {}) =>
    (await run([...list, ...args], { env: { ...env, EVENTS_PRESET: 'action-network', ...more } })).code
  expect(await codeOf([], { EVENTS_NAMESPACE: 'crm' })).toBe(0)
  expect(await codeOf(['--namespace', 'crm'])).toBe(0)
  expect(await codeOf([], { EVENTS_NAMESPACE: '' })).toBe(1)
})

test('mock reads no EVENTS_PRESET: its service has the prefix of the documents', async () => {
  await using shown = started(['mock', '--port', '0'], { env: { EVENTS_PRESET: 'action-network' } })
  expect(JSON.parse((await shown.until('stdout', /^.*\n/))[0])).toMatchObject({ namespace: 'platform' })
})

test('check shows the path of the API if it is not the default path', async () => {
  const { run } = world()
  const check = ['check', '--rate-limit', 'off']
  expect((await run([...check, ...flags])).stdout).toMatch(
    /^https:\/\/events\.example\.org\/dc\/osdi, version 2: \d+ requests/m,
  )
  const { stdout } = await commandLine({ events: 1 }).ran(check)
  expect(stdout).toMatch(/^https:\/\/[\w.]+, version 2: \d+ requests/m)
})

test('export --resume and upsert --resume refuse the state of another --api-path', async () => {
  await using folder = await temporaryFolder()
  const { service, run } = world(['One', 'Two', 'Three', 'Four', 'Five'])
  const broken: typeof globalThis.fetch = async (...given) =>
    new Request(...given).url.endsWith('page=3') ? new Response('', { status: 404 }) : service.fetch(...given)
  const out = ['--out', folder.file('events.ndjson')]
  expect(await run(['export', ...out, ...flags], { fetch: broken })).toMatchObject({ code: 1 })
  const other = ['--api-path', '/dc/other', ...flags.slice(2)]
  expectWrong(await run(['export', ...out, '--resume', ...other]), /--resume: .* --api-path \/dc\/osdi\n/)
  expect(await run(['export', ...out, '--resume', ...flags])).toMatchObject({ code: 0 })

  const lines = ['upsert', '--ndjson', '--resume', folder.file('done')]
  const input = [1, 2]
    .map((number) => `{"identifiers":["calendar:${number}"],"title":"Choir","origin_system":"Calendar"}\n`)
    .join('')
  let posts = 0
  const failing: typeof globalThis.fetch = async (...given) => {
    if (new Request(...given).method === 'POST') posts += 1
    return posts === 2 ? new Response('', { status: 501 }) : service.fetch(...given)
  }
  expect(await run([...lines, ...flags], { input, fetch: failing })).toMatchObject({ code: 1 })
  expectWrong(await run([...lines, ...other], { input }), /^error: --resume: /)
  expect(await run([...lines, ...flags], { input })).toMatchObject({ code: 0 })
})

/** Commands over a mock service whose pages have their items under other relations. */
function renamed(relations: Readonly<Record<string, string>>) {
  const cli = commandLine({ events: 3 })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    const text = Object.entries(relations).reduce(
      (json, [from, to]) => json.replaceAll(`"${from}":[{"ident`, `"${to}":[{"ident`),
      await response.text(),
    )
    return new Response(text, response)
  }
  return { ...cli, asUsual: cli.ran, ran: (args: readonly string[]) => cli.ran(args, { fetch }) }
}

test('items under the singular or another prefix are exported, listed for a check-in, and seen by doctor and check', async () => {
  const cli = renamed({ 'osdi:events': 'osdi:event', 'osdi:attendances': 'platform:attendances' })
  expect((await cli.ran(['export', '--format', 'ndjson'])).stdout.trim().split('\n')).toHaveLength(3)
  const [event] = JSON.parse((await cli.ran(['list', '--json'])).stdout)
  const id = event.identifiers[0].replace('platform:', '')
  cli.service.attend(id, 2)
  for (const people of [[], ['--people']]) {
    const args = ['attendances', id, ...people, '--format', 'csv']
    const { stdout } = await cli.ran(args)
    expect(stdout.split('\n').length).toBeGreaterThan(3)
    expect(stdout).toBe((await cli.asUsual(args)).stdout)
  }
  const doctor: { findings: { what: string; state: string }[] } = JSON.parse(
    (await cli.ran(['doctor', '--json'])).stdout,
  )
  expect(doctor.findings.find(({ what }) => what === 'answer')?.state).toBe('well')
  const { client } = JSON.parse((await cli.ran(['check', '--rate-limit', 'off', '--json'])).stdout)
  expect(client.reads).toBe('yes')
})

test('export --out keeps the file if a page has only items under relations that are not known', async () => {
  const cli = renamed({ 'osdi:events': 'osdi:things' })
  await using folder = await temporaryFolder()
  const out = `${folder.path}/events.csv`
  writeFileSync(out, 'of last night')
  const { code, stderr } = await cli.ran(['export', '--out', out, '--format', 'csv'])
  expect({ code, kept: readFileSync(out, 'utf8') }).toEqual({ code: 1, kept: 'of last night' })
  expect(stderr).toContain('osdi:things')
  expect((await cli.ran(['doctor'])).stdout).toContain('osdi:things')
})
