import { elapsed } from '../time.ts'
import { RetryBudget } from './budget.ts'
import { CoolDown } from './cooldown.ts'
import { sleep } from './deadline.ts'
import { Rate, type RateLimit } from './rate.ts'

/** What keeps a request from being sent in time: a rest that the service asked for, or the requests before it. */
export type Hindrance = 'rest' | 'row'

/** How long one who waits for a turn is willing to. */
export interface Patience {
  readonly signal: AbortSignal | undefined
  /** The longest rest to wait for, in milliseconds. */
  readonly rest: number
  /** When the turn has to have come, on the clock of {@link elapsed}. */
  readonly end: number
}

/** What the calls of a client share: times and counters. Every call sleeps on a timer of its own. */
export class Traffic {
  readonly coolDown = new CoolDown()
  readonly #budget = new RetryBudget()
  readonly #rate: Rate | undefined

  constructor(rateLimit: RateLimit | undefined) {
    this.#rate = rateLimit && new Rate(rateLimit)
  }

  /** Whether a request may leave at once: there is no row, and no rest. */
  isFree(end: number): boolean {
    const { over } = this.coolDown
    return !this.#rate && over < end && over <= elapsed()
  }

  /**
   * Waits until a request may leave. Where a redirect leads to, the request comes before those that have not been sent at all.
   *
   * @returns what keeps it from leaving in time, as soon as that is known
   * @throws the signal's own reason
   */
  async turn({ signal, rest, end }: Patience, which: 'first' | 'redirected'): Promise<Hindrance | undefined> {
    const rate = this.#rate
    const { coolDown } = this
    const place = rate?.enter(elapsed(), which === 'redirected')
    let [awaited, leave] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
    try {
      for (;;) {
        const now = elapsed()
        const { over } = coolDown
        if (coolDown.left(now) > rest || over >= end) return 'rest'
        if (now < over && over !== awaited) {
          awaited = over
          leave = coolDown.leave(end)
        }
        const due = place && rate ? rate.due(place, now, over) : leave - now
        if (due <= 0) {
          rate?.start(now)
          return undefined
        }
        if (now + due >= end) return 'row'
        await sleep(place && rate ? rate.nap(place, due) : due, signal)
      }
    } finally {
      if (place) rate?.leave(place)
    }
  }

  /** How long to wait for another attempt, which then is taken from the budget; undefined where there is to be none. */
  plan(wait: number, { rest, end }: Patience): number | undefined {
    const now = elapsed()
    const { coolDown } = this
    // A row spaces those who come back from a rest by itself.
    const leave = now >= coolDown.over || this.#rate ? coolDown.over : coolDown.leave(end)
    const whole = Math.max(wait, leave - now)
    return now + whole < end && coolDown.left(now) <= rest && this.#budget.take() ? whole : undefined
  }

  /** So many further attempts led to success, or were not made. */
  giveBack(furtherAttempts: number): void {
    this.#budget.giveBack(furtherAttempts)
  }
}
