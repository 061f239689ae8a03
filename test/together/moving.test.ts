import fc from 'fast-check'
import { eventsOf, idOf, isEventsError } from 'osdi-events'
import { createMockService, type FaultEffect, type FaultRule } from 'osdi-events/mock'
import { afterAll, expect, test } from 'vitest'
import { counting } from '../support/counting.ts'
import { type AnyPageIterator, versions } from '../support/versions.ts'
import { flyingTime } from '../support/virtual-time.ts'

/** Every effect that can disturb a reader. */
const effects: readonly FaultEffect[] = [
  { kind: 'latency', ms: 2 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 404 },
  { kind: 'rate-limit', retryAfter: 0 },
  { kind: 'html' },
  { kind: 'malformed-json' },
  { kind: 'shape' },
  { kind: 'next', to: 'loop' },
  { kind: 'next', to: 'https://elsewhere.example/' },
  { kind: 'echo-key' },
  { kind: 'redirect', to: 'https://elsewhere.example/' },
  { kind: 'truncated' },
  { kind: 'stall' },
  { kind: 'reset' },
  { kind: 'reset', at: 'after headers' },
  { kind: 'no-answer' },
  { kind: 'new-events', count: 1 },
  { kind: 'new-events', count: 3 },
]

interface Run {
  readonly version: 'v1' | 'v2'
  readonly size: number
  readonly perPage: number
  readonly prefetch: number
  readonly order: 'oldest first' | 'newest first'
  readonly faults: readonly FaultRule[]
}

const runs: fc.Arbitrary<Omit<Run, 'version'>> = fc.record({
  size: fc.nat(24),
  perPage: fc.integer({ min: 1, max: 5 }),
  prefetch: fc.integer({ min: 1, max: 16 }),
  order: fc.constantFrom('oldest first' as const, 'newest first' as const),
  faults: fc.array(
    fc.record({
      nth: fc.integer({ min: 1, max: 14 }),
      effect: fc.constantFrom(...effects),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
    { maxLength: 6 },
  ),
})

const loop: FaultRule = { nth: 14, effect: { kind: 'next', to: 'loop' }, when: 'before' }
const threeMore: FaultRule = { nth: 2, effect: { kind: 'new-events', count: 3 }, when: 'after' }
const [soonLoop, soonMore] = [
  { ...loop, nth: 3 },
  { ...threeMore, nth: 1 },
]

const examples: [Run][] = [
  // Each effect applies at least once.
  ...effects.map((effect, index): [Run] => {
    const version = index % 2 === 0 ? 'v1' : 'v2'
    const faults: FaultRule[] = [{ nth: 3, effect, when: 'before' }]
    return [{ version, size: 10, perPage: 2, prefetch: 4, order: 'newest first', faults }]
  }),
  // The iteration goes back to a page whose next link leads to itself.
  [{ version: 'v1', size: 13, perPage: 1, prefetch: 7, order: 'oldest first', faults: [threeMore, loop] }],
  // The iteration searches its last event on a page that lacks the event and links to itself.
  [{ version: 'v2', size: 2, perPage: 1, prefetch: 1, order: 'newest first', faults: [soonLoop, soonMore] }],
]

/** More failures than there are faults. */
const patience = 100

/** Iterates to the end, and calls next() again after each error. */
async function insist(walk: AnyPageIterator): Promise<{ met: string[]; failures: unknown[] }> {
  const met: string[] = []
  const failures: unknown[] = []
  for (;;) {
    try {
      for (let page = await walk.next(); !page.done; page = await walk.next()) {
        met.push(...eventsOf(page.value as object).map((event) => idOf(event as object)))
      }
      return { met, failures }
    } catch (error) {
      failures.push(error)
      if (!isEventsError(error) || failures.length === patience) throw error
    }
  }
}

const codes = new Set<string>()
afterAll(() => expect([...codes].sort()).toEqual(['content', 'http', 'link', 'network', 'schema', 'timeout']))

for (const subject of versions) {
  const { version } = subject

  test(`repeated calls of next() of ${version} yield each event once, while requests fail and events are created`, async () => {
    using _ = flyingTime()
    await fc.assert(
      fc.asyncProperty(runs, async ({ size, perPage, prefetch, order, faults }) => {
        const service = createMockService({ perPage, assumptions: { order } })
        const key = service.seeded.group
        const made = Array.from({ length: size }, (_, index) => service.addEvent({ title: `Event ${index}` }, { key }))
        const ids = made.map(({ id }) => id)
        for (const fault of faults) service.faults.add({ operation: 'events.list', ...fault })
        const { fetch, open } = counting(service.fetch)
        const options = { fetch, apiKey: key.token, retry: false }
        const walk = subject.open(service.baseUrl, options).list({ prefetch }).pages()

        const { met, failures } = await insist(walk)
        for (const failure of failures) if (isEventsError(failure)) codes.add(failure.code)

        const known = new Set<string>(ids)
        expect(met.filter((id) => known.has(id))).toEqual(order === 'oldest first' ? ids : ids.toReversed())
        expect(new Set(met).size).toBe(met.length)
        expect(walk.report).toMatchObject({ events: met.length, certain: true })
        expect(open.most).toBeLessThanOrEqual(prefetch)
        expect(open.now).toBe(0)
      }),
      { numRuns: 20, examples: examples.filter(([run]) => run.version === version) },
    )
  })
}
