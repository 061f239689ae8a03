import { expect } from 'vitest'
import { titleOf } from './cases.ts'
import { astray, type Ending, type Fault } from './faults.ts'
import type { Observation } from './observe.ts'
import { creates, type Operation, writes } from './operations.ts'

/** The expected end of a call. */
export interface Expected {
  /** Code of the error, or `result`. */
  readonly code: string
  readonly attempts: number
  readonly outcome?: string | undefined
}

/** The expected end of a call, and what the service has then. */
export interface Promised extends Expected {
  /** Number of events, event campaigns or RSVPs that the call created. */
  readonly made: number
}

/** One case of the matrix. */
export interface Case {
  readonly version: 'v1' | 'v2'
  readonly operation: Operation
  readonly fault: Fault
  /** Whether the fault applies before or after the service acts. */
  readonly when: 'before' | 'after'
  /** Whether the fault applies to the first request only, or to all. */
  readonly lasting: 'once' | 'always'
}

/** Attempts of a call with the default number of retries. */
const all = 3

/** The end without a fault; the service refuses every delete (v1 §4.8, v2 §4.9). */
const unharmed = (operation: Operation): Expected =>
  operation === 'delete' ? { code: 'http', attempts: 1, outcome: 'not applied' } : { code: 'result', attempts: 1 }

/** Whether the client may repeat a request whose effect is unknown. */
const repeatable = ({ operation, version }: Case) =>
  !writes(operation) ||
  ['update', 'updateAttendance', 'updateCampaign'].includes(operation) ||
  (operation === 'create, recognised' && version === 'v1')

/** The client follows no redirect of a delete. A stalled body comes after the refusing status. */
function endingOf({ forwards, saysStatus }: Fault, ending: Ending, operation: Operation): Ending {
  if (operation !== 'delete') return ending
  if (forwards) return astray
  return saysStatus ? { ...ending, outcome: 'not applied' } : ending
}

function endOf(of: Case): Expected {
  const { fault, operation, lasting } = of
  const { ending, spoils, leavesStatus, followed, tellsKey } = fault
  const isAnswer = operation === 'checkKey' && tellsKey
  const spared = isAnswer || (spoils && !spoils.includes(operation)) || (operation === 'delete' && leavesStatus)
  if (!ending || spared) return unharmed(operation)
  if (operation === 'delete' && fault.deletes) return { code: 'result', attempts: 1 }
  if (followed && lasting === 'once' && operation !== 'delete') return unharmed(operation)
  const again = ending.passes && (repeatable(of) || (creates(operation) && ending.harmless))
  if (again && lasting === 'once') return { ...unharmed(operation), attempts: 2 }
  const { code, outcome } = endingOf(fault, ending, operation)
  if (!writes(operation)) return { code, attempts: again ? all : 1 }
  // Attempts that all end alike give the call that same end.
  return { code, attempts: again ? all : 1, outcome }
}

/** The end that the guides promise for a case. */
export function promisedOf(of: Case): Promised {
  const end = endOf(of)
  // The client must believe a success that the service only claims.
  const isLie = of.fault.claimsSuccess && of.when === 'before'
  const isMade =
    end.code === 'result' || (end.outcome === 'applied' && !isLie) || (end.outcome === 'unknown' && of.when === 'after')
  return { ...end, made: creates(of.operation) && isMade ? 1 : 0 }
}

/** `cause` or `status` of the attempts, by the code of the error. */
const kinds: Readonly<Record<string, RegExp>> = {
  http: /^(?:304|[45]\d\d|ECONNRESET|UND_ERR_SOCKET)$/,
  network: /^(?:ECONNRESET|ECONNREFUSED)$/,
  timeout: /^timeout$/,
  content: /^(?:20[04]|ECONNRESET|UND_ERR_SOCKET)$/,
  schema: /^200$/,
  link: /^(?:link|200)$/,
}

/** Compares an observed end with the promised one. */
export function expectAsDocumented(of: Case, seen: Observation): void {
  const title = titleOf(of)
  const { code, attempts, outcome, made } = seen
  expect({ code, attempts, outcome, made }, title).toEqual({ outcome: undefined, ...promisedOf(of) })
  for (const kind of seen.kinds) expect(String(kind), title).toMatch(kinds[code] ?? /^$/)
  expect([seen.key, seen.person], title).toEqual([false, false])
}
