import type { ServiceResponse } from './api/response.ts'

/** A wait that somebody else ends: the caller by going away, or the service. */
export interface Wait {
  /** Settles when it is over, and never fails. */
  readonly ended: Promise<unknown>
  /** Ends it, as the caller has gone. */
  release(): void
}

/** How much of an answer reaches the caller. */
export interface Delivery {
  /** Absent where not even a status is sent. */
  readonly answer: ServiceResponse | undefined
  /**
   * `whole`: all of it; `truncated`: half of the body that the headers promise, and the end of the connection; `stalled`: half of
   * the body, and nothing more until the wait has ended, when the connection is reset; `reset`: half of the body, or nothing at
   * all, and the connection is reset.
   */
  readonly ending: 'whole' | 'truncated' | 'stalled' | 'reset'
  /** How long a stalled answer stalls; it ends with the request's signal too. */
  readonly wait?: Wait
}

/** An answer that arrives as it should. */
export const whole = (answer: ServiceResponse): Delivery => ({ answer, ending: 'whole' })

/** The part of a body that arrives of one that breaks off. */
export const firstHalf = (body: Uint8Array): Uint8Array<ArrayBufferLike> =>
  body.subarray(0, Math.floor(body.length / 2))
