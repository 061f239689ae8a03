import { elapsed, sleep } from '../base/time.ts'
import type { RateLimit } from '../options/client-options.ts'
import type { ResolvedCallOptions } from '../options/read-options.ts'
import { retryAfterOf } from './retry.ts'

/** Milliseconds of pause after a 429 without a readable `Retry-After`. One second, because most rate limits count requests per second. */
const defaultPause = 1_000

/**
 * The longest pause after a 429, in milliseconds. The options of a call may allow a longer one. Without this limit, a wrong `Retry-After` could stop
 * the client for years.
 */
const maxPause = 60_000

/**
 * After a pause, the client spreads the waiting requests over this many milliseconds. If another 429 follows soon, it doubles this time, up to
 * `maxSpread`.
 */
const firstSpread = 1_000
const maxSpread = 8_000
/** If a 429 comes within this many milliseconds after a pause, the client sent the waiting requests too fast, so it doubles the spread. */
const spreadMemory = 10_000

/** The options that limit how long a call waits. */
type PauseOptions = Pick<ResolvedCallOptions, 'retry' | 'totalTimeout'>

/** The pause after a 429. It applies to all requests of a client. */
class Pause {
  /** The time when the pause ends, on the clock of {@link elapsed}. */
  over = -Infinity
  /** Headers of the 429 response whose `Retry-After` ends last. */
  headers = new Headers()
  #asked = -Infinity
  #spread = firstSpread

  /**
   * Starts a pause after a 429. If a running pause ends later than the new one, the running pause stays.
   *
   * @param headers of the 429, without keys
   */
  begin(headers: Headers, { retry, totalTimeout }: PauseOptions): void {
    const now = elapsed()
    const asked = retryAfterOf(headers) ?? defaultPause
    // During a pause, a 429 can only answer a request that left before the pause. It says nothing about the spread.
    if (now >= this.over) {
      this.#spread = now - this.over < spreadMemory ? Math.min(maxSpread, this.#spread * 2) : firstSpread
    }
    if (now + asked >= this.#asked) this.headers = headers
    this.#asked = Math.max(this.#asked, now + asked)
    const longest = Math.max(maxPause, Math.min(retry.maxRetryAfter, totalTimeout))
    this.over = Math.max(this.over, now + Math.min(asked, longest))
  }

  /** During a pause: milliseconds until the end of the `Retry-After`, which may be later than the end of the pause. Without a pause: 0. */
  left(now: number): number {
    return now < this.over ? this.#asked - now : 0
  }

  /**
   * Chooses the time to send a waiting request: the end of the pause plus a random delay. So the waiting requests do not all leave at the same time.
   *
   * @param end the time when the call must end. The delay is at most half of the time between the end of the pause and `end`
   */
  leave(end: number): number {
    return this.over + Math.random() * Math.min(this.#spread, Math.max(0, end - this.over) / 2)
  }
}

/**
 * Services count the requests that arrive in a second. A request arrives some time after it leaves, later if it opens the connection, and surely
 * before its response begins. So it counts from then on for a second. It counts from this many milliseconds after it left if its response takes longer,
 * because a slow response says nothing about the arrival.
 */
const latestArrival = 500
const second = 1_000

/** Why a request cannot leave in time. `Headers`: of the 429 response that asked for a pause. `'queue'`: too many requests wait before this one. */
export type RateLimited = Headers | 'queue'

/** How long a request may wait before it leaves. */
export interface WaitLimits {
  readonly signal: AbortSignal | undefined
  /** The longest pause, in milliseconds, for which the request waits. */
  readonly pause: number
  /** The request must leave before this time, on the clock of {@link elapsed}. */
  readonly end: number
}

/** A request that has left under a rate limit: its number, from 0. */
export type Departure = number

/**
 * Decides when the requests of a client may leave: evenly spaced, at most as many as the rate limit allows in any second as the service counts it,
 * first come, first served, and not before a pause is over. It stores only times, and each call has its own timer: when Cloudflare Workers end an
 * incoming request, they stop its timers. A call that waited for such a timer would never end.
 */
export class RateLimiter {
  /** Whether requests may leave at once: there is no rate limit and no pause. */
  isFree: boolean
  readonly #pause = new Pause()
  /** Milliseconds between two requests; 0 without a limit. */
  readonly #interval: number
  /** The most requests that the service may count in any second. */
  readonly #most: number
  /** The times that waiting requests have reserved, in ascending order. A request leaves `#delay` milliseconds after its time. */
  readonly #slots: number[] = []
  /** Sum of all pauses and other delays, in milliseconds. Each time in `#slots` is later by this sum. */
  #delay = 0
  /** The time when the latest request left. */
  #last = -Infinity
  /** Number of requests that have left. */
  #departed = 0
  /** Until when the service may count each of the latest `#most` requests. A request has the place that its number leaves after division by `#most`. */
  readonly #counted: number[] = []

  constructor(rateLimit: RateLimit | undefined) {
    this.isFree = rateLimit === undefined
    this.#interval = rateLimit ? 1000 / rateLimit.perSecond : 0
    this.#most = Math.ceil(rateLimit?.perSecond ?? 1)
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
   * @returns undefined if the request may leave now; with a rate limit, its number. As soon as it is clear that the request cannot leave in time: the
   * reason
   * @throws the signal's own reason
   */
  async acquire({ signal, pause: longest, end }: WaitLimits): Promise<RateLimited | Departure | undefined> {
    const slot = this.#interval > 0 ? this.#reserve(elapsed()) : undefined
    let awaited = -Infinity
    let leave = -Infinity
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
        const at = slot === undefined ? leave : this.#turnOf(slot, now)
        if (at <= now) return slot === undefined ? undefined : this.#depart(now)
        if (at >= end) return 'queue'
        await sleep(at - now, signal)
      }
    } finally {
      if (slot !== undefined) this.#release(slot)
    }
  }

  /** Milliseconds until a retry: `wait`, or more if a pause ends later. Undefined if the call cannot wait that long. */
  retryIn(wait: number, { pause: longest, end }: WaitLimits): number | undefined {
    const now = elapsed()
    const pause = this.#pause
    // With a rate limit, `acquire` already sends the requests after a pause one by one.
    const leave = now >= pause.over || this.#interval > 0 ? pause.over : pause.leave(end)
    const whole = Math.max(wait, leave - now)
    return now + whole < end && pause.left(now) <= longest ? whole : undefined
  }

  /** Notes that the response to a request has begun. */
  responded(departure: Departure): void {
    const place = departure % this.#most
    // A later request may have taken the place.
    if (this.#departed - departure > this.#most) return
    this.#counted[place] = Math.min(this.#counted[place] ?? Infinity, elapsed() + second)
  }

  /**
   * The time when the request with this slot may leave. If that is later than its slot, because earlier requests left late or may still be counted, all
   * requests behind it wait as much longer.
   */
  #turnOf(slot: number, now: number): number {
    const due = slot + this.#delay
    // Earlier, a response could still come, and the request could leave sooner.
    if (due > now) return due
    const counted = this.#counted[this.#departed % this.#most] ?? -Infinity
    const turn = Math.max(now, this.#last + this.#interval, counted)
    this.#delay += turn - due
    return turn
  }

  #depart(now: number): Departure {
    this.#last = now
    this.#counted[this.#departed % this.#most] = now + latestArrival + second
    return this.#departed++
  }

  #reserve(now: number): number {
    const slots = this.#slots
    // Removes times that have passed. Their requests never leave, because the runtime stopped their timers.
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
