import { afterEach, expect, test, vi } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { broken, clientOver, refusal, type Step } from '../support/scripted-fetch.ts'
import { run, virtualTime } from '../support/virtual-time.ts'

virtualTime(1)

afterEach(() => void vi.unstubAllEnvs())

/** How long a client waits before each further attempt of a call whose every attempt ends so. */
const waits = async (step: Step, drawn: number, options: object = {}) => {
  vi.mocked(Math.random).mockReturnValue(drawn)
  const { client } = clientOver('v2', [step], { retry: 1, ...options })
  const { attempts = [] } = await run(failureOf(() => client.get('e1')))
  return attempts.slice(1).map(({ wait }) => wait)
}
const asking = (value: string, status = 503) => refusal(status, { 'retry-after': value })

test('waits are drawn from zero up to a bound that doubles, and that has a bound itself', async () => {
  const step = broken('ECONNRESET')
  expect(await waits(step, 1, { retry: 7 })).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000])
  expect(await waits(step, 0.5, { retry: 2 })).toEqual([150, 300])
  expect(await waits(step, 0, { retry: 2 })).toEqual([0, 0])
})

test('a Retry-After in seconds is waited for instead, and those who wait for one come back at moments that are drawn', async () => {
  expect(await waits(asking('7'), 0, { retry: 2 })).toEqual([7000, 7000])
  expect(await waits(asking('7'), 0.5, { retry: 2 })).toEqual([7150, 7300])
  expect(await waits(asking('7'), 1, { retry: 2 })).toEqual([7300, 7600])
})

test('what is drawn on top of a Retry-After keeps to maxRetryAfter and leaves half of the rest of totalTimeout', async () => {
  const upTo = (maxRetryAfter: number) => ({ retry: { limit: 1, maxRetryAfter } })
  expect(await waits(asking('7'), 1, upTo(7100))).toEqual([7100])
  expect(await waits(asking('7'), 1, upTo(7000))).toEqual([7000])
  expect(await waits(asking('7'), 1, { totalTimeout: 7200 })).toEqual([7100])
  expect(await waits(asking('7'), 1, { totalTimeout: 7000 })).toEqual([])
})

test('a Retry-After of zero means at once, not some time', async () => {
  for (const zero of ['0', ' 0 ', '00']) {
    expect(await waits(asking(zero), 1), zero).toEqual([0])
    expect(await waits(asking(zero, 429), 1, { retry: { limit: 1, maxRetryAfter: 0 } }), zero).toEqual([0])
  }
})

test('a Retry-After as a date is waited for from now, and is of GMT, wherever this machine is', async () => {
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

test('a Retry-After that is unreadable or over changes nothing', async () => {
  vi.setSystemTime('2026-05-01T12:00:00Z')
  const over = ['Fri, 01 May 2020 11:59:00 GMT', new Date(0).toUTCString(), 'Fri, 01 May 2026 12:00:00 GMT']
  const unreadable = ['', '  ', 'soon', '-5', '1.5', '1e3', '0x10', '5 seconds', '1 May 2099 12:00:09 GMT']
  for (const value of [...over, ...unreadable]) expect(await waits(asking(value), 1), value).toEqual([300])
})

test('a Retry-After beyond the longest that is waited for ends the attempts', async () => {
  const upTo = (maxRetryAfter: number) => ({ retry: { limit: 1, maxRetryAfter } })
  expect(await waits(asking('60'), 1)).toEqual([60_000])
  expect(await waits(asking('61'), 1, upTo(61_000))).toEqual([61_000])
  expect(await waits(asking('1'), 1, upTo(0))).toEqual([])
  for (const long of ['61', '9'.repeat(400), 'Fri, 01 May 2099 12:00:00 GMT'])
    expect(await waits(asking(long), 1), long).toEqual([])
})

test('nothing is sent before the time that Retry-After names', async () => {
  vi.mocked(Math.random).mockReturnValue(0.5)
  const { client, requests } = clientOver('v2', [asking('7'), refusal(404)], { retry: 1 })
  const call = failureOf(() => client.get('e1'))
  await vi.advanceTimersByTimeAsync(7149)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toHaveLength(2)
  await call
})
