import type { RateLimit } from '../options/options.ts'
import type { ResolvedCallOptions } from '../options/read-options.ts'
import { elapsed, sleep } from '../text/time.ts'
import { retryAfterOf } from './retry.ts'

/** How many requests can wait for their turn within `ms` milliseconds. Half of the time is left for the responses. */
export const maxInQueue = (rateLimit: RateLimit | undefined, ms: number): number =>
  rateLimit ? Math.max(1, Math.floor((rateLimit.perSecond * ms) / 2000)) : Infinity

/** Milliseconds of pause after a 429 without a readable `Retry-After`: most rate limits count requests per second. */
const defaultPause = 1_000

/**
 * The longest pause after a 429, in milliseconds, unless the options of the call allow a longer one. A service, or a proxy in front of it, may ask
 * for years.
 */
const maxPause = 60_000

/** After a pause, the waiting requests leave over this many milliseconds. If the next 429 follows soon, the time doubles, up to `maxSpread`. */
const firstSpread = 1_000
const maxSpread = 8_000
/** If a 429 comes within this many milliseconds after a pause, the spread doubles: the waiting requests left too fast. */
const spreadMemory = 10_000

/** The options that limit how long a call waits. */
type PauseOptions = Pick<ResolvedCallOptions, 'retry' | 'totalTimeout'>

/** The pause after a 429. It applies to all requests of a client. */
class Pause {
  /** When the pause is over, on the clock of {@link elapsed}. */
  over = -Infinity
  /** Headers of the 429 that asked for the latest end. */
  headers = new Headers()
  #asked = -Infinity
  #spread = firstSpread

  /**
   * Starts a pause after a 429. An earlier pause that ends later stays.
   *
   * @param headers of the 429, without keys
   */
  begin(headers: Headers, { retry, totalTimeout }: PauseOptions): void {
    const now = elapsed()
    const asked = retryAfterOf(headers) ?? defaultPause
    // A 429 during a pause answers a request that was sent before the pause, so the delays after pauses stay as they are.
    if (now >= this.over) {
      this.#spread = now - this.over < spreadMemory ? Math.min(maxSpread, this.#spread * 2) : firstSpread
    }
    if (now + asked >= this.#asked) this.headers = headers
    this.#asked = Math.max(this.#asked, now + asked)
    const longest = Math.max(maxPause, Math.min(retry.maxRetryAfter, totalTimeout))
    this.over = Math.max(this.over, now + Math.min(asked, longest))
  }

  /** Milliseconds until the end that the service asked for; the client itself may pause for less. 0 if the pause of the client is over. */
  left(now: number): number {
    return now < this.over ? this.#asked - now : 0
  }

  /**
   * When a waiting request is sent: the end of the pause plus a random delay. The delay spreads the requests of this process and of others.
   *
   * @param end the latest end of the call. The delay is at most half of the time from the end of the pause to `end`
   */
  leave(end: number): number {
    return this.over + Math.random() * Math.min(this.#spread, Math.max(0, end - this.over) / 2)
  }
}

/** Why a request cannot leave in time: a 429 asked for a pause (its headers), or too many requests wait before this one (`queue`). */
export type RateLimited = Headers | 'queue'

/** How long a request may wait before it leaves. */
export interface WaitLimits {
  readonly signal: AbortSignal | undefined
  /** The longest pause to wait for, in milliseconds. */
  readonly pause: number
  /** The request must leave before this time, on the clock of {@link elapsed}. */
  readonly end: number
}

/**
 * Decides when the requests of a client may leave: evenly spaced, first come, first served, and not before a pause is over. It stores only times. It
 * shares no timer or promise between calls: some runtimes (Workers) stop the timers of an incoming request when that request ends. A call that waits
 * for the timer of another request would never end.
 */
export class RateLimiter {
  /** Whether requests may leave at once: there is no rate limit and no pause. */
  isFree: boolean
  readonly #pause = new Pause()
  /** Milliseconds between two requests; 0 without a limit. */
  readonly #interval: number
  /** Times of the reserved slots, in ascending order, without the delay of `#delay`. */
  readonly #slots: number[] = []
  /** Milliseconds by which pauses have delayed all slots. */
  #delay = 0
  /** When the latest request left. */
  #last = -Infinity

  constructor(rateLimit: RateLimit | undefined) {
    this.isFree = rateLimit === undefined
    this.#interval = rateLimit ? 1000 / rateLimit.perSecond : 0
  }

  /**
   * Starts a pause after a 429.
   *
   * @param headers of the 429, without keys
   */
  pause(headers: Headers, waits: PauseOptions): void {
    this.isFree = false
    this.#pause.begin(headers, waits)
    const [first] = this.#slots
    if (first !== undefined) this.#delay += Math.max(0, this.#pause.over - Math.max(elapsed(), first + this.#delay))
  }

  /**
   * Waits until a request may leave.
   *
   * @returns undefined if the request may leave now; or why it cannot leave in time, as soon as that is known
   * @throws the signal's own reason
   */
  async acquire({ signal, pause: longest, end }: WaitLimits): Promise<RateLimited | undefined> {
    const slot = this.#interval > 0 ? this.#reserve(elapsed()) : undefined
    let [awaited, leave] = [-Infinity, -Infinity]
    try {
      for (;;) {
        const now = elapsed()
        const { over } = this.#pause
        if (this.#pause.left(now) > longest || over >= end) return this.#pause.headers
        if (slot === undefined && now >= over) this.isFree = true
        else if (slot === undefined && over !== awaited) {
          awaited = over
          leave = this.#pause.leave(end)
        }
        // If the request before this one left late, this one still keeps the interval.
        const at = slot === undefined ? leave : Math.max(slot + this.#delay, this.#last + this.#interval)
        if (at <= now) {
          this.#last = now
          return undefined
        }
        if (at >= end) return 'queue'
        await sleep(at - now, signal)
      }
    } finally {
      if (slot !== undefined) this.#release(slot)
    }
  }

  /** Milliseconds until a retry: `wait`, or until the pause is over if that is later. Undefined if the call does not wait that long. */
  retryIn(wait: number, { pause: longest, end }: WaitLimits): number | undefined {
    const now = elapsed()
    const pause = this.#pause
    // With a rate limit, the slots already space the requests after a pause.
    const leave = now >= pause.over || this.#interval > 0 ? pause.over : pause.leave(end)
    const whole = Math.max(wait, leave - now)
    return now + whole < end && pause.left(now) <= longest ? whole : undefined
  }

  #reserve(now: number): number {
    const slots = this.#slots
    // Drop stale slots: their calls never leave, because the runtime stopped their timers.
    while (slots[0] !== undefined && slots[0] + this.#delay < now - this.#interval) slots.shift()
    const earliest = Math.max(now, this.#pause.over, this.#last + this.#interval) - this.#delay
    const slot = Math.max(earliest, (slots.at(-1) ?? -Infinity) + this.#interval)
    slots.push(slot)
    return slot
  }

  #release(slot: number): void {
    const index = this.#slots.indexOf(slot)
    if (index >= 0) this.#slots.splice(index, 1)
  }
}
