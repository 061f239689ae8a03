import type { ReceivedRequest } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import { getIn } from '../text/json.ts'
import type { AddedFault, Fault, FaultRule, MockFaults } from '../types/index.ts'
import { ActiveFault } from './active-fault.ts'
import { NewEvents } from './effects.ts'
import { checkRule } from './rule.ts'

/** The faults that match a request. In each of them a hit is reserved for the request. */
export interface MatchedFaults {
  /** `latency` and `new-events` faults, in the order in which they were added. */
  readonly first: readonly ActiveFault[]
  /** The first fault of another kind, which decides the response. */
  readonly last: ActiveFault | undefined
}

/** The active faults of a service. */
export class FaultList {
  readonly #context: () => Context
  readonly #seed: string
  readonly #notify: () => void
  /** Active faults, in the order in which they were added. */
  #active: readonly ActiveFault[] = []
  #added = 0
  #newEvents: NewEvents

  /** The list calls `notify` after every change. */
  constructor(context: () => Context, seed: string, notify: () => void) {
    this.#context = context
    this.#seed = `${seed} faults`
    this.#notify = notify
    this.#newEvents = new NewEvents(this.#seed)
  }

  get newEvents(): NewEvents {
    return this.#newEvents
  }

  /** How many requests wait because of a fault. */
  get waiting(): number {
    return this.#active.reduce((sum, { waits }) => sum + waits.count, 0)
  }

  /** The public interface of the list: `service.faults`. */
  get handle(): MockFaults {
    const rules = () => Object.freeze(this.#active.map(({ handle }) => Object.freeze({ ...handle })))
    return Object.freeze({
      get rules() {
        return rules()
      },
      add: (rule: FaultRule) => this.#add(rule),
      remove: (fault: Fault | string) => this.#remove(fault),
      clear: () => this.#end(this.#active),
    })
  }

  /**
   * Finds the faults that match a request, and reserves a hit in each. Undefined if no fault matches. Each fault counts the request, if it
   * meets the rule's conditions.
   */
  match(received: ReceivedRequest): MatchedFaults | undefined {
    const matching = this.#active.filter((fault) => fault.matches(received))
    if (matching.length === 0) return undefined
    const isFirst = ({ effect: { kind } }: ActiveFault) => kind === 'latency' || kind === 'new-events'
    const first = matching.filter(isFirst)
    const last = matching.find((fault) => !isFirst(fault))
    for (const fault of first) fault.reserve()
    last?.reserve()
    return { first, last }
  }

  /** Removes all faults, after a reset or restore of the service. */
  restart(): void {
    this.#end(this.#active)
    this.#newEvents = new NewEvents(this.#seed)
  }

  /** Ends the waits of all requests; with `signals`, only of requests with one of these signals. The faults stay active. */
  endWaits(signals?: ReadonlySet<AbortSignal | undefined>): void {
    for (const fault of this.#active) fault.waits.end('closing', signals)
  }

  #add(rule: FaultRule): AddedFault {
    const checked = checkRule(this.#context(), rule)
    this.#added += 1
    const fault = new ActiveFault(`fault-${this.#added}`, checked, this.#seed, this.#notify)
    this.#active = [...this.#active, fault]
    this.#notify()
    return fault.handle
  }

  #remove(reference: Fault | string): boolean {
    const id = getIn(reference, 'id') ?? reference
    if (typeof id !== 'string') throw new MockServiceError('argument', 'fault', 'must be a fault or its id')
    const removed = this.#active.filter((fault) => fault.id === id)
    if (removed.length > 0) this.#end(removed)
    return removed.length > 0
  }

  #end(ended: readonly ActiveFault[]): void {
    this.#active = this.#active.filter((fault) => !ended.includes(fault))
    for (const fault of ended) fault.end()
    this.#notify()
  }
}
