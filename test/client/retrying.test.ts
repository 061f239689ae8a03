import { responseOf } from 'osdi-events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import {
  broken,
  clientOver,
  cutShort,
  failing,
  hang,
  json,
  refusal,
  type Step,
  stalled,
  systemError,
} from '../support/scripted-fetch.ts'
import { v2, versions } from '../support/versions.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Settles a call whose waits are over at once. */
const run = async <Result>(call: Promise<Result>): Promise<Result> => {
  const outcome = call.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error
    },
  )
  await vi.runAllTimersAsync()
  return (await outcome)()
}

const event = json(eventOf('v2'))

/** Ends of an attempt after which nobody knows whether a write took effect, or which say that it did. */
const doubtful = [
  refusal(500),
  refusal(502),
  refusal(503, { 'retry-after': '0' }),
  refusal(504),
  broken('ECONNRESET'),
  failing(new TypeError('Failed to fetch')),
  failing(new TypeError('', { cause: new AggregateError([systemError('ECONNREFUSED'), systemError('ECONNRESET')]) })),
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
  failing(new TypeError('', { cause: new AggregateError([systemError('ECONNREFUSED'), systemError('ECONNREFUSED')]) })),
]

const { least } = v2

const answer = json(eventOf('v2'))

test('get and update succeed at the attempt that is answered', async () => {
  const { client, requests } = clientOver('v2', [refusal(503), broken('ECONNRESET'), answer], { retry: 2 })
  expect(await run(client.get('e1'))).toEqual(eventOf('v2'))
  expect(requests).toHaveLength(3)
  const put = clientOver('v2', [refusal(500), answer], { retry: 2 })
  expect(await run(put.client.update('e1', least))).toEqual(eventOf('v2'))
  expect(put.requests.map(({ method, body }) => [method, JSON.parse(body)])).toEqual([
    ['PUT', least],
    ['PUT', least],
  ])
})

test('a create without an identifier is sent again only where it surely had no effect', async () => {
  const sent = async (steps: readonly Step[]) => {
    const { client, requests } = clientOver('v2', steps, { retry: 5, timeout: 9 })
    const error = await run(failureOf(() => client.create(least)))
    return [requests.length, error.outcome]
  }
  for (const step of doubtful) expect(await sent([step])).toEqual([1, expect.stringMatching(/unknown|^applied/)])
  for (const step of harmless) expect(await sent([step])).toEqual([6, 'not applied'])
  for (const step of harmless) expect(await sent([step, refusal(503)])).toEqual([2, 'unknown'])
  expect(await sent([refusal(408)])).toEqual([1, 'not applied'])
})

test('a create is sent again like an update where the caller says that the service deduplicates', async () => {
  for (const step of [...doubtful, ...harmless]) {
    const { client, requests } = clientOver('v2', [step, answer], { timeout: 9 })
    const retry = { limit: 1, deduplicates: true }
    expect(await run(client.create(least, { retry }))).toEqual(eventOf('v2'))
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST'])
    expect(requests[1]?.body).toBe(requests[0]?.body)
  }
})

for (const [version, identifiers, attempts] of [
  ['v1', ['calendar:7'], 2],
  ['v1', ['platform:7', 'calendar:7'], 2],
  ['v1', ['platform:7'], 1],
  ['v1', [], 1],
  ['v2', ['calendar:7'], 1],
] as const) {
  const again = attempts === 1 ? 'is not sent again' : 'is sent again'
  test(`a create of ${version} with the identifiers [${identifiers}] ${again} after whatever happened (v1 §1.3)`, async () => {
    const least = versions.find((each) => each.version === version)?.least
    for (const step of doubtful) {
      const { client, requests } = clientOver(version, [step], { retry: 1, timeout: 9 })
      await run(failureOf(() => client.create({ ...least, identifiers })))
      expect(requests).toHaveLength(attempts)
    }
  })
}

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
  const { attempts } = responseOf(await run(client.get('e1')))
  expect(attempts).toEqual([
    { status: 429, wait: 0, duration: 0 },
    { status: 200, wait: 2500, duration: 0 },
  ])
  expect(Object.isFrozen(attempts)).toBe(true)
})

test('nothing is sent before the time that Retry-After names', async () => {
  const { client, requests } = clientOver('v2', [refusal(503, { 'retry-after': '7' }), event], { retry: 1 })
  const call = client.get('e1')
  await vi.advanceTimersByTimeAsync(7149)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toHaveLength(2)
  await call
})

test('an attempt that ran out of time, or whose answer was cut short, is followed by another', async () => {
  for (const step of [hang, stalled(), cutShort(), cutShort(503)]) {
    const { client, requests } = clientOver('v2', [step, event], { retry: 1, timeout: 1000 })
    await run(client.get('e1'))
    expect(requests).toHaveLength(2)
  }
})

test('retry is a number, false, or how; a call says its own', async () => {
  const sent = async (options: object, call?: object) => {
    const { client, requests } = clientOver('v2', [refusal(503, { 'retry-after': '9' })], options)
    await run(failureOf(() => client.get('e1', call)))
    return requests.length
  }
  expect(await sent({ retry: undefined })).toBe(3)
  expect(await sent({ retry: 4 })).toBe(5)
  expect(await sent({ retry: false })).toBe(1)
  expect(await sent({ retry: {} })).toBe(3)
  expect(await sent({ retry: { limit: 1 } })).toBe(2)
  expect(await sent({ retry: { maxRetryAfter: 8999 } })).toBe(1)
  expect(await sent({ retry: { maxRetryAfter: 8999 } }, { retry: 1 })).toBe(1)
  expect(await sent({ retry: 4 }, { retry: { maxRetryAfter: 9000 } })).toBe(5)
  expect(await sent({ retry: 4 }, { retry: false })).toBe(1)
  expect(await sent({ retry: false }, { retry: 1 })).toBe(2)
})
