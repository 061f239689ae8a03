import type { RateLimit } from '../options/options.ts'
import type { ResolvedCallOptions } from '../options/read-options.ts'
import { elapsed, sleep } from '../text/time.ts'
import { retryAfterOf } from './retry.ts'

/** How many requests may wait at once without running out of time: half of it is left for the responses. */
export const maxInQueue = (rateLimit: RateLimit | undefined, ms: number): number =>
  rateLimit ? Math.max(1, Math.floor((rateLimit.perSecond * ms) / 2000)) : Infinity

/** Milliseconds of pause after a 429 that does not say how long: limits are counted by the second. */
const pauseWithoutWord = 1_000

/**
 * The longest that one 429 keeps a client from asking again, in milliseconds, unless a call is willing to wait longer. A service, or
 * something before it, may ask for years.
 */
const maxPause = 60_000

/** Those who wait for the end of a pause leave over so many milliseconds after it, and over twice as many where the next 429 follows soon. */
const firstSpread = 1_000
const maxSpread = 8_000
/** Milliseconds after a pause in which a 429 shows that those who waited for it came too fast. */
const soon = 10_000

/** How long a call waits: for a pause, and at all. */
type Waits = Pick<ResolvedCallOptions, 'retry' | 'totalTimeout'>

/** The pause that a 429 asked every request of a client for. */
class Pause {
  /** When it is over, on the clock of {@link elapsed}. */
  over = -Infinity
  /** Headers of the response that asked for it. */
  headers = new Headers()
  #asked = -Infinity
  #spread = firstSpread

  /** A request was answered 429 with these headers, which hold no key. An earlier pause that lasts longer stays. */
  begin(headers: Headers, { retry, totalTimeout }: Waits): void {
    const now = elapsed()
    const asked = retryAfterOf(headers) ?? pauseWithoutWord
    // What comes during a pause answers those who left before it.
    if (now >= this.over) {
      this.#spread = now - this.over < soon ? Math.min(maxSpread, this.#spread * 2) : firstSpread
    }
    if (now + asked >= this.#asked) this.headers = headers
    this.#asked = Math.max(this.#asked, now + asked)
    const longest = Math.max(maxPause, Math.min(retry.maxRetryAfter, totalTimeout))
    this.over = Math.max(this.over, now + Math.min(asked, longest))
  }

  /** Milliseconds of it that are left, as the service asked for it; 0 where it is over. */
  left(now: number): number {
    return now < this.over ? this.#asked - now : 0
  }

  /**
   * When one who waits for it is to leave: drawn, so that they do not come back all at once, clients of other processes among them.
   *
   * @param end when the one who waits has to be done, of which the draw takes half at the most
   */
  leave(end: number): number {
    return this.over + Math.random() * Math.min(this.#spread, Math.max(0, end - this.over) / 2)
  }
}

/** What keeps a request from leaving in time: a response that asked for a pause, by its headers, or those before it. */
export type RateLimited = Headers | 'queue'

/** How long one who waits for a turn is willing to. */
export interface WaitLimits {
  readonly signal: AbortSignal | undefined
  /** The longest pause to wait for, in milliseconds. */
  readonly pause: number
  /** When the turn has to have come, on the clock of {@link elapsed}. */
  readonly end: number
}

/**
 * Says when the requests of a client may leave: evenly spaced, first come first served, and not before a pause is over. It holds times and no
 * promise or timer: some runtimes end a request's timers with it, and whoever waited for them would wait for ever.
 */
export class RateLimiter {
  /** Whether every request may leave at once: there is no limit, and no pause. */
  isFree: boolean
  readonly #pause = new Pause()
  /** Milliseconds between two requests; 0 without a limit. */
  readonly #interval: number
  /** Slots that are taken and to come, in their order, as they would be without pauses. */
  readonly #slots: number[] = []
  /** Milliseconds by which pauses have put all slots off. */
  #putOff = 0
  #last = -Infinity

  constructor(rateLimit: RateLimit | undefined) {
    this.isFree = rateLimit === undefined
    this.#interval = rateLimit ? 1000 / rateLimit.perSecond : 0
  }

  /** A request was answered 429 with these headers, which hold no key. */
  pause(headers: Headers, waits: Waits): void {
    this.isFree = false
    this.#pause.begin(headers, waits)
    const [first] = this.#slots
    if (first !== undefined) this.#putOff += Math.max(0, this.#pause.over - Math.max(elapsed(), first + this.#putOff))
  }

  /**
   * Waits until a request may leave.
   *
   * @returns what keeps it from leaving in time, as soon as that is known
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
        // Whoever leaves late keeps the distance to the next.
        const at = slot === undefined ? leave : Math.max(slot + this.#putOff, this.#last + this.#interval)
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

  /** When a call may make another attempt after so many milliseconds: those and a pause; undefined where that is longer than it waits. */
  retryIn(wait: number, { pause: longest, end }: WaitLimits): number | undefined {
    const now = elapsed()
    const pause = this.#pause
    // Slots space those who come back from a pause by themselves.
    const leave = now >= pause.over || this.#interval > 0 ? pause.over : pause.leave(end)
    const whole = Math.max(wait, leave - now)
    return now + whole < end && pause.left(now) <= longest ? whole : undefined
  }

  #reserve(now: number): number {
    const slots = this.#slots
    // Some that nobody came for: their timers have ended with the request that set them.
    while (slots[0] !== undefined && slots[0] + this.#putOff < now - this.#interval) slots.shift()
    const earliest = Math.max(now, this.#pause.over, this.#last + this.#interval) - this.#putOff
    const slot = Math.max(earliest, (slots.at(-1) ?? -Infinity) + this.#interval)
    slots.push(slot)
    return slot
  }

  #release(slot: number): void {
    const index = this.#slots.indexOf(slot)
    if (index >= 0) this.#slots.splice(index, 1)
  }
}
