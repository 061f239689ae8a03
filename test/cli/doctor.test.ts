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
    expect(Object.values(of).map(({ what, state }) => `${what}: ${state}`)).toEqual([
      ...['address: well', 'answer: well', 'key: well', 'kind of key: well', 'namespace: well', 'page size: well'],
      ...['filters: note', 'clock: well', 'TLS: well', 'proxy: note'],
    ])
    expect(of.address?.found).toContain(`https://events.example.org/api/${api},`)
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
  expect(stdout).not.toMatch(/[Ss]ecret|@/)
  expect(stdout).not.toContain(cli.key)
})

/** A `fetch` that fails as Node's does. */
const failing = (code: string) => async (): Promise<Response> => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(person), { code }) })
}

/** A `fetch` that always answers the same. */
const answering = (answer: () => Response): Around => ({ fetch: async () => answer() })

const proxy = { HTTPS_PROXY: 'http://user:password@proxy.example.org:3128' }
const usedProxy = { ...proxy, NODE_USE_ENV_PROXY: '1' }

/** Set-ups: what is wrong in each, after how many requests, and the flags or variables that the advice names. */
const setUps: readonly (readonly [
  what: string,
  around: Around,
  typed: string,
  requests: number,
  wrong: readonly string[],
  advice?: string,
])[] = [
  ['nothing set', { env: { EVENTS_API_KEY: '', EVENTS_BASE_URL: '' } }, '', 0, ['address', 'key'], 'EVENTS_API_KEY'],
  ['no address', {}, '--base-url nonsense', 0, ['settings']],
  ['an unencrypted address', {}, '--base-url http://events.example.org', 0, ['settings'], '--allow-insecure-http'],
  ['no name of a header', {}, '--key-header Authorization:', 0, ['settings'], '--key-header'],
  ['a refused key', { env: { EVENTS_API_KEY: 'wrong-key' } }, '', 1, ['key'], '--key-header'],
  ['another prefix', {}, '--namespace other', 2, ['namespace'], '--namespace platform'],
  ['a clock that is ahead', { clock: clockAt('2026-01-01T00:02:00Z') }, '', 2, ['clock']],
  ['a clock that is behind', { clock: clockAt('2025-12-31T23:58:00Z') }, '', 2, ['clock']],
  [
    'a login page',
    answering(() => new Response(`<html>${person}`, { headers: { 'content-type': 'text/html' } })),
    ...(['', 1, ['answer'], '--base-url'] as const),
  ],
  ['JSON without events', answering(() => Response.json({ person })), '', 1, ['answer'], '--api'],
  ['status 404', answering(() => Response.json({ person }, { status: 404 })), '', 1, ['answer'], '--api-path'],
  ['status 503', answering(() => new Response(person, { status: 503 })), '', 1, ['answer'], 'later'],
  ['status 429', answering(() => new Response(person, { status: 429 })), '', 1, ['answer'], '--rate-limit'],
  [
    'a redirect',
    answering(() => new Response(null, { status: 301, headers: { location: `https://new.example.org/?${person}` } })),
    ...(['', 1, ['answer'], 'https://new.example.org'] as const),
  ],
  ['no name in DNS', { fetch: failing('ENOTFOUND') }, '', 1, ['answer'], '--base-url'],
  ['no server', { fetch: failing('ECONNREFUSED') }, '', 1, ['answer'], '--base-url'],
  ['no answer', { fetch: failing('UND_ERR_CONNECT_TIMEOUT') }, '', 1, ['answer'], 'HTTPS_PROXY'],
  ['an unknown authority', { fetch: failing('SELF_SIGNED_CERT_IN_CHAIN') }, '', 1, ['TLS'], 'NODE_EXTRA_CA_CERTS'],
  ['an expired certificate', { fetch: failing('CERT_HAS_EXPIRED') }, '', 1, ['TLS'], 'clock'],
  ['another name', { fetch: failing('ERR_TLS_CERT_ALTNAME_INVALID') }, '', 1, ['TLS'], '--base-url'],
  ['an unused proxy', { env: proxy, fetch: failing('ETIMEDOUT') }, '', 1, ['answer', 'proxy'], 'NODE_USE_ENV_PROXY=1'],
  ['a proxy that fails', { env: usedProxy, fetch: failing('ECONNREFUSED') }, '', 1, ['answer'], 'HTTPS_PROXY'],
  ['no check of certificates', { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }, '', 2, ['TLS']],
]

test.for(setUps)(
  'doctor finds what is wrong with a set-up that has %s',
  async ([, around, typed, requests, what, advice = '']) => {
    const examination = await examined(typed, around)
    expect(examination.wrong.map((each) => each.what)).toEqual(what)
    expect([examination.code, examination.requests]).toEqual([what[0] === 'key' ? 3 : 1, requests])
    const { wrong } = examination
    expect(JSON.stringify(wrong)).toContain(advice)
    for (const secret of [person, 'wrong-key', 'password']) expect(JSON.stringify(examination)).not.toContain(secret)
  },
)

test('doctor names the field that the client cannot read, and not its value', async () => {
  const cli = commandLine({ events: 3 })
  cli.fault({ effect: { kind: 'shape', set: { modified_date: [person] } } })
  const { code, wrong } = await examined('', {}, cli)
  expect([code, wrong.map(({ what }) => what)]).toEqual([1, ['answer']])
  expect(wrong[0]?.found).toContain('modified_date')
  expect(JSON.stringify(wrong)).not.toContain(person)
})

test('doctor tells where address and key come from', async () => {
  await using folder = await temporaryFolder()
  const cli = commandLine({ events: 3 })
  const file = folder.file('key')
  writeFileSync(file, `${cli.key}\n`)
  const foundOf = async (typed: string, around: Around = {}) => {
    const { address, key } = (await examined(typed, around, cli)).of
    return `${address?.found}; ${key?.found}`
  }
  expect(await foundOf(`--key-file ${file}`, { env: { EVENTS_API_KEY: 'wrong-key' } })).toMatch(/; from --key-file/)
  expect(await foundOf('--base-url https://events.example.org/')).toMatch(
    /^\S+org\/api\/v2, from --base-url; from EVENTS_API_KEY/,
  )
  expect(await foundOf('--api-path /api/v2/')).toMatch(/^\S+org\/api\/v2, from EVENTS_BASE_URL;/)
})

test('doctor says what it cannot tell, and what is no fault', async () => {
  const none = await examined('', {}, commandLine({ events: 0 }))
  expect([none.code, none.requests, none.of['kind of key']?.state, none.of.filters?.state]).toEqual([
    0,
    1,
    'note',
    'note',
  ])
  const own = commandLine({ events: 0 })
  const { token } = own.service.seeded.individual
  own.service.addEvent({ title: 'Picnic' }, { key: own.service.seeded.individual })
  expect((await examined('', { env: { EVENTS_API_KEY: token } }, own)).of['kind of key']?.found).toMatch(/individual/)
  expect((await examined('', { clock: clockAt('2026-01-01T00:00:59Z') })).wrong).toEqual([])
  expect((await examined('', { env: proxy })).of.proxy?.state).toBe('well')
  expect((await examined('', { env: usedProxy })).of.proxy?.state).toBe('well')
  const filtering = async (answer: () => Response) => {
    const cli = commandLine({ events: 3 })
    const fetch: typeof globalThis.fetch = async (input, init) =>
      String(input).includes('filter=') ? answer() : cli.service.fetch(input, init)
    return (await examined('', { fetch }, cli)).of.filters?.state
  }
  expect(await filtering(() => Response.json({ _embedded: { 'osdi:events': [] } }))).toBe('well')
  expect(await filtering(() => Response.json({ error: 'no' }, { status: 400 }))).toBe('note')
})
