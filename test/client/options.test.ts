import { EventsV2 } from 'osdi-events'
import { afterEach, expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json, scripted } from '../support/scripted-fetch.ts'
import { apiKey, v2 } from '../support/versions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const known =
  'headers, timeout, totalTimeout, retry, baseUrl, apiKey, namespace, fetch, rateLimit, allowInsecureHttp, dangerouslyAllowBrowser, maxResponseBytes, hooks, onDrift, logger, appInfo'

const milliseconds = 'must be more than 0 and at most 2147483647 milliseconds'
const retry = 'must be false, a whole number from 0 up, or { limit, maxRetryAfter, deduplicates }'
const kinds = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'an array' : 'a number')
const prefix = 'must be a prefix such as platform or action_network, without the colon'
const headers = 'must be header names and values that HTTP allows'
const missing = 'is missing or empty'
const unfit = 'holds white space, a control character or one outside ASCII; was it pasted with a line break?'

const wrong: readonly (readonly [option: string, value: unknown, message: string])[] = [
  ['timeout', 0, milliseconds],
  ['timeout', -1, milliseconds],
  ['timeout', 2 ** 31, milliseconds],
  ['timeout', Number.NaN, 'must be a number, not NaN'],
  ['timeout', Number.POSITIVE_INFINITY, 'must be a number, not Infinity'],
  ['timeout', '30', 'must be a number, not text'],
  ['timeout', null, 'must be a number, not null'],
  ['totalTimeout', 0, milliseconds],
  ['totalTimeout', 2 ** 31, milliseconds],
  ['totalTimeout', 5n, 'must be a number, not bigint'],
  ...[
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    null,
    '2',
    [],
    { limit: -1 },
    { limit: '2' },
    { limit: null },
  ].map((value) => ['retry', value, retry] as const),
  ...[
    { maxRetryAfter: -1 },
    { maxRetryAfter: Number.NaN },
    { maxRetryAfter: '9' },
    { limit: 1, times: 2 },
    { deduplicates: 'yes' },
    { deduplicates: null },
  ].map((value) => ['retry', value, retry] as const),
  ...['', '1a', 'a:b', 'a b', ':', 'ü'].map((value) => ['namespace', value, prefix] as const),
  ['namespace', 5, 'must be text, not a number'],
  ['namespace', null, 'must be text, not null'],
  ...[4, null, []].map((value) => ['rateLimit', value, `must be an object, not ${kinds(value)}`] as const),
  ['fetch', null, 'must be a function'],
  ['onDrift', null, 'must be a function'],
  ['onDrift', {}, 'must be a function'],
  ['fetch', 'fetch', 'must be a function'],
  ['headers', { 'a b': 'x' }, headers],
  ['headers', { 'x-a': 'line\nbreak' }, headers],
  ['headers', 5, headers],
  ['headers', null, headers],
  ...['api-key', 'OSDI-API-Token', 'Accept', 'CONTENT-TYPE'].map(
    (name) => ['headers', [[name, 'x']], `must not set ${name.toLowerCase()}; the client sets it itself`] as const,
  ),
  ['apiKey', undefined, missing],
  ['apiKey', null, missing],
  ['apiKey', '', missing],
  ['apiKey', 5, 'must be text, or a function that gives it'],
  ['apiKey', {}, 'must be text, or a function that gives it'],
  ...['a b', 'key\n', '\tkey', 'key\u007f', 'schlüssel', '\u0000'].map((value) => ['apiKey', value, unfit] as const),
  ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null].map(
    (value) => ['maxResponseBytes', value, 'must be a whole number from 1 up'] as const,
  ),
  ['apikey', 'x', 'is no option here; did you mean apiKey?'],
  ['signal', AbortSignal.abort(), `is no option here; there are ${known}`],
]

const { header, construct } = v2

for (const [option, value, message] of wrong) {
  const shown = typeof value === 'bigint' ? '5n' : (JSON.stringify(value) ?? String(value))
  test(`a client does not take ${shown} as ${option} and says why`, async () => {
    const error = await failureOf(() => construct({ baseUrl: base, apiKey, [option]: value }))
    expect(error).toMatchObject({ code: 'input', field: option, message: `${option}: ${message}` })
  })
}

test('a client takes the options that are at their limits', () => {
  const limits = [
    { timeout: 0.5, totalTimeout: 2 ** 31 - 1 },
    { timeout: 2 ** 31 - 1 },
    { retry: 0 },
    { maxResponseBytes: 1 },
    { maxResponseBytes: Number.MAX_SAFE_INTEGER },
    { retry: {} },
    { retry: { limit: undefined, maxRetryAfter: 0, deduplicates: true } },
    { namespace: 'a', headers: new Headers({ 'x-a': '1' }) },
    { namespace: 'A-1_b.c', headers: [['x-a', '1']] },
    { timeout: undefined, totalTimeout: undefined, retry: undefined, namespace: undefined, fetch: undefined },
  ]
  for (const options of limits) expect(construct({ baseUrl: base, apiKey, ...options })).toBeInstanceOf(Object)
})

test('a client that is refused shows neither its key nor the credentials of its address', () => {
  const secret = 'hunter2-and-more'
  const messages = [
    { baseUrl: `https://user:${secret}@events.example.org`, apiKey },
    { baseUrl: base, apiKey: `${secret}\n` },
    { baseUrl: base, apiKey, headers: { [header]: secret } },
  ].map((options) => {
    try {
      construct(options)
      return 'accepted'
    } catch (error) {
      return `${String(error)} ${JSON.stringify(error)}`
    }
  })
  for (const message of messages) {
    expect(message).not.toBe('accepted')
    expect(message).not.toContain(secret)
  }
})

test("a client uses the platform's fetch, as it is at each request", async () => {
  const client = construct({ baseUrl: base, apiKey, retry: false })
  const first = scripted(json(eventOf('v2', 'e1')))
  const second = scripted(json(eventOf('v2', 'e2')))
  vi.stubGlobal('fetch', first.fetch)
  expect(await client.get('e1')).toEqual(eventOf('v2', 'e1'))
  vi.stubGlobal('fetch', second.fetch)
  expect(await client.get('e2')).toEqual(eventOf('v2', 'e2'))
  expect([first.requests.length, second.requests.length]).toEqual([1, 1])
})

test('a client calls the fetch it is given without a this, and asks it to follow no redirect', async () => {
  const seen: unknown[] = []
  const fetch = function (this: unknown, input: Request) {
    seen.push(this, input.redirect)
    return Promise.resolve(Response.json(eventOf('v2')))
  }
  await construct({ baseUrl: base, apiKey, fetch }).get('e1')
  expect(seen).toEqual([undefined, 'manual'])
})

test('a fetch that gives no Response ends in a NetworkError', async () => {
  const { client } = clientOver('v2', [], { fetch: async () => undefined })
  expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'network' })
})

test('a client tells its base address and its namespace', () => {
  expect(new EventsV2({ baseUrl: base, apiKey })).toMatchObject({ baseUrl: base, namespace: 'platform' })
  expect(new EventsV2({ baseUrl: base, apiKey, namespace: 'action_network' }).namespace).toBe('action_network')
})
