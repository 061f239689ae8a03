import { expect, test, vi } from 'vitest'
import { eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { json, redirect, refusal, type Step } from '../support/scripted-fetch.ts'
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
