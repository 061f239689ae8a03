import type { Answer } from './http/answer.ts'

/** How much of an answer reaches the caller. */
export interface Delivery {
  /** Absent where not even a status is sent. */
  readonly answer: Answer | undefined
  /**
   * `whole`: all of it; `truncated`: half of the body that the headers promise, and the end of the connection; `stalled`: half of
   * the body, or nothing at all, and then nothing more; `reset`: half of the body, or nothing at all, and the connection is reset.
   */
  readonly ending: 'whole' | 'truncated' | 'stalled' | 'reset'
}

/** An answer that arrives as it should. */
export const whole = (answer: Answer): Delivery => ({ answer, ending: 'whole' })
