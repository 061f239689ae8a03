import fc from 'fast-check'
import { isEventsError } from 'osdi-events'
import { createMockService, type FaultEffect } from 'osdi-events/mock'
import { expect, test, vi } from 'vitest'
import { timersInPieces } from '../../support/timers-in-pieces.ts'
import { versions } from '../../support/versions.ts'

/** Sequences of each version. */
const runs = 500

// What is true only before the service acts strikes then alone: who refuses what he has done cannot be helped.
const truthfulBefore: readonly FaultEffect[] = [
  { kind: 'status', status: 400 },
  { kind: 'status', status: 408 },
  { kind: 'rate-limit', retryAfter: 0 },
  { kind: 'echo-key' },
]
const truthful: readonly FaultEffect[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 503 },
  { kind: 'latency', ms: 1 },
  { kind: 'redirect', to: 'https://elsewhere.example.org/', status: 303 },
  { kind: 'reset' },
  { kind: 'no-answer' },
  { kind: 'stall' },
]
// A success that cannot be read means that the event was made.
const truthfulAfter: readonly FaultEffect[] = [
  { kind: 'html' },
  { kind: 'malformed-json' },
  { kind: 'truncated' },
  { kind: 'shape' },
  { kind: 'reset', at: 'after headers' },
]

const fault = fc.oneof(
  fc.record({ effect: fc.constantFrom(...truthfulBefore), when: fc.constant('before' as const) }),
  fc.record({ effect: fc.constantFrom(...truthful), when: fc.constantFrom('before' as const, 'after' as const) }),
  fc.record({ effect: fc.constantFrom(...truthfulAfter), when: fc.constant('after' as const) }),
)
/** Creates, each with the faults that its attempts meet, and whether it has an identifier of its own. */
const sequences = fc.array(fc.record({ faults: fc.array(fault, { maxLength: 4 }), own: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
})

for (const subject of versions) {
  test(`whatever ${runs} sequences of faults creates of ${subject.version} meet, none makes an event twice`, async () => {
    using _ = timersInPieces()
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
