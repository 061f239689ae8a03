import { actionNetwork, EventsV2 } from 'osdi-events'
import { createMockService, actionNetwork as mocked } from 'osdi-events/mock'
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

test.for([0, 100, 400])(
  "the client's preset is never refused by the mock's preset, although the first request is late (%d ms of latency)",
  async (latency) => {
    using _ = flyingTime()
    const service = createMockService({ ...mocked, events: 4 })
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    const statuses: number[] = []
    let late = 90
    const events = new EventsV2({
      ...actionNetwork,
      apiKey: service.seeded.group.token,
      fetch: async (url, init) => {
        const extra = late
        late = 0
        await wait(latency / 2 + extra)
        const response = await service.fetch(url, init)
        statuses.push(response.status)
        await wait(latency / 2)
        return response
      },
    })
    // Calls at the same time, then one after the other.
    await Promise.all(Array.from({ length: 30 }, () => events.page(1)))
    for (let count = 0; count < 30; count += 1) await events.page(1)
    expect(statuses).toEqual(Array.from({ length: 60 }, () => 200))
  },
)

test('a list of slow pages reaches perSecond requests in a second and a half with prefetch 6, and not with less', async () => {
  // The other pages follow the first one, which tells how many there are.
  const limit = 2_000 + 9 * 1_500 + 2 * 250
  expect(lengthOf(await departures(4, 6))).toBe(limit)
  expect(lengthOf(await departures(4, 16))).toBe(limit)
  expect(lengthOf(await departures(4, 5))).toBeGreaterThan(limit)
})
