import { MockServiceError } from '../errors.ts'
import type { Received } from '../http/received.ts'
import type { AddedFault, FaultEffect } from '../types.ts'
import { type CheckedRule, checkCount } from './check-rule.ts'
import { matcherOf } from './matcher.ts'

/** Somebody who waits until a rule has struck so often. */
interface Waiting {
  readonly count: number
  readonly resolve: () => void
  readonly reject: (error: MockServiceError) => void
}

/** A rule in force, and how often it has struck. */
export class StandingRule {
  readonly effect: FaultEffect
  readonly when: 'before' | 'after'
  /** The rule as its author holds it. */
  readonly fault: AddedFault
  readonly #fits: (received: Received) => boolean
  readonly #from: number
  readonly #most: number
  #seen = 0
  #hits = 0
  /** Hits that are no more taken back. */
  #struck = 0
  #isRemoved = false
  readonly #waiting = new Set<Waiting>()

  constructor(id: string, rule: CheckedRule) {
    const { nth, times = nth === undefined ? Number.POSITIVE_INFINITY : 1 } = rule
    this.effect = rule.effect
    this.when = rule.when ?? 'before'
    this.#fits = matcherOf(rule)
    this.#from = nth ?? 1
    this.#most = times
    const hits = () => this.#hits
    const fault = {
      id,
      ...rule,
      get hits() {
        return hits()
      },
    }
    // No data: copies and texts of a fault do without it.
    const hit = { value: (count: number = 1) => this.#hit(count) }
    this.fault = Object.freeze(Object.defineProperty(fault, 'hit', hit) as AddedFault)
  }

  /** Whether it will never strike again. */
  get spent(): boolean {
    return this.#hits >= this.#most
  }

  /** Counts a request, and says whether it is the rule's to strike. */
  meets(received: Received): boolean {
    if (!this.#fits(received)) return false
    this.#seen += 1
    return this.#seen >= this.#from && !this.spent
  }

  strike(): void {
    this.#hits += 1
  }

  /** It did not come to strike, or there was nothing for it to spoil. */
  miss(): void {
    this.#hits -= 1
  }

  /** A hit that is counted already came about. */
  struck(): void {
    this.#struck += 1
    for (const waiting of this.#waiting) {
      if (this.#struck < waiting.count) continue
      this.#waiting.delete(waiting)
      waiting.resolve()
    }
  }

  /** It is in force no more: nobody needs to wait for it. */
  removed(): void {
    this.#isRemoved = true
    for (const { count, reject } of this.#waiting) reject(this.#gone(count))
    this.#waiting.clear()
  }

  #hit(count: number): Promise<void> {
    const hit = new Promise<void>((resolve, reject) => {
      checkCount(count, 'n')
      if (count > this.#most) {
        throw new MockServiceError('argument', 'n', `must be ${this.#most} at most, for the rule strikes no more often`)
      }
      if (this.#struck >= count) resolve()
      else if (this.#isRemoved) throw this.#gone(count)
      else this.#waiting.add({ count, resolve, reject })
    })
    // A test may end without having waited for it.
    hit.catch(() => {})
    return hit
  }

  #gone(count: number): MockServiceError {
    const how = `was taken out of force when it had struck ${this.#struck} of ${count} times`
    return new MockServiceError('unknown', 'fault', `${this.fault.id} ${how}`)
  }
}
