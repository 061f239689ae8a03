// Run it: `node --test`. As the Action Network: `createMockService({ ...actionNetwork, events: 3 })`, with `actionNetwork` of 'osdi-events/mock'.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'

/** Stops the timers and clocks of a test. The function that it returns moves them on. */
function clockOf({ mock }) {
  let now = 0
  mock.method(performance, 'now', () => now)
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  return async (ms) => {
    for (const end = now + ms; now < end; ) {
      await new Promise(setImmediate)
      now += 100
      mock.timers.tick(100)
    }
  }
}

test('the client waits for half a minute when Retry-After asks for it', async (t) => {
  const advance = clockOf(t)
  const service = createMockService({ events: 3 })
  const { baseUrl, namespace, fetch, seeded } = service
  const events = new EventsV2({ baseUrl, namespace, fetch, apiKey: seeded.group.token })
  service.faults.add({ operation: 'events.list', times: 1, effect: { kind: 'rate-limit', retryAfter: 30 } })

  const page = events.page(1)
  await advance(31_000)

  assert.equal((await page).total_records, 3)
  service.requests.assert({ operation: 'events.list' }, 2)
})
