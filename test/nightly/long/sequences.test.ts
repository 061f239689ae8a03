import fc from 'fast-check'
import { isEventsError } from 'osdi-events'
import { createMockService, type FaultEffect } from 'osdi-events/mock'
import { expect, test, vi } from 'vitest'
import { versions } from '../../support/versions.ts'
import { flyingTime } from '../../support/virtual-time.ts'

/** Sequences of each version. */
const runs = 500

const statuses = (...all: readonly number[]): FaultEffect[] => all.map((status) => ({ kind: 'status', status }))

/** Faults that tell the truth, by when they may strike: who refuses what he has done cannot be helped. */
const truthful: readonly (readonly [when: readonly ('before' | 'after')[], effects: readonly FaultEffect[]])[] = [
  [['before'], [...statuses(400, 408), { kind: 'rate-limit', retryAfter: 0 }, { kind: 'echo-key' }]],
  [
    ['before', 'after'],
    [
      ...statuses(500, 502, 503),
      { kind: 'latency', ms: 1 },
      { kind: 'redirect', to: 'https://elsewhere.example.org/', status: 303 },
      ...(['reset', 'no-answer', 'stall'] as const).map((kind) => ({ kind })),
    ],
  ],
  // A success that cannot be read means that the event was made.
  [
    ['after'],
    [
      ...(['html', 'malformed-json', 'truncated', 'shape'] as const).map((kind) => ({ kind })),
      { kind: 'reset', at: 'after headers' },
    ],
  ],
]
const fault = fc.oneof(
  ...truthful.map(([when, effects]) =>
    fc.record({ when: fc.constantFrom(...when), effect: fc.constantFrom(...effects) }),
  ),
)
/** Creates, each with the faults that its attempts meet, and whether it has an identifier of its own. */
const sequences = fc.array(fc.record({ faults: fc.array(fault, { maxLength: 4 }), own: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
})

for (const subject of versions) {
  test(`no create of ${subject.version} makes an event twice in ${runs} sequences of faults`, async () => {
    using _ = flyingTime()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(sequences, async (creates) => {
        const service = createMockService()
        const { baseUrl, fetch } = service
        const { token } = service.addKey()
        const client = subject.construct({ baseUrl, apiKey: token, fetch, timeout: 15 })
        let before = 0
        for (const [number, { faults, own }] of creates.entries()) {
          for (const each of faults) service.faults.add({ ...each, times: 1 })
          const fields = { ...subject.least, ...(own && { identifiers: [`calendar:${number}`] }) }
          let outcome: string | undefined
          try {
            await client.create(fields)
            outcome = 'applied'
          } catch (error) {
            if (!isEventsError(error)) throw error
            outcome = error.outcome
          }
          service.faults.clear()
          const page = await subject.construct({ baseUrl, apiKey: token, fetch }).page(1)
          const { total_records: total } = page as { readonly total_records: number }
          const made = total - before
          before = total
          const possible = { applied: [1], 'not applied': [0], unknown: [0, 1] }[String(outcome)]
          expect(possible, `${outcome} after ${JSON.stringify(faults)}`).toContain(made)
          seen.set(String(outcome), (seen.get(String(outcome)) ?? 0) + 1)
        }
      }),
      { numRuns: runs },
    )
    expect([...seen.keys()].sort()).toEqual(['applied', 'not applied', 'unknown'])
  })
}
