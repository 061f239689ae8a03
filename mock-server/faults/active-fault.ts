import type { ReceivedRequest } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import { randomFrom } from '../store/ids.ts'
import type { AddedFault, FaultEffect } from '../types/index.ts'
import { validate, wholeNumber } from '../validate.ts'
import { matcherOf } from './match.ts'
import type { CheckedRule } from './rule.ts'
import { Waits } from './waits.ts'

/** An active fault. Counts the requests that match its rule, and the requests to which it applied. Has the waits of requests. */
export class ActiveFault {
  readonly id: string
  readonly effect: FaultEffect
  readonly when: 'before' | 'after'
  /** The object that `service.faults.add` returns. */
  readonly handle: AddedFault
  readonly waits: Waits
  readonly #seed: string
  readonly #fits: (received: ReceivedRequest) => boolean
  readonly #firstMatch: number
  readonly #maxHits: number
  #matches = 0
  /** Number of hits that are reserved for requests in progress. */
  #reserved = 0
  #hits = 0
  #isActive = true
  /** This promise resolves when the fault applies or is removed. Then a new promise replaces it. */
  #change = Promise.withResolvers<void>()

  /** The fault calls `notify` when a request starts or ends to wait. */
  constructor(id: string, rule: CheckedRule, seed: string, notify: () => void) {
    const { nth, times = nth === undefined ? Number.POSITIVE_INFINITY : 1 } = rule
    this.id = id
    this.waits = new Waits(notify)
    this.effect = rule.effect
    this.when = rule.when ?? 'before'
    this.#seed = seed
    this.#fits = matcherOf(rule)
    this.#firstMatch = nth ?? 1
    this.#maxHits = times
    const hits = { get: () => this.#hits, enumerable: true }
    // The method is not enumerable, so that copies and JSON of a fault are plain data.
    const hit = { value: (count?: number) => this.#hit(count) }
    this.handle = Object.freeze(Object.defineProperties({ id, ...rule }, { hits, hit }) as AddedFault)
  }

  get isActive(): boolean {
    return this.#isActive
  }

  /** The duration of a latency in milliseconds: for a range, a new random duration each time. */
  get milliseconds(): number {
    const { effect } = this
    if (effect.kind !== 'latency') return 0
    if (typeof effect.ms === 'number') return effect.ms
    const { min, max } = effect.ms
    const random = randomFrom(`${this.#seed} ${this.#hits}`)
    return Math.round(min + (random() / 2 ** 32) * (max - min))
  }

  /** Returns whether the fault can apply to a request. Counts the request if it meets the rule's conditions. */
  matches(received: ReceivedRequest): boolean {
    if (!this.#fits(received)) return false
    this.#matches += 1
    return this.#matches >= this.#firstMatch && this.#hits + this.#reserved < this.#maxHits
  }

  /** Reserves a hit for a request, to which the fault may apply later. */
  reserve(): void {
    this.#reserved += 1
  }

  /** Frees a reserved hit, because the fault did not apply. */
  release(): void {
    this.#reserved -= 1
  }

  /** Turns a reserved hit into a counted hit, because the fault applies. */
  apply(): void {
    this.#reserved -= 1
    this.#hits += 1
    this.#changed()
  }

  /** Ends the fault, and all waits that it caused. */
  end(): void {
    this.#isActive = false
    this.waits.end('removed')
    this.#changed()
  }

  #changed(): void {
    this.#change.resolve()
    this.#change = Promise.withResolvers()
  }

  #hit(count?: number): Promise<void> {
    const hit = this.#reach(count)
    // Avoids an unhandled rejection, because a test may end without awaiting the promise.
    hit.catch(() => {})
    return hit
  }

  async #reach(count = 1): Promise<void> {
    validate(wholeNumber(1), count, 'n', 'argument')
    if (count > this.#maxHits) {
      const problem = `must be ${this.#maxHits} at most, for the fault applies no more often`
      throw new MockServiceError('argument', 'n', problem)
    }
    while (this.#hits < count) {
      if (!this.#isActive) {
        const problem = `${this.id} was removed after ${this.#hits} of ${count} hits`
        throw new MockServiceError('unknown', 'fault', problem)
      }
      await this.#change.promise
    }
  }
}
