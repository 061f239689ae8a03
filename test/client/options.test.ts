import { EventsV2 } from 'osdi-events'
import { afterEach, expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, json, scripted } from '../support/scripted-fetch.ts'
import { apiKey, v2 } from '../support/versions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const known =
  'headers, timeout, totalTimeout, retry, baseUrl, apiPath, keyHeader, apiKey, namespace, fetch, rateLimit, allowInsecureHttp, dangerouslyAllowBrowser, maxResponseBytes, hooks, onDrift, logger, appInfo'

const { header, construct } = v2

const milliseconds = 'must be more than 0 and at most 2147483647 milliseconds'
const unfit = 'has white space, a control character or a character outside ASCII; was it pasted with a line break?'
const badHeader = 'must be header names and values that HTTP allows'
const notFinite = [Number.NaN, Number.POSITIVE_INFINITY]
const clientSets = (name: string) =>
  ['headers', `must not set ${name.toLowerCase()}; the client sets it itself`, [[[name, 'x']]]] as const
const noToken = 'must be text without spaces, fit for a header'
const noUrl = 'must be an address that begins with https://, http:// or mailto:'
const url = 'https://mirror.example.org'

/** Invalid values of each option, and the message of their error. */
const wrong: readonly (readonly [option: string, message: string, values: readonly unknown[]])[] = [
  ['timeout', milliseconds, [0, -1, 2 ** 31]],
  ['timeout', 'must be a number, not NaN', [Number.NaN]],
  ['timeout', 'must be a number, not Infinity', [Number.POSITIVE_INFINITY]],
  ['timeout', 'must be a number, not text', ['30']],
  ['timeout', 'must be a number, not null', [null]],
  ['totalTimeout', milliseconds, [0, 2 ** 31]],
  ['totalTimeout', 'must be a number, not bigint', [5n]],
  [
    'retry',
    'must be false, a whole number from 0 up, or { limit, maxRetryAfter, retryCreates }',
    [...[-1, 1.5, ...notFinite, true, null, '2', []]],
  ],
  [
    'namespace',
    'must be a prefix such as platform or action_network, without the colon',
    ['', '1a', 'a:b', 'a b', ':', 'ü'],
  ],
  ['namespace', 'must be text, not a number', [5]],
  ['namespace', 'must be text, not null', [null]],
  ['rateLimit', 'must be an object, not a number', [4]],
  ['rateLimit', 'must be an object, not null', [null]],
  ['rateLimit', 'must be an object, not an array', [[]]],
  ['fetch', 'must be a function', [null, 'fetch']],
  ['onDrift', 'must be a function', [null, {}]],
  ['hooks', 'must be an object, not ', [null, 5, [], () => {}]],
  [
    'logger',
    'must have at least one of the methods debug, info, warn, error',
    [null, 'debug', {}, () => {}, { log() {} }, { warn: true }, { error() {}, debug: 'yes' }],
  ],
  ['headers', badHeader, [{ 'a b': 'x' }, { 'x-a': 'line\nbreak' }, 5, null]],
  ...['api-key', 'OSDI-API-Token', 'Accept', 'CONTENT-TYPE'].map(clientSets),
  ['apiKey', 'is missing or empty', [undefined, null, '']],
  ['apiKey', 'must be text, or a function that returns text', [5, {}]],
  ['apiKey', unfit, ['a b', 'key\n', '\tkey', 'key\u007f', 'schlüssel', '\u0000']],
  ['maxResponseBytes', 'must be a whole number from 1 up', [0, -1, 1.5, ...notFinite, '5', null]],
  ...['token', 'apiToken', 'key'].map((name) => [name, 'is not an option here; did you mean apiKey?', ['x']] as const),
  ['maxRetries', 'is not an option here; did you mean retry?', [3]],
  ['timeoutMs', 'is not an option here; did you mean timeout?', [3]],
  ['apikey', 'is not an option here; did you mean apiKey?', ['x']],
  ['signal', `is not an option here; there are ${known}`, [AbortSignal.abort()]],
  ['appInfo', 'must be an object, not ', [null, 'Mirror', []]],
]

for (const [option, message, values] of wrong) {
  test(`a client refuses an invalid ${option}: it ${message}`, async () => {
    for (const value of values) {
      const error = await failureOf(() => construct({ baseUrl: base, apiKey, [option]: value }))
      expect(error, String(value)).toMatchObject({ code: 'input', field: option })
      expect(error.message.startsWith(`${option}: ${message}`), error.message).toBe(true)
    }
  })
}

/** Invalid members of options that are objects, and the message of their error. */
const wrongInside: readonly (readonly [field: string, message: string, values: readonly unknown[]])[] = [
  ['retry.limit', 'must be a whole number from 0 up', [-1, '2', null]],
  ['retry.maxRetryAfter', 'must be a number of milliseconds from 0 up', [-1, Number.NaN, '9']],
  ['retry.retryCreates', 'must be true or false, not text', ['yes']],
  ['retry.times', 'is not a known field; there are limit, maxRetryAfter, retryCreates', [2]],
  ['hooks.onrequest', 'is not a known field; did you mean onRequest?', [() => {}]],
  ['hooks.onError', 'must be a function', ['log', null]],
  ['appInfo.name', noToken, ['', 'My Mirror', 'Mirror\r\nx: y', 'Spiegelbänd', 'Mirror/1']],
  ['appInfo.name', 'is missing', [undefined]],
  ['appInfo.version', noToken, ['', '1 2']],
  ['appInfo.version', 'must be text, not a number', [1]],
  ['appInfo.url', noUrl, ['mirror.example.org', `${url}/(a)`, `${url}/\r\nx: y`, 'javascript:alert(1)']],
  ['appInfo.homepage', 'is not a known field; there are name, version, url', [url]],
]

test.each(wrongInside)('a client refuses an invalid %s: it %s', async (field, message, values) => {
  const [option = '', member = ''] = field.split('.')
  for (const value of values) {
    const given = { ...(option === 'appInfo' && { name: 'Mirror' }), [member]: value }
    const error = await failureOf(() => construct({ baseUrl: base, apiKey, [option]: given }))
    expect(error, String(value)).toMatchObject({ code: 'input', field, message: `${field}: ${message}` })
  }
})

test('rateLimit.perSecond must be a number above 0', async () => {
  const field = 'rateLimit.perSecond'
  for (const [perSecond, message] of [
    [0, 'must be more than 0'],
    [-4, 'must be more than 0'],
    [Number.NaN, 'must be a number, not NaN'],
    [Number.POSITIVE_INFINITY, 'must be a number, not Infinity'],
    ['4', 'must be a number, not text'],
    [undefined, 'is missing'],
  ] as const) {
    const error = await failureOf(() => construct({ baseUrl: base, apiKey, rateLimit: { perSecond } }))
    expect(error).toMatchObject({ code: 'input', field, message: `${field}: ${message}` })
  }
})

test('a client accepts options at their limits', () => {
  const limits = [
    { timeout: 0.5, totalTimeout: 2 ** 31 - 1 },
    { timeout: 2 ** 31 - 1 },
    { retry: 0 },
    ...[4, 0.001, 1e9].map((perSecond) => ({ rateLimit: { perSecond } })),
    { maxResponseBytes: 1 },
    { maxResponseBytes: Number.MAX_SAFE_INTEGER },
    { retry: {} },
    { retry: { limit: undefined, maxRetryAfter: 0, retryCreates: true } },
    { namespace: 'a', headers: new Headers({ 'x-a': '1' }) },
    { namespace: 'A-1_b.c', headers: [['x-a', '1']] },
    { timeout: undefined, totalTimeout: undefined, retry: undefined, namespace: undefined, fetch: undefined },
  ]
  for (const options of limits) expect(construct({ baseUrl: base, apiKey, ...options })).toBeInstanceOf(Object)
})

test('the InputError for wrong client options shows neither the key nor the credentials in baseUrl', async () => {
  const secret = 'hunter2-and-more'
  const refused = [
    { baseUrl: `https://user:${secret}@events.example.org`, apiKey },
    { baseUrl: base, apiKey: `${secret}\n` },
    { baseUrl: base, apiKey, headers: { [header]: secret } },
  ].map((options) => failureOf(() => construct(options)))
  for (const error of await Promise.all(refused)) expect(`${error} ${JSON.stringify(error)}`).not.toContain(secret)
})

test('a client calls the current globalThis.fetch for each request', async () => {
  const client = construct({ baseUrl: base, apiKey, retry: false })
  const first = scripted(json(eventOf('v2', 'e1')))
  const second = scripted(json(eventOf('v2', 'e2')))
  vi.stubGlobal('fetch', first.fetch)
  expect(await client.get('e1')).toEqual(eventOf('v2', 'e1'))
  vi.stubGlobal('fetch', second.fetch)
  expect(await client.get('e2')).toEqual(eventOf('v2', 'e2'))
  expect([first.requests.length, second.requests.length]).toEqual([1, 1])
})

test('a client calls the fetch option without this, and with redirect manual', async () => {
  const seen: unknown[] = []
  const fetch = function (this: unknown, _url: string, init: RequestInit) {
    seen.push(this, init.redirect)
    return Promise.resolve(Response.json(eventOf('v2')))
  }
  await construct({ baseUrl: base, apiKey, fetch }).get('e1')
  expect(seen).toEqual([undefined, 'manual'])
})

test('a client has the properties baseUrl and namespace', () => {
  expect(new EventsV2({ baseUrl: base, apiKey })).toMatchObject({ baseUrl: base, namespace: 'platform' })
  expect(new EventsV2({ baseUrl: base, apiKey, namespace: 'action_network' }).namespace).toBe('action_network')
})
