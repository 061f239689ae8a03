import {
  ContentError,
  EventsError,
  EventsV1,
  EventsV2,
  HttpError,
  isEventsError,
  LinkError,
  NetworkError,
  SchemaError,
  TimeoutError,
} from 'osdi-events'
import { expect, test } from 'vitest'
import { address } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import {
  base,
  clientOver,
  failing,
  hang,
  json,
  redirect,
  refusal,
  type Step,
  systemError,
} from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

const { least } = v2
const url = address('v2', 'events/e1')

/** Every error class, and a step that causes it. */
const kinds: Readonly<Record<string, readonly [new (...given: never[]) => EventsError, Step]>> = {
  http: [HttpError, json({ error: 'no' }, 403)],
  network: [NetworkError, () => Promise.reject(new TypeError('no', { cause: new Error('no') }))],
  timeout: [TimeoutError, hang],
  content: [ContentError, json('no', 200, { 'content-type': 'text/plain' })],
  schema: [SchemaError, json({ error: 'no' })],
  link: [LinkError, redirect(302, 'https://elsewhere.example.org/')],
}

for (const [code, [kind, step]] of Object.entries(kinds)) {
  test(`the ${code} error has name, code, message and request, and its JSON has the same members (v2 §4h)`, async () => {
    const { client } = clientOver('v2', [step], step === hang ? { timeout: 20 } : {})
    const error = await failureOf(() => client.update('e1', least))
    for (const each of [kind, EventsError, Error]) expect(error).toBeInstanceOf(each)
    const { message, outcome, attempts } = error
    const said = { name: kind.name, code, message, method: 'PUT', url }
    expect(error).toMatchObject(said)
    expect(String(error)).toBe(`${kind.name}: ${message}`)
    expect(message.startsWith(`PUT ${url} `)).toBe(true)
    expect(attempts).toHaveLength(1)
    expect(Object.prototype.propertyIsEnumerable.call(error, 'name')).toBe(false)
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ ...said, outcome, attempts })
    expect(JSON.parse(JSON.stringify({ error })).error).toEqual(JSON.parse(JSON.stringify(error.toJSON())))
    const foreign = Object.assign(new Error('x'), { [Symbol.for('osdi-events.error')]: true, code })
    expect([isEventsError(error), isEventsError(foreign)]).toEqual([true, true])
  })
}

test('HttpError for a refused key has isAuth true, and its message names the option apiKey', async () => {
  for (const [method, statuses] of [
    ['get', [401, 403, 400, 407]],
    ['update', [401, 403, 404]],
    ['delete', [401, 405]],
  ] as const) {
    for (const status of statuses) {
      const { client } = clientOver('v2', [refusal(status)])
      const error = await failureOf(() => (method === 'update' ? client.update('e1', least) : client[method]('e1')))
      const isAuth = status === 401 || status === 403
      expect(error).toMatchObject({ code: 'http', isAuth })
      expect(error.message).toMatch(isAuth ? / answered 40[13]: Resting; check apiKey$/ : /^(?!.*apiKey)/)
      expect(error.stack).toContain(error.message)
    }
  }
  const deleting = await failureOf(() => clientOver('v2', [refusal(403)]).client.delete('e1'))
  expect(deleting).toMatchObject({ isAuth: false, message: expect.not.stringContaining('apiKey') })
  const silent = clientOver('v2', [() => new Response(null, { status: 401 })])
  expect((await failureOf(() => silent.client.get('e1'))).message).toBe(`GET ${url} answered 401; check apiKey`)
})

test("HttpError shows the service's message from each known shape of an error body", async () => {
  const said = async (body: unknown, status = 404) => {
    const { client } = clientOver('v2', [json(body, status)])
    return (await failureOf(() => client.get('e1'))).message.replace(`GET ${url} answered `, '')
  }
  expect(await said({ error: 'No such event' })).toBe('404: No such event')
  expect(await said({ message: 'No such event' }, 410)).toBe('410: No such event')
  expect(await said({ error: { code: 5 }, message: 'No' })).toBe('404: No')
  expect(await said({ 'osdi:error': { error_description: 'OSDI says no' } })).toBe('404: OSDI says no')
  expect(await said({ 'osdi:error': null, status: 404 })).toBe('404: {"osdi:error":null,"status":404}')
  expect(await said({ 'osdi:error': 'text' })).toBe('404: text')
  expect(await said([1, 2])).toBe('404: [1,2]')
  expect(await said('Not <b>here</b>')).toBe('404: Not <b>here</b>')
  expect(await said('"quoted"')).toBe('404: quoted')
  expect(await said('')).toBe('404')
  expect(await said('5')).toBe('404')
  expect(await said({ error: '' })).toBe('404')
})

const osdi = (error: object) => ({
  request_type: 'atomic',
  response_code: 400,
  resource_status: [{ resource: 'osdi:event', response_code: 400, ...error }],
})
const blank = 'Title must not be blank'
const filler = Array.from({ length: 40 }, (_, index) => ({ code: `E${index}`, source: { pointer: `/data/${index}` } }))

test.each<[string, unknown, string]>([
  ["OSDI's error", { 'osdi:error': osdi({ error_descriptions: [{ code: 'INVALID', description: blank }] }) }, blank],
  ["OSDI's error at the top", osdi({ error_descriptions: [{ code: 'INVALID', description: blank }] }), blank],
  ["OSDI's errors of a resource", osdi({ errors: [{ code: 'INVALID', description: blank }] }), blank],
  [
    'JSON:API',
    { errors: [...filler, { status: '422', title: 'Invalid Attribute', detail: blank }] },
    `${blank}; Invalid A`,
  ],
  [
    'several errors',
    { errors: [{ detail: blank }, { detail: 'End is before start' }] },
    `${blank}; End is before start`,
  ],
  [
    'a text for each error',
    { message: 'Invalid', errors: ['Title is missing', blank] },
    `Invalid; Title is missing; ${blank}`,
  ],
  [
    'texts by field',
    { error: 'Invalid', errors: { title: ["can't be blank"], base: ['no luck'] } },
    "title: can't be blank; base: no luck; Invalid",
  ],
  [
    'OAuth',
    { error: 'invalid_token', error_description: 'The token has expired' },
    'The token has expired; invalid_token',
  ],
  [
    'problem details',
    { type: 'https://example.org/gone', title: 'Gone', status: 410, detail: 'The event was removed', instance: '/e1' },
    'The event was removed; Gone',
  ],
  ['problem details without a detail', { type: 'about:blank', title: 'Not allowed', status: 405 }, 'Not allowed'],
  ['an error in an error', { error: { code: 400, status: 'INVALID', error: { message: blank } } }, blank],
  ['a message with a language', { error: { code: 'x', message: { lang: 'en', value: blank } } }, blank],
  [
    'a phrase beside the message',
    { status: 400, error: 'Bad Request', message: blank, path: '/e' },
    `${blank}; Bad Request`,
  ],
  [
    'details of each part',
    { detail: [{ loc: ['body', 'title'], msg: 'field required', type: 'missing' }] },
    'field required',
  ],
  ['errors that are embedded', { total: 1, _embedded: { errors: [{ message: blank, logref: 7 }] } }, blank],
  ['an array of errors', [[{ code: 1 }, { message: blank }]], blank],
  ['names in other cases', { Message: blank, ExceptionType: 'X' }, blank],
  ['the same text twice', { message: blank, errors: [{ message: blank }] }, blank],
  ['the resource beside the error', { error: blank, event: { title: 'Fair', description: 'Bring a dish' } }, blank],
  ['an array that became an object', { errors: { 0: { message: blank }, 1: { code: 5 } } }, blank],
  ['another script', { error: { code: 'E1', message: '標題不能為空' } }, '標題不能為空'],
])('HttpError puts the reason of the service first in its message: %s', async (_, body, reason) => {
  const { client } = clientOver('v2', [json(body, 400)])
  const { message } = await failureOf(() => client.get('e1'))
  expect(message.replace(`GET ${url} answered 400: `, '').slice(0, reason.length)).toBe(reason)
  expect(message).not.toContain('{')
})

test("HttpError shows the service's reason as one short line without the key", async () => {
  const said = async (body: unknown) => {
    const { client } = clientOver('v2', [json(body, 400)])
    const error = await failureOf(() => client.get('e1'))
    expect(shows(error, apiKey)).toBe(false)
    return error.message.replace(`GET ${url} answered 400: `, '')
  }
  const errors = [{ detail: `no\n\u001b[31m event for ${apiKey}\u202e` }]
  expect(await said({ 'osdi:error': { errors } })).toBe('no [31m event for [redacted]')
  const long = `${'x'.repeat(150)} ${apiKey.repeat(3)}`
  for (const many of [Array(90).fill({ message: long }), [{ message: 'y'.repeat(9_000) }], { a: { message: long } }])
    expect((await said({ errors: many })).length).toBeLessThanOrEqual(201)
})

test('HttpError of a huge or deeply nested body has a short message, at once', async () => {
  const deep = (levels: number, inner: string) => `${'{"error":['.repeat(levels)}${inner}${']}'.repeat(levels)}`
  const inner = `{"message":"${blank}"}`
  const [wide, huge] = [Array(4_000).fill('{}'), Array(200_000).fill(inner)].map((all) => `{"errors":[${all}]}`)
  for (const body of [
    deep(20, inner),
    deep(1_000, inner),
    deep(50_000, inner),
    wide,
    huge,
    `"${'a b'.repeat(99_999)}"`,
  ]) {
    const { client } = clientOver('v2', [json(String(body), 500)])
    const error = await failureOf(() => client.get('e1'))
    expect(error).toMatchObject({ code: 'http', status: 500 })
    expect(error.message.length).toBeLessThanOrEqual(300)
    if (body === deep(20, inner)) expect(error.message).toContain(`answered 500: ${blank}`)
  }
})

test('JSON.stringify and inspect of a client show no key', () => {
  for (const client of [
    new EventsV1({ baseUrl: base, apiKey }),
    new EventsV2({ baseUrl: base, apiKey: () => apiKey }),
  ]) {
    expect(JSON.stringify(client)).toBe('{}')
    expect(shows(client, apiKey)).toBe(false)
  }
})

/** The error of an update whose fetch throws this value. */
const errorOf = (thrown: unknown) => failureOf(() => clientOver('v2', [failing(thrown)]).client.update('e1', {}))

const causeOf = async (thrown: unknown) => (await errorOf(thrown)).cause as Error & Record<string, unknown>

const coded = (code: unknown, more: object = {}) => Object.assign(new Error('no luck'), { code, ...more })

/** A chain of causes of this length. */
const chain = (length: number, end: Error): Error =>
  length === 0 ? end : new Error('no luck', { cause: chain(length - 1, end) })

test("the cause of NetworkError is a copy of fetch's error with name, message, stack, code and cause", async () => {
  const original = Object.assign(new TypeError('no luck', { cause: systemError('ECONNRESET') }), { code: 'E_LUCK' })
  const copy = await causeOf(original)
  expect(copy).toBeInstanceOf(Error)
  expect(copy).not.toBe(original)
  expect(copy).toMatchObject({ name: 'TypeError', message: 'no luck', stack: original.stack, code: 'E_LUCK' })
  expect(copy.cause).toMatchObject({ name: 'Error', message: 'socket: ECONNRESET', code: 'ECONNRESET' })
  expect(await causeOf(new AggregateError([systemError('ECONNREFUSED')], 'all failed'))).toMatchObject({
    message: 'all failed',
    errors: [{ code: 'ECONNREFUSED' }],
  })
})

test('the cause of NetworkError leaves out other members of the original error, such as its request, and redacts the API key', async () => {
  const request = new Request(base, { headers: { 'osdi-api-token': apiKey } })
  const plain = await causeOf(
    Object.assign(new Error('no luck'), { request, options: { headers: [apiKey] }, code: 20 }),
  )
  expect(Object.keys(plain)).toEqual(['code'])
  const named = { name: `in the name: ${apiKey}`, code: `in the code: ${apiKey}` }
  const copy = await causeOf(Object.assign(new Error(`in it: ${apiKey}`, { cause: `in the cause: ${apiKey}` }), named))
  expect(copy).toMatchObject({
    message: 'in it: [redacted]',
    name: 'in the name: [redacted]',
    code: 'in the code: [redacted]',
    cause: 'in the cause: [redacted]',
  })
  for (const thrown of [plain, copy, await errorOf(coded(`${'E'.repeat(190)}_${apiKey}`))])
    expect(shows(thrown, apiKey.slice(0, 8))).toBe(false)
})

test('the cause of NetworkError is shortened when it is long, deep, circular or has many errors', async () => {
  const long = await causeOf(new Error('x'.repeat(100_000)))
  expect([long.message.length, long.stack?.length]).toEqual([2000, 2000])
  const many = await causeOf(
    new AggregateError(
      Array.from({ length: 1000 }, () => new Error('one')),
      'many',
    ),
  )
  expect(many.errors).toHaveLength(10)
  const one = new Error('one')
  one.cause = new AggregateError([one], 'two', { cause: one })
  let depth = 0
  for (let error: unknown = await causeOf(one); error instanceof Error; error = error.cause) depth += 1
  expect(depth).toBe(5)
})

test('a call throws NetworkError when fetch throws a value that is not an Error', async () => {
  expect(await errorOf(`no luck with ${apiKey}`)).toMatchObject({
    code: 'network',
    cause: 'no luck with [redacted]',
    message: expect.stringContaining('/api/v2/events/e1 got no response: no luck with [redacted]'),
  })
  const closed = new Proxy({}, { get: () => expect.unreachable() })
  const odd = Object.assign(new Error('odd'), { stack: [{ file: 'a.js' }] })
  for (const thrown of [undefined, null, 5, {}, [], Object.create(null), odd, closed])
    expect(await errorOf(thrown)).toMatchObject({ code: 'network', outcome: 'unknown', attempts: [{}] })
})
