import { expect, test, vi } from 'vitest'
import { eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { broken, hang, json, redirect, refusal, type Step } from '../support/scripted-fetch.ts'
import { timed, virtualTime } from '../support/virtual-time.ts'

virtualTime(1)

/** A client, and a log of its requests with their times. */
const limited = (options: object, steps: readonly Step[] = [json(eventOf('v2'))]) => {
  const { client, requests, left } = timed(steps, options)
  const log = () => requests.map(({ url }, at) => [url.split('/').at(-1), left[at]])
  return { client, requests, log }
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => `e${index}`)

test('rateLimit spaces requests evenly, in the order of their calls', async () => {
  const { client, log } = limited({ rateLimit: { perSecond: 4 } })
  const calls = ids(9).map((id) => client.get(id))
  await vi.advanceTimersByTimeAsync(2000)
  await Promise.all(calls)
  expect(log()).toEqual(ids(9).map((id, index) => [id, index * 250]))
})

test('a client without rateLimit sends all requests at once', async () => {
  const { client, log } = limited({})
  await Promise.all(ids(9).map((id) => client.get(id)))
  expect(log()).toEqual(ids(9).map((id) => [id, 0]))
})

test('rateLimit allows no burst of requests after a time without requests', async () => {
  const { client, log } = limited({ rateLimit: { perSecond: 2 } })
  await client.get('e0')
  await vi.advanceTimersByTimeAsync(10_000)
  const calls = [client.get('e1'), client.get('e2')]
  await vi.advanceTimersByTimeAsync(500)
  await Promise.all(calls)
  expect(log()).toEqual([
    ['e0', 0],
    ['e1', 10_000],
    ['e2', 10_500],
  ])
})

test('rateLimit also spaces retries and redirects evenly', async () => {
  const away = redirect(307, '/api/v2/events/there')
  const event = json(eventOf('v2'))
  const { client, log } = limited({ rateLimit: { perSecond: 1 }, retry: 1 }, [refusal(503), away, event, event])
  const calls = [client.get('e1')]
  await vi.advanceTimersByTimeAsync(500)
  calls.push(client.get('e2'))
  await vi.advanceTimersByTimeAsync(4000)
  await Promise.all(calls)
  expect(log().map(([, at]) => at)).toEqual([0, 1000, 2000, 3000])
})

test('error.attempts shows the wait for rateLimit, which does not count for timeout', async () => {
  const { client } = limited({ rateLimit: { perSecond: 1 }, timeout: 100 }, [json(eventOf('v2')), refusal(404)])
  const calls = [client.get('e1'), failureOf(() => client.get('e2'))]
  await vi.advanceTimersByTimeAsync(1000)
  expect(await calls[1]).toMatchObject({ status: 404, attempts: [{ status: 404, wait: 1000, duration: 0 }] })
})

test('a call fails at once and sends nothing when rateLimit would delay the request beyond totalTimeout', async () => {
  const { client, log } = limited({ rateLimit: { perSecond: 1 } })
  await client.get('e0')
  const reading = failureOf(() => client.get('e1', { totalTimeout: 1000 }))
  const writing = failureOf(() => client.create({ title: 'A', origin_system: 'B' }, { totalTimeout: 999 }))
  await vi.advanceTimersByTimeAsync(0)
  expect(await reading).toMatchObject({
    code: 'timeout',
    option: 'totalTimeout',
    limit: 1000,
    attempts: [],
    message: expect.stringMatching(
      /^GET .*\/e1 was not sent: with this rateLimit, .* within 1000 ms \(totalTimeout\)$/,
    ),
  })
  expect(await reading).not.toHaveProperty('outcome')
  expect(await writing).toMatchObject({ code: 'timeout', outcome: 'not applied', attempts: [] })
  expect(log()).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('rateLimit sends no request in place of an aborted call when other calls already wait for later times', async () => {
  const { client, log } = limited({ rateLimit: { perSecond: 1 } })
  const stop = new AbortController()
  const [first, , ...others] = [0, 1, 2, 3].map((index) =>
    client.get(`e${index}`, index === 1 ? { signal: stop.signal } : {}).catch((reason: unknown) => reason),
  )
  await vi.advanceTimersByTimeAsync(300)
  stop.abort('the user left')
  await vi.advanceTimersByTimeAsync(3000)
  await Promise.all([first, ...others])
  expect(log()).toEqual([
    ['e0', 0],
    ['e2', 2000],
    ['e3', 3000],
  ])
  expect(vi.getTimerCount()).toBe(0)
})

test('rateLimit sends the next call in place of an aborted call when no other call waits', async () => {
  const { client, log } = limited({ rateLimit: { perSecond: 1 } })
  await client.get('e0')
  const stop = new AbortController()
  const aborted = client.get('e1', { signal: stop.signal }).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(999)
  stop.abort('the user left')
  expect(await aborted).toBe('the user left')
  const next = client.get('e2')
  await vi.advanceTimersByTimeAsync(1)
  await next
  expect(log()).toEqual([
    ['e0', 0],
    ['e2', 1000],
  ])
})

test('list with prefetch requests only as many pages ahead as rateLimit allows before totalTimeout', async () => {
  const next = (page: number) => `https://events.example.org/api/v2/events?page=${page}`
  const pages = Array.from({ length: 9 }, (_, at) =>
    json({
      ...pageOf('v2', [`e${at}`], at < 8 ? next(at + 2) : undefined),
      page: at + 1,
      total_pages: 9,
      total_records: 9,
    }),
  )
  const { client, log } = limited({ rateLimit: { perSecond: 1 }, totalTimeout: 5000 }, pages)
  const all = client.list({ prefetch: 16 }).toArray({ max: 9 })
  await vi.advanceTimersByTimeAsync(9000)
  expect((await all).items).toHaveLength(9)
  expect(log().map(([, at]) => at)).toEqual(pages.map((_, at) => at * 1000))
})

test('a thousand aborted calls do not delay the next call under rateLimit', async () => {
  const { client, log } = limited({ rateLimit: { perSecond: 4 }, totalTimeout: 600_000 })
  const stop = new AbortController()
  const crowd = ids(1000).map((id) => client.get(id, { signal: stop.signal }).catch((reason: unknown) => reason))
  await vi.advanceTimersByTimeAsync(100)
  stop.abort('the user left')
  await Promise.all(crowd)
  const late = client.get('late')
  await vi.advanceTimersByTimeAsync(1000)
  await late
  expect(log()).toEqual([
    ['e0', 0],
    ['late', 250],
  ])
})

/** How many of these times lie in the fullest second. */
const fullestSecond = (times: readonly number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length))

/**
 * Runs 41 calls at the same time against a service, and returns when the requests left, and when they arrived. The first one opens the connection, so it
 * arrives late.
 */
async function arrivals(perSecond: number, latency: number, first: number) {
  const arrived: number[] = []
  const step: Step = async (request) => {
    const isFirst = arrived.length === 0
    const slot = arrived.push(Number.NaN) - 1
    await new Promise((resolve) => setTimeout(resolve, isFirst ? first : latency / 2))
    arrived[slot] = performance.now()
    await new Promise((resolve) => setTimeout(resolve, latency / 2))
    return json(eventOf('v2'))(request)
  }
  const { client, left } = timed([...ids(41).map(() => step)], { rateLimit: { perSecond }, totalTimeout: 600_000 })
  const calls = ids(41).map((id) => client.get(id))
  await vi.runAllTimersAsync()
  await Promise.all(calls)
  return { arrived, left }
}

test.for([
  [4, 0],
  [4, 100],
  [4, 800],
  [1, 100],
  [2.5, 300],
  [0.5, 100],
  [10, 100],
] as const)(
  'rateLimit { perSecond: %d } lets no more requests than that arrive in any second, although the first is late (%d ms of latency)',
  async ([perSecond, latency]) => {
    for (const first of [latency / 2, 90, 240, 480]) {
      const { arrived, left } = await arrivals(perSecond, latency, first)
      expect(fullestSecond(arrived), `${first} ms`).toBeLessThanOrEqual(Math.ceil(perSecond))
      expect(left).toEqual(left.toSorted((one, other) => one - other))
    }
  },
)

test('with rateLimit, a request leaves an interval after the one before, and a second after the response to the perSecond-th before it began', async () => {
  const periods = async (latency: number) => {
    const { left } = await arrivals(4, latency, latency / 2)
    return [left.slice(0, 4), [4, 8, 40].map((index) => (left[index] ?? 0) - (left[index - 4] ?? 0))]
  }
  const even = [0, 250, 500, 750]
  expect(await periods(0)).toEqual([even, [1000, 1000, 1000]])
  expect(await periods(100)).toEqual([even, [1100, 1100, 1100]])
  // A response that takes more than half a second says nothing about the arrival.
  expect(await periods(800)).toEqual([even, [1500, 1500, 1500]])
})

test('with rateLimit, requests without a response count for a second and a half, and an aborted call in the queue does not count', async () => {
  const { client, left } = timed([hang, broken('ECONNRESET'), json(eventOf('v2'))], {
    rateLimit: { perSecond: 2 },
    retry: false,
  })
  const stop = new AbortController()
  const aborted = (id: string) => client.get(id, { signal: stop.signal }).catch((reason: unknown) => reason)
  const calls = [aborted('e0'), failureOf(() => client.get('e1')), aborted('e2'), client.get('e3'), client.get('e4')]
  await vi.advanceTimersByTimeAsync(600)
  stop.abort('the user left')
  await vi.runAllTimersAsync()
  await Promise.all(calls)
  expect(left).toEqual([0, 500, 1500, 2000])
})

test('with rateLimit, requests keep their order when an earlier one leaves late, and totalTimeout ends those that cannot leave any more', async () => {
  const slow: Step = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    return json(eventOf('v2'))(request)
  }
  const { client, log } = limited({ rateLimit: { perSecond: 4 } }, [slow])
  const calls = ids(9).map((id) => client.get(id, { totalTimeout: id === 'e6' ? 1900 : 60_000 }))
  calls[6]?.catch(() => {})
  await vi.runAllTimersAsync()
  expect(await failureOf(() => calls[6] as Promise<unknown>)).toMatchObject({ code: 'timeout', attempts: [] })
  expect(log()).toEqual(
    ['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e7', 'e8'].map((id, at) => [
      id,
      [0, 250, 500, 750, 1500, 1750, 2250, 2500][at],
    ]),
  )
})
