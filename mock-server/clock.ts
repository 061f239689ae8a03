import { MockServiceError } from './errors.ts'
import { type Instant, wallTime } from './time.ts'

/** The part of a clock that a snapshot keeps. */
export interface ClockState {
  readonly now: Instant
  /** Milliseconds by which `advance` has moved the clock. Writes do not count. */
  readonly advanced: number
}

const second = 1000
/** The last second of the year 9999. No clock goes beyond it. */
export const lastSecond = Date.UTC(9999, 11, 31, 23, 59, 59)

/**
 * The service's clock. A running clock shows the system's time plus the advanced milliseconds. A clock that does not run only moves by
 * `advance`, and by one second with every write.
 */
export class Clock {
  /** Whether the clock follows the system's time. */
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

  /** Milliseconds by which `advance` has moved the clock. Writes do not count. */
  get advanced(): number {
    return this.#advanced
  }

  /** Moves the clock by one second, after a write. */
  tick(): void {
    this.#now = Math.min(this.#now + second, lastSecond)
  }

  advance(milliseconds: number): void {
    if (this.now() + milliseconds > lastSecond)
      throw new MockServiceError('argument', 'duration', 'goes beyond the year 9999')
    this.#now += milliseconds
    this.#advanced += milliseconds
  }

  /** Sets the time. Only seeding uses this method, because it creates events in the past. */
  set(now: Instant): void {
    this.#now = now
  }
}

const duration = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
const day = 86_400_000
const units = [7 * day, day, 3_600_000, 60_000, second]

/** Milliseconds of an ISO 8601 duration. Refuses years and months, which have no fixed length. */
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
