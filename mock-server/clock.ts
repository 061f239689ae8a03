import { MockServiceError } from './errors.ts'
import { type Instant, wallTime } from './time.ts'

/** What a snapshot holds of a clock. */
export interface ClockState {
  readonly now: Instant
  /** Milliseconds that it was moved on by, writes not counted. */
  readonly advanced: number
}

const second = 1000
/** The last second that a date-time of four-digit years can show: no clock goes beyond it. */
export const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59)

/**
 * Where the service gets its time from. One that goes shows the system's time and what it was moved on by. Any other moves one second
 * with every write, and when it is told to.
 */
export class Clock {
  /** Whether it moves by itself. */
  readonly running: boolean
  #now: Instant
  #advanced: number

  constructor({ now, advanced }: ClockState, running = false) {
    this.running = running
    this.#now = now
    this.#advanced = advanced
  }

  now(): Instant {
    return this.running ? Math.min(wallTime() + this.#advanced, lastSecond) : this.#now
  }

  /** Milliseconds that it was moved on by, writes not counted. */
  get advanced(): number {
    return this.#advanced
  }

  /** Called after every write. At the end of time a write is still stored. */
  tick(): void {
    this.#now = Math.min(this.#now + second, lastSecond)
  }

  /** Moves on by milliseconds. */
  advance(by: number): void {
    if (this.now() + by > lastSecond) throw new MockServiceError('argument', 'duration', 'goes beyond the year 9999')
    this.#now += by
    this.#advanced += by
  }

  /** Puts it to a moment; only seeding does, to date its events back. */
  set(to: Instant): void {
    this.#now = to
  }
}

const duration = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const day = 86_400_000
const units = [7 * day, day, 3_600_000, 60_000, second]

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
