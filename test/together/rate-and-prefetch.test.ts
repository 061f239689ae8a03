import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { flyingTime } from '../support/virtual-time.ts'

/** The times, in milliseconds, when a client with these options sends the requests for 40 pages that take two seconds each. */
async function departures(perSecond: number, prefetch: number): Promise<readonly number[]> {
  using _ = flyingTime()
  const service = createMockService({ events: 40, perPage: 1 })
  service.faults.add({ effect: { kind: 'latency', ms: 2_000 } })
  const sent: number[] = []
  const events = new EventsV2({
    baseUrl: service.baseUrl,
    apiKey: service.seeded.group.token,
    rateLimit: { perSecond },
    fetch: (url, init) => {
      sent.push(performance.now())
      return service.fetch(url, init)
    },
  })
  const { complete } = await events.list({ prefetch }).toArray({ max: 40 })
  expect(complete).toBe(true)
  return sent
}

/** How many of these times lie in the fullest second. */
const fullestSecond = (times: readonly number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length))
const lengthOf = (times: readonly number[]) => (times.at(-1) ?? 0) - (times[0] ?? 0)

test.for([5, 4, 2.5, 0.5])(
  'rateLimit { perSecond: %d } holds in any second, not only from one full second to the next',
  async (perSecond) => {
    expect(fullestSecond(await departures(perSecond, 16))).toBe(Math.ceil(perSecond))
  },
)

test('a list of slow pages reaches perSecond requests in a second and a half with prefetch 6, and not with less', async () => {
  // The other pages follow the first one, which tells how many there are.
  const limit = 2_000 + 9 * 1_500 + 2 * 250
  expect(lengthOf(await departures(4, 6))).toBe(limit)
  expect(lengthOf(await departures(4, 16))).toBe(limit)
  expect(lengthOf(await departures(4, 5))).toBeGreaterThan(limit)
})
