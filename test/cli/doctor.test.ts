import { writeFileSync } from 'node:fs'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import type { Clock } from '../../src/cli/run/io.ts'
import { type Around, commandLine } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

/** A clock that stands still, by default where the mock service begins. */
const clockAt = (moment = '2026-01-01T00:00:00Z'): Clock => ({
  now: () => Date.parse(moment),
  elapsed: () => 0,
  sleep: async () => {},
  every: () => ({ [Symbol.dispose]: () => {} }),
})

interface Finding {
  readonly what: string
  readonly state: string
  readonly found: string
  readonly advice?: string
}

const person = 'ada@example.org'

/** Runs `doctor --json`, and returns its findings by name. */
async function examined(typed = '', around: Around = {}, cli = commandLine({ events: 30 })) {
  const args = ['doctor', '--json', ...typed.split(' ').filter(Boolean)]
  const { code, stdout, stderr } = await cli.ran(args, { clock: clockAt(), ...around })
  expect(stderr).toBe('')
  expect(stdout).not.toContain(cli.key)
  const { verdict, requests, findings }: { verdict: string; requests: number; findings: Finding[] } = JSON.parse(stdout)
  const of = Object.fromEntries(findings.map((each) => [each.what, each]))
  return { code, verdict, requests, findings, of, wrong: findings.filter(({ state }) => state === 'wrong') }
}

test.for(['v1', 'v2'])(
  'doctor says that all is well with a set-up for version %s, after two GET requests',
  async (api) => {
    const cli = commandLine({ events: 30 })
    const { code, verdict, requests, of } = await examined(`--api ${api}`, {}, cli)
    expect({ code, verdict, requests }).toEqual({ code: 0, verdict: 'all well', requests: 2 })
    expect(cli.service.requests.map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(Object.values(of).map(({ what, found }) => `${what}: ${found}`)).toEqual([
      `address: https://events.example.org/api/${api}, from EVENTS_BASE_URL`,
      'answer: a page of events, after 0 ms',
      'key: from EVENTS_API_KEY; accepted',
      'kind of key: of a group: its events have a sponsor',
      'namespace: platform, as in the curies of the service',
      'page size: 25 events, 30 in all',
      'filters: ignored: find, upsert and --changed-since read whole lists',
      'clock: as that of the service',
      'TLS: the certificate is good, with the authorities of Node',
      'proxy: none',
    ])
  },
)

test.for([60, 80, 120])('doctor fits a terminal of %d columns, with the verdict first', async (columns) => {
  const cli = commandLine({ events: 30 })
  const around = { columns, env: { NO_COLOR: '1' }, clock: clockAt('2026-01-01T03:00:00Z') }
  const { stdout, code } = await cli.ran(['doctor', '--namespace', 'action_network'], around)
  expect(code).toBe(1)
  expect(stdout.split('\n').filter((line) => stringWidth(line) > columns)).toEqual([])
  expect(stdout).toMatchSnapshot()
})

test('doctor prints no titles, people or keys', async () => {
  const cli = commandLine({ events: 0 })
  const key = { key: cli.service.seeded.group }
  cli.service.addEvent({ title: 'Secret picnic', location: { venue: 'Secret place' } }, key)
  const { stdout } = await cli.ran(['doctor'], { clock: clockAt() })
  expect(stdout).toMatch(/^all well\n/)
  expect(stdout).not.toMatch(/[Ss]ecret|@/)
  expect(stdout).not.toContain(cli.key)
})

test('doctor ends with exit code 3 if the service refuses the key', async () => {
  const { code, of, wrong } = await examined('', { env: { EVENTS_API_KEY: 'wrong-key' } })
  expect(code).toBe(3)
  expect(wrong).toHaveLength(1)
  expect(of.key).toMatchObject({ found: 'from EVENTS_API_KEY; the service refuses it' })
  expect(JSON.stringify(of)).not.toContain('wrong-key')
})

test('doctor says that the key comes from --key-file', async () => {
  await using folder = await temporaryFolder()
  const cli = commandLine({ events: 3 })
  const file = folder.file('key')
  writeFileSync(file, `${cli.key}\n`)
  const { of } = await examined(`--key-file ${file}`, { env: { EVENTS_API_KEY: 'wrong-key' } }, cli)
  expect(of.key?.found).toBe('from --key-file; accepted')
})

test.for([
  ['--base-url https://events.example.org/', 'https://events.example.org/api/v2, from --base-url'],
  ['--api-path /api/v2/', 'https://events.example.org/api/v2, from EVENTS_BASE_URL'],
])('doctor %s names the address that the client uses', async ([typed, found]) => {
  const { of } = await examined(typed)
  expect(of.address?.found).toBe(found)
})

test('doctor names everything that is missing at once, and sends nothing', async () => {
  const { code, verdict, requests, of } = await examined('', { env: { EVENTS_API_KEY: '', EVENTS_BASE_URL: '' } })
  expect({ code, verdict, requests }).toEqual({ code: 1, verdict: '2 problems', requests: 0 })
  expect(of).toMatchObject({
    address: { found: 'no address of a service', advice: expect.stringMatching(/^give --preset action-network, or/) },
    key: { found: 'no API key' },
  })
})

test.for([
  ['--base-url nonsense', /^--base-url: is not an absolute address/],
  ['--base-url http://events.example.org', /^--base-url: would send the key unencrypted/],
  ['--key-header Authorization:', /^--key-header: /],
] as const)('doctor %s says what is wrong with the flag, and sends nothing', async ([typed, found]) => {
  const { code, requests, wrong } = await examined(typed)
  expect({ code, requests }).toEqual({ code: 1, requests: 0 })
  expect(wrong).toEqual([expect.objectContaining({ what: 'settings', found: expect.stringMatching(found) })])
})

test.for([
  ['action_network', 'platform', 'use --preset action-network, or --namespace action_network'],
  ['platform', 'other', 'use --namespace platform'],
] as const)('doctor says that the service uses the prefix %s instead of %s', async ([real, given, advice]) => {
  const { code, wrong } = await examined(`--namespace ${given}`, {}, commandLine({ events: 3, namespace: real }))
  expect([code, wrong]).toEqual([
    1,
    [{ what: 'namespace', state: 'wrong', found: `${given}, but the service uses ${real}`, advice }],
  ])
})

test('doctor says why the client cannot read an event', async () => {
  const cli = commandLine({ events: 3 })
  cli.fault({ effect: { kind: 'shape', set: { modified_date: [person] } } })
  const { code, wrong } = await examined('', {}, cli)
  expect(code).toBe(1)
  expect(wrong).toEqual([expect.objectContaining({ what: 'answer', found: expect.stringContaining('modified_date') })])
  expect(JSON.stringify(wrong)).not.toContain(person)
})

test.for([
  ['2026-01-01T00:00:59Z', undefined],
  ['2026-01-01T00:02:00Z', 'this machine is 2 min ahead of the service'],
  ['2025-12-31T21:00:00Z', 'this machine is 3 h behind the service'],
  ['2025-12-01T00:00:00Z', 'this machine is 31 days behind the service'],
] as const)('doctor compares the clock %s with that of the service', async ([moment, found]) => {
  const { of } = await examined('', { clock: clockAt(moment) })
  expect(of.clock).toMatchObject(found === undefined ? { state: 'well' } : { state: 'wrong', found })
})

test('doctor says that it cannot tell what needs an event, if the key has none', async () => {
  const { code, of, requests } = await examined('', {}, commandLine({ events: 0 }))
  expect({ code, requests }).toEqual({ code: 0, requests: 1 })
  for (const what of ['kind of key', 'filters'])
    expect(of[what]).toMatchObject({ state: 'note', found: 'not known: the key has no event' })
})

test('doctor tells an individual key by events without a sponsor', async () => {
  const cli = commandLine({ events: 0 })
  const { token } = cli.service.seeded.individual
  cli.service.addEvent({ title: 'Picnic' }, { key: cli.service.seeded.individual })
  const { of } = await examined('', { env: { EVENTS_API_KEY: token } }, cli)
  expect(of['kind of key']?.found).toBe('probably of an individual: no event has a sponsor')
})

test.for([
  ['honoured', 'honoured', () => Response.json({ _embedded: { 'osdi:events': [] } })],
  [
    'refused',
    'the service refuses a filter; find and upsert read whole lists',
    () => Response.json({ error: 'no' }, { status: 400 }),
  ],
] as const)('doctor says that a filter is %s', async ([, found, answer]) => {
  const cli = commandLine({ events: 3 })
  const fetch: typeof globalThis.fetch = async (input, init) =>
    String(input).includes('filter=') ? answer() : cli.service.fetch(input, init)
  expect((await examined('', { fetch }, cli)).of.filters?.found).toBe(found)
})

test.for<[what: string, answer: () => Response, found: RegExp, advice: RegExp]>([
  [
    'a login page with status 200',
    () => new Response(`<html>${person}`, { headers: { 'content-type': 'text/html' } }),
    /^status 200, after 0 ms: a web page, maybe a login, and no events$/,
    /--base-url and --api-path; a proxy/,
  ],
  ['JSON without events', () => Response.json({ person }), /no page of events$/, /--base-url, --api-path and --api/],
  ['404', () => Response.json({ person }, { status: 404 }), /^status 404/, /--base-url, --api-path and --api/],
  ['503', () => new Response(person, { status: 503 }), /^status 503.*has a fault$/, /later/],
  ['429', () => new Response(person, { status: 429 }), /too many requests$/, /--rate-limit/],
  [
    'a redirect to another server',
    () => new Response(null, { status: 301, headers: { location: `https://new.example.org/?${person}` } }),
    /a redirect to https:\/\/new\.example\.org$/,
    /set --base-url/,
  ],
])('doctor says that the address answers with %s, without the text', async ([, answer, found, advice]) => {
  const { code, requests, wrong, of } = await examined('', { fetch: async () => answer() })
  expect({ code, requests }).toEqual({ code: 1, requests: 1 })
  expect(wrong).toEqual([
    { what: 'answer', state: 'wrong', found: expect.stringMatching(found), advice: expect.stringMatching(advice) },
  ])
  expect(of.key?.found).toBe('from EVENTS_API_KEY; not known whether it is accepted')
  expect(JSON.stringify(of)).not.toContain(person)
})

/** A `fetch` that fails as Node's does. */
const failing = (code: string) => async (): Promise<Response> => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(person), { code }) })
}

test.for([
  ['ENOTFOUND', 'answer', /^this name has no address in DNS/, /--base-url/],
  ['ECONNREFUSED', 'answer', /^no server listens/, /--base-url/],
  ['UND_ERR_CONNECT_TIMEOUT', 'answer', /^nothing answers/, /HTTPS_PROXY/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS', /it is signed by itself/, /NODE_EXTRA_CA_CERTS/],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'TLS', /it is signed by an authority that Node does not know/, /NODE_EXTRA_CA_CERTS/],
  ['CERT_HAS_EXPIRED', 'TLS', /it is expired/, /clock/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS', /it is for another name/, /--base-url/],
] as const)('doctor says in words what %s means', async ([code, what, found, advice]) => {
  const examination = await examined('', { fetch: failing(code) })
  expect([examination.code, examination.requests]).toEqual([1, 1])
  expect(examination.wrong).toEqual([
    { what, state: 'wrong', found: expect.stringMatching(found), advice: expect.stringMatching(advice) },
  ])
  expect(JSON.stringify(examination.findings)).not.toContain(person)
})

const proxy = { HTTPS_PROXY: 'http://user:password@proxy.example.org:3128' }

test('doctor says that Node does not use the proxy if nothing answers, and shows no password', async () => {
  const without = await examined('', { env: proxy, fetch: failing('ETIMEDOUT') })
  expect(without.of.proxy).toEqual({
    what: 'proxy',
    state: 'wrong',
    found: 'HTTPS_PROXY is set to proxy.example.org:3128, but Node does not use it',
    advice: 'set NODE_USE_ENV_PROXY=1',
  })
  const used = await examined('', { env: { ...proxy, NODE_USE_ENV_PROXY: '1' } })
  expect(used.of.proxy).toMatchObject({
    state: 'well',
    found: expect.stringMatching(/^proxy\.example\.org:3128, from/),
  })
  const unneeded = await examined('', { env: proxy })
  expect(unneeded.of.proxy).toMatchObject({ state: 'well', found: expect.stringMatching(/it is not needed$/) })
  expect(JSON.stringify([without, used, unneeded])).not.toContain('password')
})

test('doctor says that a failed connection went through the proxy', async () => {
  const env = { ...proxy, NODE_USE_ENV_PROXY: '1' }
  const { wrong } = await examined('', { env, fetch: failing('ECONNREFUSED') })
  expect(wrong).toEqual([
    {
      what: 'answer',
      state: 'wrong',
      found: 'no connection through the proxy (ECONNREFUSED)',
      advice: 'check the proxy in HTTPS_PROXY, and --base-url',
    },
  ])
})

test('doctor says how certificates are checked', async () => {
  const extra = await examined('', { env: { NODE_EXTRA_CA_CERTS: '/etc/ssl/our.pem' } })
  expect(extra.of.TLS?.found).toBe('the certificate is good, with the authorities of NODE_EXTRA_CA_CERTS')
  const off = await examined('', { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })
  expect(off.of.TLS).toMatchObject({ state: 'wrong', advice: 'unset NODE_TLS_REJECT_UNAUTHORIZED' })
  const plain = await examined('--base-url http://127.0.0.1:1', { fetch: failing('ECONNREFUSED') })
  expect(plain.of.TLS?.found).toBe('none: the address begins with http:')
})
