/** How many requests a client sends. */
export interface RateLimit {
  /** Requests in a second, more than 0: 4 sends one every 250 ms. */
  readonly perSecond: number
}

/** How many requests may wait in the row at once without running out of time: half of it is left for the answers. */
export const mostInRow = (rateLimit: RateLimit | undefined, ms: number): number =>
  rateLimit ? Math.max(1, Math.floor((rateLimit.perSecond * ms) / 2000)) : Number.POSITIVE_INFINITY

/** A place in the row: when its request is to leave, on the clock of `performance.now()`. */
export interface Place {
  at: number
}

/** How many times a second all who wait look whether somebody before them has left, at the most. */
const looks = 4_000

/**
 * Spaces requests evenly, in the order in which they came. It holds times and no promise or timer: some runtimes end a request's timers with
 * it, and whoever waited for them would wait for ever. So a place that nobody claims lapses, and who waits looks now and then
 * whether somebody before has left.
 */
export class Rate {
  readonly #interval: number
  readonly #row: Place[] = []
  #last = Number.NEGATIVE_INFINITY

  constructor({ perSecond }: RateLimit) {
    this.#interval = 1000 / perSecond
  }

  /** Takes the last place of the row. */
  enter(now: number): Place {
    while (this.#row[0] && this.#row[0].at + this.#interval < now) this.#row.shift()
    const place = { at: now }
    this.#row.push(place)
    return place
  }

  /**
   * Milliseconds until the place's turn, 0 where it is now.
   *
   * @param earliest a time before which no request may leave
   */
  due(place: Place, now: number, earliest: number): number {
    const before = this.#row[this.#row.indexOf(place) - 1]
    const free = before ? before.at + this.#interval : now
    place.at = Math.max(now, earliest, free, this.#last + this.#interval)
    return place.at - now
  }

  /** How long to sleep before looking again, of the milliseconds until the place's turn. */
  nap(place: Place, due: number): number {
    if (this.#row[0] === place) return due
    return Math.min(due, Math.max(this.#interval, (this.#row.length * 1000) / looks))
  }

  /** The request leaves now. */
  start(now: number): void {
    this.#last = now
  }

  /** Gives the place up, used or not. */
  leave(place: Place): void {
    const index = this.#row.indexOf(place)
    if (index >= 0) this.#row.splice(index, 1)
  }
}
