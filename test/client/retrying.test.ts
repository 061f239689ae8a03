import { responseOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import {
  broken,
  clientOver,
  cutShort,
  failing,
  hang,
  json,
  redirect,
  refusal,
  type Step,
  stalled,
  systemError,
} from '../support/scripted-fetch.ts'
import { type AnyClient, v2, versions } from '../support/versions.ts'
import { run, virtualTime } from '../support/virtual-time.ts'

virtualTime(0.5)

const { least } = v2
const event = json(eventOf('v2'))
const aggregate = (...codes: string[]) =>
  failing(new TypeError('', { cause: new AggregateError(codes.map(systemError)) }))

/** A failure as Deno's `fetch` tells it: the kind stands only in the text. */
const inDeno = (reason: string) =>
  failing(new TypeError('', { cause: new Error(`error sending request for url (http://a/): client error (${reason}`) }))

const applied = cutShort()
const webPage = { 'content-type': 'text/html' }

/** Ends of an attempt after which a write may have taken effect, with the outcome of a write that is not repeated. */
const doubtful: readonly (readonly [code: string, outcome: string, step: Step])[] = [
  ...[500, 502, 504].map((status) => ['http', 'unknown', refusal(status)] as const),
  ['http', 'unknown', refusal(503, { 'retry-after': '0' })],
  ['http', 'unknown', cutShort(503)],
  ['network', 'unknown', broken('ECONNRESET')],
  ['network', 'unknown', failing(new TypeError('Failed to fetch'))],
  ['network', 'unknown', aggregate('ECONNREFUSED', 'ECONNRESET')],
  ['network', 'unknown', inDeno('SendRequest)')],
  ['content', 'applied', applied],
  ['content', 'unknown', cutShort(200, undefined, 'text/html')],
  ['timeout', 'unknown', hang],
  ['timeout', 'unknown', stalled()],
  ['timeout', 'unknown', stalled(500)],
]

/** Ends after which a write surely had no effect. */
const harmless: readonly (readonly [code: string, step: Step])[] = [
  ['http', refusal(429)],
  ['http', refusal(429, { 'retry-after': '0' })],
  ['network', broken('ECONNREFUSED')],
  ['network', broken('ENOTFOUND')],
  ['network', failing(systemError('ConnectionRefused'))],
  ['network', inDeno('Connect): tcp connect error: no')],
  ['network', aggregate('ECONNREFUSED')],
  ['network', aggregate('ECONNREFUSED', 'ECONNREFUSED')],
]

const passing = [...doubtful.map(([, , step]) => step), ...harmless.map(([, step]) => step), refusal(408)]

type Call = (client: AnyClient, options?: object) => Promise<unknown>

const get: Call = (client, options) => client.get('e1', options)
const put: Call = (client, options) => client.update('e1', {}, options)
const post: Call = (client, options) => client.create(least, options)
const del: Call = (client, options) => client.delete('e1', options)

/** A create that version 1 promises to make one event of. */
const recognised: Call = (client) =>
  client.create({ summary: 'Choir evening', originating_system: 'Town Calendar', identifiers: ['calendar:7'] })

/** The error of a call whose attempts end with these steps. */
const errorOf = (call: Call, steps: readonly Step[], options: object = { retry: 1 }) => {
  const { client } = clientOver(call === recognised ? 'v1' : 'v2', steps, { timeout: 9, ...options })
  return run(failureOf(() => call(client)))
}

/** The attempts of a failing call, and its outcome. */
const ended = async (call: Call, steps: readonly Step[], options?: object) => {
  const { attempts = [], outcome } = await errorOf(call, steps, options)
  return [attempts.length, outcome]
}
const attemptsOf = async (call: Call, step: Step, options?: object) => (await ended(call, [step], options))[0]

test('get, update and a version 1 create with an identifier are retried after every temporary failure (v1 §1.3)', async () => {
  for (const call of [get, put, recognised]) for (const step of passing) expect(await attemptsOf(call, step)).toBe(2)
})

test('delete is never retried', async () => {
  for (const step of passing) expect(await attemptsOf(del, step, { retry: { limit: 1, retryCreates: true } })).toBe(1)
})

test('a create that could make two events is retried only after an attempt without effect, and otherwise throws with its outcome', async () => {
  for (const [code, outcome, step] of doubtful) {
    expect(await errorOf(post, [step])).toMatchObject({ code, outcome, attempts: [{}] })
    expect(await errorOf(put, [step], { retry: 0 })).toMatchObject({ code, outcome })
  }
  for (const [code, step] of harmless) {
    expect(await errorOf(put, [step], { retry: 0 })).toMatchObject({ code, outcome: 'not applied' })
    expect(await ended(post, [step], { retry: 5 })).toEqual([6, 'not applied'])
    expect(await ended(post, [step, refusal(503)], { retry: 5 })).toEqual([2, 'unknown'])
  }
  expect(await ended(post, [refusal(408)])).toEqual([1, 'not applied'])
  const apiKey = () => new Promise<never>(() => {})
  expect(await ended(post, [], { retry: 1, apiKey })).toEqual([2, 'not applied'])
})

test('error.outcome of an update is unknown if the outcome of one attempt was unknown', async () => {
  for (const first of [refusal(500), broken('ECONNRESET'), hang, cutShort(503)])
    for (const last of [refusal(400), broken('ECONNREFUSED'), json('<html>')])
      expect(await ended(put, [first, last])).toEqual([2, 'unknown'])
})

test('error.outcome of an update is applied if one attempt was applied, and unknown if another attempt was unknown', async () => {
  const outcomeAfter = async (...steps: readonly Step[]) => (await ended(put, steps, { retry: 2 }))[1]
  expect(await outcomeAfter(applied, refusal(400))).toBe('applied')
  expect(await outcomeAfter(applied, broken('ECONNREFUSED'), refusal(404))).toBe('applied')
  expect(await outcomeAfter(refusal(429), applied, json(''))).toBe('applied')
  expect(await outcomeAfter(applied, refusal(500), refusal(400))).toBe('unknown')
  expect(await outcomeAfter(refusal(500), applied, refusal(400))).toBe('unknown')
  expect(await outcomeAfter(applied, json('<title>Sign in</title>', 200, webPage))).toBe('unknown')
})

test('error.outcome of a redirected create is unknown, and the create is not retried', async () => {
  const there = redirect(307, '/api/v2/events/there')
  for (const last of [broken('ECONNREFUSED'), refusal(500), hang, stalled(429)])
    expect(await ended(post, [there, last])).toEqual([1, 'unknown'])
  for (const last of [json('<html>'), applied]) expect(await ended(post, [there, last])).toEqual([1, 'applied'])
  expect(await ended(post, [there, json('<html>', 200, webPage)])).toEqual([1, 'unknown'])
  expect(await ended(put, [there, broken('ECONNREFUSED'), refusal(400)])).toEqual([2, 'unknown'])
})

test('error.attempts shows no status of a redirect when its target does not respond', async () => {
  const there = redirect(307, '/api/v2/events/there')
  const error = await errorOf(put, [there, broken('ECONNRESET')], { retry: false })
  expect(error.attempts).toEqual([{ cause: 'ECONNRESET', wait: 0, duration: expect.any(Number) }])
  expect(error).not.toHaveProperty('status')
})

test('error.outcome of a create or update depends on status and media type when the body is unreadable', async () => {
  const untyped = () => {
    const response = new Response('{}')
    response.headers.delete('content-type')
    return response
  }
  for (const call of [post, put]) {
    expect(await errorOf(call, [json({ ok: true })])).toMatchObject({ code: 'schema', outcome: 'applied' })
    expect(await errorOf(call, [untyped])).toMatchObject({ code: 'schema', outcome: 'unknown' })
    expect(await errorOf(call, [cutShort(409)])).toMatchObject({ code: 'http', outcome: 'not applied' })
    expect(await errorOf(call, [stalled(409)])).toMatchObject({ code: 'timeout', outcome: 'not applied' })
  }
})

test('retryCreates retries every create', async () => {
  for (const step of passing) {
    const { client, requests } = clientOver('v2', [step, event], { timeout: 9 })
    expect(await run(post(client, { retry: { limit: 1, retryCreates: true } }))).toEqual(eventOf('v2'))
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST'])
    expect(requests[1]?.body).toBe(requests[0]?.body)
  }
})

test('no call is retried after a permanent error status, even with Retry-After', async () => {
  for (const status of [400, 401, 403, 404, 405, 409, 410, 413, 422, 501, 505])
    for (const call of [get, put, post, recognised])
      expect(await attemptsOf(call, refusal(status, { 'retry-after': '1' })), String(status)).toBe(1)
  expect(await attemptsOf(get, () => new Response(null, { status: 304 }))).toBe(1)
})

test('no call is retried after an invalid key, a refused redirect or totalTimeout', async () => {
  expect(await attemptsOf(get, event, { retry: 1, apiKey: () => '' })).toBe(1)
  expect(await attemptsOf(get, redirect(302, 'https://elsewhere.example.org/'))).toBe(1)
  expect(await attemptsOf(get, hang, { retry: 1, timeout: 50, totalTimeout: 9 })).toBe(1)
})

test('a retried update sends the same body, and resolves with the first success', async () => {
  const { client, requests } = clientOver('v2', [refusal(503), broken('ECONNRESET'), event], { retry: 2 })
  expect(await run(client.update('e1', least))).toEqual(eventOf('v2'))
  expect(requests.map(({ method, body }) => [method, JSON.parse(body)])).toEqual(Array(3).fill(['PUT', least]))
})

test.for([
  ['v1', ['calendar:7'], 2],
  ['v1', ['platform:7', 'calendar:7'], 2],
  ['v1', ['platform:7'], 1],
  ['v1', [], 1],
  ['v2', ['calendar:7'], 1],
] as const)('a failing create of %s with the identifiers %j makes %s attempts (v1 §1.3)', async (row) => {
  const [version, identifiers, attempts] = row
  const fields = { ...versions.find((each) => each.version === version)?.least, identifiers }
  for (const [, , step] of doubtful) {
    const { client, requests } = clientOver(version, [step], { retry: 1, timeout: 9 })
    await run(failureOf(() => client.create(fields)))
    expect(requests).toHaveLength(attempts)
  }
})

test('error.attempts has status or cause, wait and duration of each attempt', async () => {
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 40))
    return new Response('{}', { status: 503 })
  }
  const { client } = clientOver('v2', [slow, broken('ECONNRESET'), refusal(502)], { retry: 2 })
  const error = await run(failureOf(() => client.get('e1')))
  expect(error.attempts).toEqual([
    { status: 503, wait: 0, duration: 40 },
    { cause: 'ECONNRESET', wait: 150, duration: 0 },
    { status: 502, wait: 300, duration: 0 },
  ])
  expect(error).toMatchObject({ code: 'http', status: 502 })
  expect(Object.isFrozen(error.attempts)).toBe(true)
})

test('responseOf(result).attempts has every attempt of a successful call', async () => {
  const { client } = clientOver('v2', [refusal(429, { 'retry-after': '2' }), event], { retry: 1 })
  const { attempts } = responseOf((await run(get(client))) as object)
  expect(attempts).toEqual([
    { status: 429, wait: 0, duration: 0 },
    { status: 200, wait: 2500, duration: 0 },
  ])
  expect(Object.isFrozen(attempts)).toBe(true)
})

test.for([
  [{ retry: undefined }, {}, 3],
  [{ retry: 0 }, {}, 1],
  [{ retry: 4 }, {}, 5],
  [{ retry: false }, {}, 1],
  [{ retry: {} }, {}, 3],
  [{ retry: { limit: 1 } }, {}, 2],
  [{ retry: { maxRetryAfter: 8999 } }, {}, 1],
  [{ retry: { maxRetryAfter: 8999 } }, { retry: 1 }, 1],
  [{ retry: 4 }, { retry: { maxRetryAfter: 9000 } }, 5],
  [{ retry: 4 }, { retry: false }, 1],
  [{ retry: false }, { retry: 1 }, 2],
] as const)('the client options %j and call options %j lead to %s attempts', async ([ofClient, ofCall, attempts]) => {
  const { client, requests } = clientOver('v2', [refusal(503, { 'retry-after': '9' })], ofClient)
  await run(failureOf(() => get(client, ofCall)))
  expect(requests).toHaveLength(attempts)
})
