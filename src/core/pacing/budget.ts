import { elapsed } from '../time.ts'

/** Further attempts that a client may make at once beyond those that led to success. */
const most = 20

/** Milliseconds after which one that was spent comes back by itself. */
const renewal = 1_000

/**
 * The further attempts that the calls of a client share, so that an outage is not multiplied by the number of its calls: once they are
 * spent, a call that fails has failed. What a successful call took comes back.
 */
export class RetryBudget {
  #left = most
  #counted = elapsed()

  /** Takes one, if there is one. */
  take(): boolean {
    const now = elapsed()
    this.giveBack((now - this.#counted) / renewal)
    this.#counted = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  giveBack(count: number): void {
    this.#left = Math.min(most, this.#left + count)
  }
}
