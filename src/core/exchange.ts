import type { Outgoing } from './attempt.ts'
import { sleep } from './deadline.ts'
import type { Observer } from './observer.ts'
import { waitBefore } from './retry.ts'
import { Redactor } from './secret.ts'
import type { Call } from './settings.ts'
import { Trace } from './trace.ts'
import { type Answer, type ExchangeParts, tryOnce } from './try-once.ts'
import { watch } from './watch.ts'

export type { Answer } from './try-once.ts'

/** Sends requests: attempts, waits and limits, and the errors they end in. */
export class Exchange {
  readonly #parts: ExchangeParts

  constructor(parts: ExchangeParts) {
    this.#parts = parts
  }

  /**
   * @param read understands the answer; what it throws is a failure of the call
   * @throws HttpError, NetworkError, TimeoutError, ContentError (a body cut short), LinkError (redirect), InputError (key function),
   * or the signal's own reason
   */
  async send<Result>(outgoing: Outgoing, call: Call, read: (answer: Answer) => Result): Promise<Result> {
    call.signal?.throwIfAborted()
    // A call may use a new key for every attempt, and an answer may name one of an earlier call.
    const redactor = new Redactor(Number.POSITIVE_INFINITY, this.#parts.recentKeys)
    const trace = new Trace(outgoing.method, outgoing.url, redactor)
    const observer = watch(this.#parts.audience(), trace)
    try {
      return read(await this.#answer(outgoing, call, trace, observer))
    } catch (error) {
      observer.error(error)
      throw error
    }
  }

  async #answer(outgoing: Outgoing, call: Call, trace: Trace, observer: Observer): Promise<Answer> {
    const end = performance.now() + call.totalTimeout
    for (let wait = 0; ; ) {
      const result = await tryOnce(this.#parts, { outgoing, call, trace, observer }, wait, end)
      if (!(result instanceof Error)) return result
      const next = waitBefore(trace.attempts.length, outgoing, result, call.retry)
      if (next === undefined || performance.now() + next >= end) throw result
      trace.goOn(result.outcome)
      observer.retry(result, next)
      await sleep(next, call.signal)
      wait = Math.round(next)
    }
  }
}
