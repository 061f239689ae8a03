import { MockServiceError } from './errors.ts'
import type { Instant } from './model.ts'

/** Where the service gets its time from. */
export interface Clock {
  now(): Instant
  /** Called after every write. */
  tick(): void
  /** Moves on by milliseconds. */
  advance(by: number): void
}

const second = 1000
// The last second that a date-time of four-digit years can show.
const end = Date.UTC(9999, 11, 31, 23, 59, 59)

/** A clock that moves one second with every write, when it is told to, and never by itself. */
export class ManualClock implements Clock {
  #now: Instant
  #advanced = 0

  constructor(start: Instant) {
    this.#now = start
  }

  now(): Instant {
    return this.#now
  }

  /** At the end of time a write is still stored. */
  tick(): void {
    this.#now = Math.min(this.#now + second, end)
  }

  advance(by: number): void {
    if (this.#now + by > end) throw new MockServiceError('argument', 'duration', 'goes beyond the year 9999')
    this.#now += by
    this.#advanced += by
  }

  /** Milliseconds that it was moved on by, writes not counted. */
  get advanced(): number {
    return this.#advanced
  }

  /** Puts it to a moment; only seeding does, to date its events back. */
  set(to: Instant): void {
    this.#now = to
  }
}

const duration = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const units = [7 * 86_400_000, 86_400_000, 3_600_000, 60_000, second]

/** Milliseconds of an ISO 8601 duration without years and months, which have no fixed length. */
export function millisecondsOf(text: string): number {
  const parts = typeof text === 'string' ? duration.exec(text) : null
  if (!parts)
    throw new MockServiceError(
      'argument',
      'duration',
      'must be an ISO 8601 duration such as PT24H or P1DT2H; a fraction may stand in seconds alone, as in PT1.5S',
    )
  return units.reduce((sum, unit, index) => sum + Math.round(unit * Number(parts[index + 1] ?? 0)), 0)
}

/** Writes a moment as the service writes the times it makes. */
export function timestamp(instant: Instant, precision: 'seconds' | 'milliseconds' = 'seconds'): string {
  const text = new Date(instant).toISOString()
  return precision === 'seconds' ? text.replace(/\.\d+Z$/, 'Z') : text
}
