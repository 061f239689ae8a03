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
  /** When its request is to leave, on the clock of `performance.now()`. */
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
