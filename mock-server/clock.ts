import { MockServiceError } from './errors.ts'
import { type Instant, wallTime } from './time.ts'

/** The part of a clock that a snapshot keeps. */
export interface ClockState {
  readonly now: Instant
  /** Milliseconds that it was advanced by, without the seconds of writes. */
  readonly advanced: number
}

const second = 1000
/** The last second with a year of four digits. No clock goes beyond it. */
export const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59)

/**
 * The service's clock. A running one shows the system's time plus what it was advanced by. Any other stands still, but for one second
 * with every write and what it is advanced by.
 */
export class Clock {
  /** Whether it goes with the system's clock. */
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

  /** Milliseconds that it was advanced by, without the seconds of writes. */
  get advanced(): number {
    return this.#advanced
  }

  /** Moves one second, after a write. */
  tick(): void {
    this.#now = Math.min(this.#now + second, lastSecond)
  }

  advance(milliseconds: number): void {
    if (this.now() + milliseconds > lastSecond)
      throw new MockServiceError('argument', 'duration', 'goes beyond the year 9999')
    this.#now += milliseconds
    this.#advanced += milliseconds
  }

  /** Only seeding does this, to create events in the past. */
  set(now: Instant): void {
    this.#now = now
  }
}

const duration = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const day = 86_400_000
const units = [7 * day, day, 3_600_000, 60_000, second]

/** Milliseconds of an ISO 8601 duration. Years and months have no fixed length, and are refused. */
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
