import type { Answer } from '../answers/answer.ts'
import type { Call } from '../arguments/call.ts'
import { waitBefore } from '../pacing/retry.ts'
import { Traffic } from '../pacing/traffic.ts'
import { Redactor } from '../secrecy/secret.ts'
import { elapsed } from '../time.ts'
import type { Observer } from '../watching/observer.ts'
import { Trace } from '../watching/trace.ts'
import { watch } from '../watching/watch.ts'
import type { Outgoing } from './attempt.ts'
import { isReasonOf } from './signal.ts'
import { type Earlier, type ExchangeParts, tryOnce } from './try-once.ts'

/** Sends requests: attempts, waits and limits, and the errors they end in. */
export class Exchange {
  readonly #parts: ExchangeParts
  readonly #traffic: Traffic

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    this.#traffic = new Traffic(parts.settings.rateLimit)
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
      observer.error(isReasonOf(call.signal, error) ? undefined : error)
      throw error
    }
  }

  async #answer(outgoing: Outgoing, call: Call, trace: Trace, observer: Observer): Promise<Answer> {
    const { signal, retry, totalTimeout } = call
    const traffic = this.#traffic
    const patience = { signal, rest: retry.maxRetryAfter, end: elapsed() + totalTimeout }
    const effort = { outgoing, call, trace, observer, traffic, patience }
    for (let earlier: Earlier | undefined; ; ) {
      const result = await tryOnce(this.#parts, effort, earlier)
      const made = trace.attempts.length
      if (!(result instanceof Error)) {
        traffic.giveBack(made - 1)
        return result
      }
      const wait = waitBefore(made, outgoing, result, retry, patience.end - elapsed())
      const pause = wait === undefined ? undefined : traffic.plan(wait, patience)
      if (pause === undefined) throw result
      trace.goOn(result.outcome)
      earlier = { failure: result, pause }
    }
  }
}
