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

/** Ends of an attempt after which nobody knows whether a write took effect, or which say that it did. */
const doubtful = [
  ...[500, 502, 504].map((status) => refusal(status)),
  refusal(503, { 'retry-after': '0' }),
  broken('ECONNRESET'),
  failing(new TypeError('Failed to fetch')),
  aggregate('ECONNREFUSED', 'ECONNRESET'),
  cutShort(),
  cutShort(503),
  hang,
  stalled(),
]

/** Ends after which it surely took none. */
const harmless = [
  refusal(429),
  refusal(429, { 'retry-after': '0' }),
  broken('ECONNREFUSED'),
  broken('ENOTFOUND'),
  failing(systemError('ConnectionRefused')),
  aggregate('ECONNREFUSED', 'ECONNREFUSED'),
]

const passing = [...doubtful, ...harmless, refusal(408)]

type Call = (client: AnyClient, options?: object) => Promise<unknown>

const get: Call = (client, options) => client.get('e1', options)
const put: Call = (client, options) => client.update('e1', {}, options)
const post: Call = (client, options) => client.create(least, options)
const del: Call = (client, options) => client.delete('e1', options)

/** A create that version 1 promises to make one event of. */
const recognised: Call = (client) =>
  client.create({ summary: 'Choir evening', originating_system: 'Town Calendar', identifiers: ['calendar:7'] })

/** How many attempts a call takes that fails, and what its outcome is. */
const ended = async (call: Call, steps: readonly Step[], options: object = { retry: 1 }) => {
  const { client } = clientOver(call === recognised ? 'v1' : 'v2', steps, { timeout: 9, ...options })
  const { attempts = [], outcome } = await run(failureOf(() => call(client)))
  return [attempts.length, outcome]
}
const attemptsOf = async (call: Call, step: Step, options?: object) => (await ended(call, [step], options))[0]

test('reads, PUT and a POST that the service recognises are tried again after whatever may pass (v1 §1.3)', async () => {
  for (const call of [get, put, recognised]) for (const step of passing) expect(await attemptsOf(call, step)).toBe(2)
})

test('a DELETE is never tried again', async () => {
  for (const step of passing) expect(await attemptsOf(del, step, { retry: { limit: 1, retryCreates: true } })).toBe(1)
})

test('any other POST is retried only if the attempt before surely had no effect', async () => {
  for (const step of doubtful) expect(await ended(post, [step])).toEqual([1, expect.stringMatching(/unknown|^applied/)])
  for (const step of harmless) expect(await ended(post, [step], { retry: 5 })).toEqual([6, 'not applied'])
  for (const step of harmless) expect(await ended(post, [step, refusal(503)], { retry: 5 })).toEqual([2, 'unknown'])
  expect(await ended(post, [refusal(408)])).toEqual([1, 'not applied'])
  const apiKey = () => new Promise<never>(() => {})
  expect(await ended(post, [], { retry: 1, apiKey })).toEqual([2, 'not applied'])
})

test('a caller who says that the service retryCreates has every POST tried again', async () => {
  for (const step of passing) {
    const { client, requests } = clientOver('v2', [step, event], { timeout: 9 })
    expect(await run(post(client, { retry: { limit: 1, retryCreates: true } }))).toEqual(eventOf('v2'))
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST'])
    expect(requests[1]?.body).toBe(requests[0]?.body)
  }
})

test('no request is tried again after a response that would be the same, whatever Retry-After it has', async () => {
  for (const status of [400, 401, 403, 404, 405, 409, 410, 413, 422, 501, 505])
    for (const call of [get, put, post, recognised])
      expect(await attemptsOf(call, refusal(status, { 'retry-after': '1' })), String(status)).toBe(1)
  expect(await attemptsOf(get, () => new Response(null, { status: 304 }))).toBe(1)
})

test('no request is tried again that this package refused, or whose time is up', async () => {
  expect(await attemptsOf(get, event, { retry: 1, apiKey: () => '' })).toBe(1)
  expect(await attemptsOf(get, redirect(302, 'https://elsewhere.example.org/'))).toBe(1)
  expect(await attemptsOf(get, hang, { retry: 1, timeout: 50, totalTimeout: 9 })).toBe(1)
})

test('an update is sent again as it was, and succeeds at the attempt that is answered', async () => {
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
] as const)('a create of %s with the identifiers %j is sent so often, whatever happened: %s (v1 §1.3)', async (row) => {
  const [version, identifiers, attempts] = row
  const fields = { ...versions.find((each) => each.version === version)?.least, identifiers }
  for (const step of doubtful) {
    const { client, requests } = clientOver(version, [step], { retry: 1, timeout: 9 })
    await run(failureOf(() => client.create(fields)))
    expect(requests).toHaveLength(attempts)
  }
})

test('the attempts of a failed call are told with status or cause, wait and duration', async () => {
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

test('responseOf tells every attempt that a result took', async () => {
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
] as const)('a client with %j and a call with %j make %s attempts', async ([ofClient, ofCall, attempts]) => {
  const { client, requests } = clientOver('v2', [refusal(503, { 'retry-after': '9' })], ofClient)
  await run(failureOf(() => get(client, ofCall)))
  expect(requests).toHaveLength(attempts)
})
