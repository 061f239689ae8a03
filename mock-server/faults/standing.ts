import type { Received } from '../http/received.ts'
import type { Fault, FaultEffect } from '../types.ts'
import type { CheckedRule } from './check-rule.ts'
import { matcherOf } from './matcher.ts'

/** A rule in force, and how often it has struck. */
export class StandingRule {
  readonly effect: FaultEffect
  readonly when: 'before' | 'after'
  /** The rule as its author holds it. */
  readonly fault: Fault
  readonly #fits: (received: Received) => boolean
  readonly #from: number
  readonly #most: number
  #seen = 0
  #hits = 0

  constructor(id: string, rule: CheckedRule) {
    const { nth, times = nth === undefined ? Number.POSITIVE_INFINITY : 1 } = rule
    this.effect = rule.effect
    this.when = rule.when ?? 'before'
    this.#fits = matcherOf(rule)
    this.#from = nth ?? 1
    this.#most = times
    const hits = () => this.#hits
    this.fault = Object.freeze({
      id,
      ...rule,
      get hits() {
        return hits()
      },
    })
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
}
