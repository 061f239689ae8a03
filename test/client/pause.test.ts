import { expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { json, refusal, type Step, stalled } from '../support/scripted-fetch.ts'
import { v2 } from '../support/versions.ts'
import { timed, virtualTime } from '../support/virtual-time.ts'

virtualTime(0)

const event = json(eventOf('v2'))
const limited = (retryAfter?: string) => refusal(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter })

const { least } = v2

test('a 429 pauses every request of its client for the time in Retry-After', async () => {
  const answer = json(eventOf('v2'))
  const { client, requests } = timed([limited('7'), answer])
  await failureOf(() => client.get('e1'))
  const calls = [
    client.get('e1'),
    client.page(1).catch(() => 'an event is no page'),
    client.create(least),
    client.update('e1', least),
    client.delete('e1'),
  ]
  await vi.advanceTimersByTimeAsync(6999)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(calls)
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE'])
})

test('a 429 without Retry-After pauses the client for a second', async () => {
  const { client, left } = timed([limited(), event])
  await failureOf(() => client.get('e1'))
  const call = client.get('e1')
  await vi.advanceTimersByTimeAsync(1000)
  await call
  expect(left).toEqual([0, 1000])
})

test('a 429 with Retry-After 0 pauses no request', async () => {
  const { client, left } = timed([limited('0'), event])
  await failureOf(() => client.get('e1'))
  await client.get('e1')
  expect(left).toEqual([0, 0])
})

test('a client that gets several 429s pauses for the longest Retry-After', async () => {
  const { client, left } = timed([limited('7'), limited('2'), event])
  await Promise.all([failureOf(() => client.get('e1')), failureOf(() => client.get('e2'))])
  const call = client.get('e1')
  await vi.advanceTimersByTimeAsync(7000)
  await call
  expect(left).toEqual([0, 0, 7000])
})

test("a call that waits for its retry also waits for the pause of another call's 429", async () => {
  const resting = refusal(503, { 'retry-after': '1' })
  const { client, left } = timed([resting, limited('5'), event], { retry: 1 })
  const first = client.get('e1')
  await vi.advanceTimersByTimeAsync(500)
  await failureOf(() => client.get('e2', { retry: false }))
  await vi.advanceTimersByTimeAsync(5000)
  await first
  expect(left).toEqual([0, 500, 5500])
})

test('error.attempts shows a pause as the wait of its attempt', async () => {
  const { client } = timed([limited('7'), refusal(404)])
  await failureOf(() => client.get('e1'))
  const call = failureOf(() => client.get('e1'))
  await vi.advanceTimersByTimeAsync(7000)
  expect((await call).attempts).toEqual([{ status: 404, wait: 7000, duration: 0 }])
})

test('every call during a pause longer than maxRetryAfter fails at once with the 429', async () => {
  const { client, requests } = timed([limited('3600'), event], { retry: 2 })
  await failureOf(() => client.get('e1'))
  const reading = await failureOf(() => client.get('e1'))
  expect(reading).toMatchObject({ code: 'http', status: 429, attempts: [], method: 'GET' })
  expect(reading.message).toMatch(
    /^GET .*\/e1 was not sent: an earlier request was answered 429, and this one does not/,
  )
  expect(reading.headers?.get('retry-after')).toBe('3600')
  expect(reading).not.toHaveProperty('outcome')
  const writing = await failureOf(() => client.create({ title: 'A', origin_system: 'B' }))
  expect(writing).toMatchObject({ status: 429, outcome: 'not applied' })
  expect(requests).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a pause ends after a minute, however long the Retry-After is', async () => {
  for (const years of ['999999999', '9'.repeat(400)]) {
    const { client, left } = timed([limited(years), event])
    await failureOf(() => client.get('e1'))
    await vi.advanceTimersByTimeAsync(59_999)
    expect((await failureOf(() => client.get('e1'))).status).toBe(429)
    await vi.advanceTimersByTimeAsync(1)
    await client.get('e1')
    expect(left).toEqual([0, 60_000])
  }
})

test('a shorter Retry-After does not shorten a pause, and a call that fails shows the headers of the longer Retry-After', async () => {
  for (const [one, other] of [
    ['900', '800'],
    ['800', '900'],
    // A call would wait for the second alone.
    ['900', '30'],
  ] as const) {
    const { client } = timed([limited(one), limited(other)])
    await Promise.all([failureOf(() => client.get('e1')), failureOf(() => client.get('e2'))])
    const error = await failureOf(() => client.get('e1'))
    expect([error.attempts, error.headers?.get('retry-after')]).toEqual([[], '900'])
  }
})

test('a call fails at once with the 429 when the pause would outlast its totalTimeout', async () => {
  const { client, left } = timed([limited('7'), event])
  await failureOf(() => client.get('e1'))
  expect(await failureOf(() => client.get('e1', { totalTimeout: 7000 }))).toMatchObject({ status: 429, attempts: [] })
  expect(left).toEqual([0])
})

test('a call that is aborted during a pause ends at once', async () => {
  const { client, left } = timed([limited('7'), event])
  await failureOf(() => client.get('e1'))
  const stop = new AbortController()
  const call = client.get('e1', { signal: stop.signal }).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(10)
  stop.abort('the user left')
  expect(await call).toBe('the user left')
  expect(left).toEqual([0])
  expect(vi.getTimerCount()).toBe(0)
})

test('a 429 pauses the client as soon as its headers arrive, even if its body never arrives', async () => {
  const { client, left } = timed([stalled(429, { 'retry-after': '30' }), event], { timeout: 1000 })
  const writing = failureOf(() => client.create({ title: 'A', origin_system: 'B' }))
  await vi.advanceTimersByTimeAsync(0)
  const reading = client.get('e1')
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await writing).toMatchObject({
    code: 'timeout',
    status: 429,
    outcome: 'not applied',
    attempts: [{ status: 429, cause: 'timeout' }],
  })
  expect((await writing).headers?.get('retry-after')).toBe('30')
  expect(left).toEqual([0])
  await vi.advanceTimersByTimeAsync(1000)
  await reading
  expect(left).toEqual([0, 30_000])
})

test('waiting calls are spread over a longer time after each further 429, up to eight seconds', async () => {
  const last = async (steps: readonly Step[], pause: number) => {
    const { client, left } = timed([...steps, event], { retry: false })
    vi.mocked(Math.random).mockReturnValue(0)
    for (const number of steps.keys()) {
      await vi.advanceTimersByTimeAsync(number > 0 ? pause : 0)
      const call = failureOf(() => client.get('e1'))
      await vi.advanceTimersByTimeAsync(number > 0 && pause === 0 ? 3000 : 0)
      await call
    }
    vi.mocked(Math.random).mockReturnValue(0.5)
    const call = client.get('e1')
    await vi.advanceTimersByTimeAsync(60_000)
    await call
    return Number(left.at(-1)) - Number(left.at(-2))
  }
  const times = (count: number) => Array.from({ length: count }, () => limited('3'))
  expect(await last(times(1), 0)).toBe(3500)
  expect([await last(times(2), 0), await last(times(3), 0)]).toEqual([4000, 5000])
  expect([await last(times(4), 0), await last(times(5), 0)]).toEqual([7000, 7000])
  expect([await last(times(2), 12_999), await last(times(2), 13_000)]).toEqual([4000, 3500])
})

test('a call waits for a pause before it follows a redirect, and fails at once when the pause is too long', async () => {
  const slowly: Step = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return new Response(null, { status: 307, headers: { location: '/api/v2/events/there' } })
  }
  for (const [rest, options] of [
    ['7', { timeout: 100 }],
    ['3600', { retry: 2 }],
  ] as const) {
    const { client, left } = timed([slowly, limited(rest), refusal(404)], options)
    const call = failureOf(() => client.update('e1', { title: 'A' }))
    await vi.advanceTimersByTimeAsync(10)
    await failureOf(() => client.get('e2', { retry: false }))
    await vi.advanceTimersByTimeAsync(7000)
    const error = await call
    expect(error).toMatchObject({ code: 'http', outcome: 'unknown' })
    if (rest === '7') expect([error.status, left]).toEqual([404, [0, 10, 7010]])
    else expect([error.status, error.attempts]).toEqual([429, [{ cause: 'http', wait: 0, duration: 50 }]])
    if (rest !== '7') expect(error.message).toMatch(/^PUT .* was redirected, and not sent on: an earlier request/)
  }
})

test('the random wait after a pause takes at most half of the remaining totalTimeout', async () => {
  vi.mocked(Math.random).mockReturnValue(1)
  const { client, left } = timed([limited('5'), event])
  await failureOf(() => client.get('e1'))
  const call = client.get('e1', { totalTimeout: 5200 })
  await vi.advanceTimersByTimeAsync(5200)
  await call
  expect(left).toEqual([0, 5100])
})
