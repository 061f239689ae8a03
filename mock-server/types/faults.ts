import type { KeyReference, OperationName, Version } from './common.ts'
import type { FaultEffect } from './fault-effects.ts'

/**
 * Which requests fail, how often, and how. A member that is missing leaves nothing out: `{ effect: { kind: 'reset' } }` resets
 * the connection of every request.
 *
 * @example
 * ```ts
 * import { createMockService, type FaultRule } from 'osdi-events/mock'
 *
 * const lost: FaultRule = { operation: 'events.create', nth: 1, when: 'after', effect: { kind: 'reset' } } // it is made, and nobody told
 * const slow: FaultRule = { method: 'GET', effect: { kind: 'latency', ms: { min: 50, max: 900 } } }
 * const service = createMockService()
 * for (const rule of [lost, slow]) service.faults.add(rule)
 * ```
 */
export interface FaultRule {
  /** Version of the interface. @default any */
  readonly version?: Version
  /** Names of the routing table, such as `events.list`, one or several. @default any */
  readonly operation?: OperationName | readonly OperationName[]
  /** HTTP method, in any case. @default any */
  readonly method?: string
  /** Whole path below the base address, without a query; `*` stands for anything, as in `/api/v2/events/*`. @default any */
  readonly path?: string
  /** Requests with this key alone, one that the service knows. @default any or none */
  readonly key?: KeyReference
  /**
   * Strikes from this request on, of those that have all the above; the first is 1. They are counted whether or not another
   * rule strikes them.
   * @default 1
   */
  readonly nth?: number
  /** How often it strikes at most. @default 1 where `nth` is given, else without end */
  readonly times?: number
  /**
   * `'before'`: the service has not acted when it strikes, and its state is untouched. `'after'`: the service has acted and
   * remembers it, but its answer is late, lost or spoilt.
   * @default 'before'
   */
  readonly when?: 'before' | 'after'
  /** What happens then. */
  readonly effect: FaultEffect
}

/** A rule in force. */
export interface Fault extends FaultRule {
  /** Its name for {@link MockFaults.remove}. */
  readonly id: string
  /** How often it has struck by now. */
  readonly hits: number
}

/** A rule as who put it into force holds it. */
export interface AddedFault extends Fault {
  /**
   * Waits until it has struck so often in all; at once where it has. It has struck when the request has come to it: where it
   * keeps callers waiting, they wait then.
   *
   * @param n - How often. @default 1
   * @throws `MockServiceError`: `'argument'` for an `n` that is no whole number from 1 up, or more than the rule's `times`;
   * `'unknown'` where the rule is removed, or the service is reset or restored, before it has struck so often.
   *
   * @example
   * ```ts
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const fault = service.faults.add({ effect: { kind: 'no-answer' } })
   * const stop = new AbortController()
   * const answer = service.fetch(`${service.baseUrl}/api/v2/events`, { signal: stop.signal })
   * await fault.hit()
   * stop.abort(new Error('enough')) // while it waits, and not before
   * await answer.catch((error: Error) => console.log(error.message)) // enough
   * ```
   */
  hit(n?: number): Promise<void>
}

/**
 * Failing on purpose. Of the rules that a request meets, latencies and new events strike first, in the order in which they
 * were added; then the first of the others does.
 */
export interface MockFaults {
  /** The rules in force, in the order in which they were added, as they are now; those that have struck often enough too. */
  readonly rules: readonly Fault[]
  /**
   * Puts a rule into force, until it is removed or the service is reset or restored. The `hits` of the fault that it returns
   * go on counting.
   *
   * @throws `MockServiceError` for a rule that is wrong, naming the member, such as `rule.effect.ms`.
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService({ events: 3 })
   * const events = new EventsV2({ baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch })
   * const fault = service.faults.add({ operation: 'events.list', times: 1, effect: { kind: 'status', status: 503 } })
   * console.log((await events.page(1)).total_records, fault.hits) // 3 1: the client asked again
   * ```
   */
  add(rule: FaultRule): AddedFault
  /**
   * Takes a rule out of force; false where it is not. Who waits because of it waits no more: a latency is over, and what
   * stalled breaks off as a reset.
   */
  remove(fault: Fault | string): boolean
  /** Takes every rule out of force. */
  clear(): void
}
