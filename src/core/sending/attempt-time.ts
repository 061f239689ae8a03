import type { Call } from '../arguments/call.ts'
import { within } from '../pacing/deadline.ts'
import { elapsed } from '../time.ts'

/** The time of one attempt. It stands still while the attempt waits for its turn, which is time of the call alone. */
export class AttemptTime {
  readonly #call: Pick<Call, 'timeout' | 'signal'>
  readonly #end: number
  #spent = 0
  #waited = 0
  #limit: 'timeout' | 'totalTimeout' = 'timeout'

  /** @param end when the whole call has to be over */
  constructor(call: Pick<Call, 'timeout' | 'signal'>, end: number) {
    this.#call = call
    this.#end = end
  }

  /** Milliseconds that the attempt itself took so far. */
  get spent(): number {
    return Math.round(this.#spent)
  }

  /** Milliseconds that were waited for it so far. */
  get waited(): number {
    return Math.round(this.#waited)
  }

  /** Which limit held for what ran last. */
  get limit(): 'timeout' | 'totalTimeout' {
    return this.#limit
  }

  /**
   * Runs a part of the attempt within what is left.
   *
   * @throws the signal's own reason, or LimitReached
   */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { timeout, signal } = this.#call
    const began = elapsed()
    const [own, whole] = [timeout - this.#spent, this.#end - began]
    this.#limit = own <= whole ? 'timeout' : 'totalTimeout'
    try {
      return await within(Math.min(own, whole), signal, work)
    } finally {
      this.#spent += elapsed() - began
    }
  }

  /** Waits for something that has an end of its own. */
  async wait<T>(waiting: () => Promise<T>): Promise<T> {
    const began = elapsed()
    try {
      return await waiting()
    } finally {
      this.#waited += elapsed() - began
    }
  }
}
