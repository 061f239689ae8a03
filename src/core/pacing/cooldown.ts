import { elapsed } from '../time.ts'
import { type RetryPolicy, retryAfterOf } from './retry.ts'

/** Milliseconds of rest after a 429 that does not say how long: limits are counted by the second. */
const restWithoutWord = 1_000

/**
 * The longest that one 429 keeps a client from asking again, in milliseconds, unless a call is willing to wait longer. A service, or
 * something before it, may ask for years.
 */
const longestRest = 60_000

/** Those who wait for a rest leave over so many milliseconds after it, and over twice as many where the next 429 follows soon. */
const firstSpread = 1_000
const longestSpread = 8_000
/** Milliseconds after a rest in which a 429 shows that those who waited for it came too fast. */
const soon = 10_000

/** How long a call waits: for a rest, and at all. */
export interface Waits {
  readonly retry: Pick<RetryPolicy, 'maxRetryAfter'>
  /** In milliseconds. */
  readonly totalTimeout: number
}

/** The rest that a 429 asked every request of a client for. */
export class CoolDown {
  #over = Number.NEGATIVE_INFINITY
  #asked = Number.NEGATIVE_INFINITY
  #headers = new Headers()
  #spread = firstSpread

  /** A request was answered 429 with these headers, which hold no key. An earlier rest that lasts longer stays. */
  begin(headers: Headers, { retry, totalTimeout }: Waits): void {
    const now = elapsed()
    const rest = retryAfterOf(headers) ?? restWithoutWord
    // What comes during a rest answers those who left before it.
    if (now >= this.#over) {
      this.#spread = now - this.#over < soon ? Math.min(longestSpread, this.#spread * 2) : firstSpread
    }
    if (now + rest >= this.#asked) this.#headers = headers
    this.#asked = Math.max(this.#asked, now + rest)
    this.#over = Math.max(
      this.#over,
      now + Math.min(rest, Math.max(longestRest, Math.min(retry.maxRetryAfter, totalTimeout))),
    )
  }

  /** Headers of the answer that asked for the rest. */
  get headers(): Headers {
    return this.#headers
  }

  /** When it is over, on the clock of `elapsed()`. */
  get over(): number {
    return this.#over
  }

  /** Milliseconds of it that are left, as the service asked for it; 0 where it is over. */
  left(now: number): number {
    return now < this.#over ? this.#asked - now : 0
  }

  /**
   * When one who waits for it is to leave: drawn, so that they do not come back all at once, clients of other processes among them.
   *
   * @param end when the one who waits has to be done, of which the draw takes half at the most
   */
  leave(end: number): number {
    return this.#over + Math.random() * Math.min(this.#spread, Math.max(0, end - this.#over) / 2)
  }
}
