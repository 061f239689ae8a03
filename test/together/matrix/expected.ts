import { expect } from 'vitest'
import { titleOf } from './cases.ts'
import { astray, type Ending, type Fault } from './faults.ts'
import type { Observation } from './observe.ts'
import { creates, type Operation, writes } from './operations.ts'

/** What a call should come to. */
export interface Expected {
  /** Code of its error, or `result`. */
  readonly code: string
  readonly attempts: number
  readonly outcome?: string | undefined
}

/** One field of the matrix. */
export interface Case {
  readonly version: 'v1' | 'v2'
  readonly operation: Operation
  readonly fault: Fault
  /** Whether the fault strikes before or after the service has acted. */
  readonly when: 'before' | 'after'
  /** Whether it strikes the first request alone, or all. */
  readonly lasting: 'once' | 'always'
}

/** Attempts of a call that is tried again as often as the default allows. */
const all = 3

/** Deleting is refused by the service as documented (v1 §4.8, v2 §4.9). */
const unharmed = (operation: Operation): Expected =>
  operation === 'delete' ? { code: 'http', attempts: 1, outcome: 'not applied' } : { code: 'result', attempts: 1 }

/** Whether a request may be sent again whatever became of it. */
const repeatable = ({ operation, version }: Case) =>
  !writes(operation) || operation === 'update' || (operation === 'create, recognised' && version === 'v1')

/** A delete is not redirected, and what refuses it has said so before its body stalls. */
function endingOf({ forwards, saysStatus }: Fault, ending: Ending, operation: Operation): Ending {
  if (operation !== 'delete') return ending
  if (forwards) return astray
  return saysStatus ? { ...ending, outcome: 'not applied' } : ending
}

/** What the documents of this package promise for a case. */
export function expectedOf(of: Case): Expected {
  const { fault, operation, lasting } = of
  const { ending, spoils, leavesStatus, followed } = fault
  const spared = (spoils && !spoils.includes(operation)) || (operation === 'delete' && leavesStatus)
  if (!ending || spared) return unharmed(operation)
  if (operation === 'delete' && fault.deletes) return { code: 'result', attempts: 1 }
  if (followed && lasting === 'once' && operation !== 'delete') return unharmed(operation)
  const again = ending.passes && (repeatable(of) || (creates(operation) && ending.harmless))
  if (again && lasting === 'once') return { ...unharmed(operation), attempts: 2 }
  const { code, outcome } = endingOf(fault, ending, operation)
  if (!writes(operation)) return { code, attempts: again ? all : 1 }
  // Several attempts that all end alike come to what each of them comes to.
  return { code, attempts: again ? all : 1, outcome }
}

/** What attempts of a call that ends so are noted as: a status, or what became of them. */
const kinds: Readonly<Record<string, RegExp>> = {
  http: /^(?:304|[45]\d\d|ECONNRESET|UND_ERR_SOCKET)$/,
  network: /^(?:ECONNRESET|ECONNREFUSED)$/,
  timeout: /^timeout$/,
  content: /^(?:20[04]|ECONNRESET|UND_ERR_SOCKET)$/,
  schema: /^200$/,
  link: /^(?:link|200)$/,
}

/** Holds what was seen to what is promised. */
export function expectAsDocumented(of: Case, seen: Observation): void {
  const title = titleOf(of)
  const { code, attempts, outcome, made } = seen
  expect({ code, attempts, outcome }, title).toEqual({ outcome: undefined, ...expectedOf(of) })
  for (const kind of seen.kinds) expect(String(kind), title).toMatch(kinds[code] ?? /^$/)
  expect(seen.key, title).toBe(false)
  expect(made, title).toBeGreaterThanOrEqual(0)
  expect(made, title).toBeLessThanOrEqual(creates(of.operation) ? 1 : 0)
  // A success that the service only claims is believed: the client cannot know better.
  const lie = of.fault.claimsSuccess && of.when === 'before'
  if (!creates(of.operation) || lie) return
  if (code === 'result' || outcome === 'applied') expect(made, title).toBe(1)
  if (outcome === 'not applied') expect(made, title).toBe(0)
}
