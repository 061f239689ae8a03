import { elapsed } from '../time.ts'
import { RetryBudget, type RetryPolicy, retryAfterOf } from './retry.ts'
import { sleep } from './timeout.ts'

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

/** How many requests a client sends. */
export interface RateLimit {
  /** Requests in a second, more than 0: 4 sends one every 250 ms. */
  readonly perSecond: number
}

/** How many requests may wait in the row at once without running out of time: half of it is left for the answers. */
export const mostInRow = (rateLimit: RateLimit | undefined, ms: number): number =>
  rateLimit ? Math.max(1, Math.floor((rateLimit.perSecond * ms) / 2000)) : Number.POSITIVE_INFINITY

/** A place in the row. */
export interface RowPlace {
  /** When its request is to leave, on the clock of {@link elapsed}. */
  at: number
  /** Since when somebody behind has seen that it is late. */
  late?: number | undefined
  /** Whether it came before those who wait for their first request. */
  readonly ahead: boolean
}

/** How many times a second all who wait look whether somebody before them has left, at the most. */
const looks = 4_000

/** Milliseconds that a late place has at least, after somebody saw that it is. */
const grace = 1_000

/**
 * Spaces requests evenly, in the order in which they came. It holds times and no promise or timer: some runtimes end a request's timers with
 * it, and whoever waited for them would wait for ever. So a place that nobody claims lapses, and who waits looks now and then
 * whether somebody before has left. In a busy program every timer is late: a place lapses only some time after
 * one behind it saw that it is late.
 */
export class Rate {
  readonly #interval: number
  readonly #row: RowPlace[] = []
  #last = Number.NEGATIVE_INFINITY

  constructor({ perSecond }: RateLimit) {
    this.#interval = 1000 / perSecond
  }

  /** Takes the last place of the row, or the last one of those ahead of it. */
  enter(now: number, ahead = false): RowPlace {
    const place = { at: now, ahead }
    const index = ahead ? this.#row.findIndex((other) => !other.ahead) : -1
    this.#row.splice(index < 0 ? this.#row.length : index, 0, place)
    return place
  }

  /**
   * Milliseconds until the place's turn, 0 where it is now.
   *
   * @param earliest a time before which no request may leave
   */
  due(place: RowPlace, now: number, earliest: number): number {
    place.late = undefined
    this.#lapse(place, now)
    const before = this.#row[this.#row.indexOf(place) - 1]
    const free = before ? Math.max(before.at, now) + this.#interval : now
    place.at = Math.max(now, earliest, free, this.#last + this.#interval)
    return place.at - now
  }

  /** Drops who should have left before this place, and did not although there was time. */
  #lapse(place: RowPlace, now: number): void {
    for (const other of this.#row) {
      if (other === place || other.at >= now) break
      other.late ??= now
    }
    while (now - (this.#row[0]?.late ?? now) >= Math.max(grace, this.#interval)) this.#row.shift()
  }

  /** How long to sleep before looking again, of the milliseconds until the place's turn. */
  nap(place: RowPlace, due: number): number {
    if (this.#row[0] === place) return due
    return Math.min(due, Math.max(this.#interval, (this.#row.length * 1000) / looks))
  }

  /** The request leaves now. */
  start(now: number): void {
    this.#last = now
  }

  /** Gives the place up, used or not. */
  leave(place: RowPlace): void {
    const index = this.#row.indexOf(place)
    if (index >= 0) this.#row.splice(index, 1)
  }
}

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

  /** When it is over, on the clock of {@link elapsed}. */
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
