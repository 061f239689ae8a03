import { afterEach, expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { broken, clientOver, json, refusal, type Step } from '../support/scripted-fetch.ts'
import type { AnyClient } from '../support/versions.ts'
import { run, timeStandsStill, virtualTime } from '../support/virtual-time.ts'

virtualTime(0)

const down = refusal(503)
const event = json(eventOf('v2'))
const clientOf = (step: Step) => clientOver('v2', [step], { retry: 2 })

/** Starts this many failing calls at once. */
const failures = (client: AnyClient, count: number, options: object = {}) =>
  Array.from({ length: count }, () => failureOf(() => client.get('e1', options)))

/** Settles calls whose random waits are zero. */
const settle = async (calls: readonly Promise<unknown>[]) => {
  let settled = false
  const all = Promise.allSettled(calls).finally(() => {
    settled = true
  })
  while (!settled) await vi.advanceTimersByTimeAsync(1)
  return all
}

test('all calls of a client share one retry budget, so a client sends few retries during an outage', async () => {
  const { client, requests } = clientOf(down)
  const calls = failures(client, 100)
  const ended = await settle(calls)
  expect(ended.map(({ status }) => status)).toEqual(Array(100).fill('fulfilled'))
  expect(requests).toHaveLength(120)
})

test('a call that succeeds after retries spends none of the retry budget', async () => {
  let count = 0
  const { client, requests } = clientOf((request) => (count++ % 3 < 2 ? down : event)(request))
  for (let call = 0; call < 30; call += 1) await settle([client.get('e1')])
  expect(requests).toHaveLength(90)
})

test('a retry that a pause prevents does not use the retry budget', async () => {
  vi.mocked(Math.random).mockReturnValue(0.5)
  const limited = refusal(429, { 'retry-after': '2' })
  const { client, requests } = clientOver('v2', [...Array<Step>(20).fill(down), limited, down], { retry: 1 })
  const calls = failures(client, 20, { retry: { maxRetryAfter: 1000 } })
  await vi.advanceTimersByTimeAsync(10)
  await failureOf(() => client.get('e1', { retry: false }))
  await settle(calls)
  expect(requests).toHaveLength(21)
  await vi.advanceTimersByTimeAsync(2000)
  await settle(failures(client, 100))
  expect(requests).toHaveLength(21 + 120)
})

test('a clock that is set back does not reduce the retry budget', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  const { client, requests } = clientOf(down)
  vi.useRealTimers()
  timeStandsStill()
  await settle(failures(client, 1))
  expect(requests).toHaveLength(3)
})

test('the retry budget grows by one retry a second, up to twenty', async () => {
  const { client, requests } = clientOf(down)
  const sent = async () => {
    const before = requests.length
    await settle(failures(client, 100))
    return requests.length - before
  }
  expect(await sent()).toBe(120)
  expect(await sent()).toBe(100)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await sent()).toBe(103)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(await sent()).toBe(120)
})

afterEach(() => void vi.unstubAllEnvs())

/** The waits before each retry of a call whose every attempt ends with this step. */
const waits = async (step: Step, drawn: number, options: object = {}) => {
  vi.mocked(Math.random).mockReturnValue(drawn)
  const { client } = clientOver('v2', [step], { retry: 1, ...options })
  const { attempts = [] } = await run(failureOf(() => client.get('e1')))
  return attempts.slice(1).map(({ wait }) => wait)
}

const asking = (value: string, status = 503) => refusal(status, { 'retry-after': value })

test('the wait before a retry is random, up to 300 ms that double to 8 s at most', async () => {
  const step = broken('ECONNRESET')
  expect(await waits(step, 1, { retry: 7 })).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000])
  expect(await waits(step, 0.5, { retry: 2 })).toEqual([150, 300])
  expect(await waits(step, 0, { retry: 2 })).toEqual([0, 0])
})

test('a retry waits for Retry-After in seconds, plus a random time', async () => {
  expect(await waits(asking('7'), 0, { retry: 2 })).toEqual([7000, 7000])
  expect(await waits(asking('7'), 0.5, { retry: 2 })).toEqual([7150, 7300])
  expect(await waits(asking('7'), 1, { retry: 2 })).toEqual([7300, 7600])
})

test('the random time after Retry-After stays within maxRetryAfter and half of the remaining totalTimeout', async () => {
  const upTo = (maxRetryAfter: number) => ({ retry: { limit: 1, maxRetryAfter } })
  expect(await waits(asking('7'), 1, upTo(7100))).toEqual([7100])
  expect(await waits(asking('7'), 1, upTo(7000))).toEqual([7000])
  expect(await waits(asking('7'), 1, { totalTimeout: 7200 })).toEqual([7100])
  expect(await waits(asking('7'), 1, { totalTimeout: 7000 })).toEqual([])
})

test('a retry after Retry-After: 0 is sent at once', async () => {
  for (const zero of ['0', ' 0 ', '00']) {
    expect(await waits(asking(zero), 1), zero).toEqual([0])
    expect(await waits(asking(zero, 429), 1, { retry: { limit: 1, maxRetryAfter: 0 } }), zero).toEqual([0])
  }
})

test('a retry waits until a Retry-After date, which means GMT in every time zone of the machine', async () => {
  for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    vi.stubEnv('TZ', zone)
    for (const date of [
      'Fri, 01 May 2026 12:00:09 GMT',
      'Friday, 01-May-26 12:00:09 GMT',
      'Fri May  1 12:00:09 2026',
    ]) {
      vi.setSystemTime('2026-05-01T12:00:00Z')
      expect(await waits(asking(date), 0), `${date} in ${zone}`).toEqual([9000])
    }
    vi.setSystemTime('2026-05-01T12:00:00Z')
    const day = { retry: { limit: 1, maxRetryAfter: 86_400_000 }, totalTimeout: 2 ** 31 - 1 }
    expect(await waits(asking('Sat May  2 12:00:00 2026'), 0, day), zone).toEqual([86_400_000])
  }
})

test("a Retry-After date is compared with the response's own Date, and with this machine's clock only without a readable one", async () => {
  const at = (after: string, date: string, status = 503) => refusal(status, { 'retry-after': after, date })
  const hours = ['Fri, 01 May 2026 13:00:00 GMT', 'Fri, 01 May 2026 11:00:00 GMT', 'Fri May  1 13:00:00 2026']
  for (const date of hours) {
    vi.setSystemTime('2026-05-01T12:00:00Z')
    expect(await waits(at(date.replace(':00 ', ':02 '), date), 0), date).toEqual([2000])
    expect(await waits(at(date, date), 1), date).toEqual([300])
    // A pause of the whole client, after a 429.
    expect(await waits(at(date.replace(':00 ', ':02 '), date, 429), 0), date).toEqual([2000])
  }
  for (const date of ['', 'soon', '1777636800']) {
    vi.setSystemTime('2026-05-01T12:00:00Z')
    expect(await waits(at('Fri, 01 May 2026 12:00:09 GMT', date), 0), date).toEqual([9000])
  }
})

test('a Retry-After that is invalid or in the past is ignored', async () => {
  vi.setSystemTime('2026-05-01T12:00:00Z')
  const over = ['Fri, 01 May 2020 11:59:00 GMT', new Date(0).toUTCString(), 'Fri, 01 May 2026 12:00:00 GMT']
  const unreadable = ['', '  ', 'soon', '-5', '1.5', '1e3', '0x10', '5 seconds', '1 May 2099 12:00:09 GMT']
  for (const value of [...over, ...unreadable]) expect(await waits(asking(value), 1), value).toEqual([300])
})

test('a Retry-After longer than maxRetryAfter ends the call without a retry', async () => {
  const upTo = (maxRetryAfter: number) => ({ retry: { limit: 1, maxRetryAfter } })
  expect(await waits(asking('60'), 1)).toEqual([60_000])
  expect(await waits(asking('61'), 1, upTo(61_000))).toEqual([61_000])
  expect(await waits(asking('1'), 1, upTo(0))).toEqual([])
  for (const long of ['61', '9'.repeat(400), 'Fri, 01 May 2099 12:00:00 GMT'])
    expect(await waits(asking(long), 1), long).toEqual([])
})
