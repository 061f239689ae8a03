import { attemptOnce, BrokenBody, type Outgoing, type Progress, Refused, Unanswered } from './attempt.ts'
import { LimitReached, sleep, within } from './deadline.ts'
import { ContentError, type EventsError, HttpError, NetworkError, TimeoutError } from './errors.ts'
import { codeOf, contentError, httpError, networkError, refusal, timeoutError, type Unusable } from './failure.ts'
import type { LinkGuard } from './guard.ts'
import { KeySource } from './key.ts'
import { type Observer, unobserved } from './observer.ts'
import { waitBefore } from './retry.ts'
import { oneLine } from './say.ts'
import { Redactor } from './secret.ts'
import type { Call, Settings } from './settings.ts'
import { Trace } from './trace.ts'

/** A success, read in full but not yet understood. */
export interface Answer extends Unusable {
  readonly url: string
  readonly trace: Trace
}

/** What every attempt of a client needs. */
export interface ExchangeParts {
  readonly guard: LinkGuard
  readonly keyHeader: string
  readonly settings: Settings
  /** Is told every key that is sent. */
  readonly recentKeys: Redactor
}

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
    const observer = unobserved
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
      const result = await this.#attempt(outgoing, call, { trace, observer }, wait, end)
      if (!(result instanceof Error)) return result
      const failure = result instanceof HttpError ? result : {}
      const next = waitBefore(trace.attempts.length, outgoing.method, failure, call.retry)
      if (next === undefined || !mayPass(result) || performance.now() + next >= end) throw result
      trace.goOn(result.outcome)
      observer.retry(result, next)
      await sleep(next, call.signal)
      wait = Math.round(next)
    }
  }

  async #attempt(
    outgoing: Outgoing,
    call: Call,
    { trace, observer }: { readonly trace: Trace; readonly observer: Observer },
    wait: number,
    end: number,
  ): Promise<Answer | EventsError> {
    const { guard, keyHeader, settings, recentKeys } = this.#parts
    const started = performance.now()
    const left = end - started
    const progress: Progress = { sent: false }
    const key = new KeySource(settings.apiKey, [trace.redactor, recentKeys])
    const received = await within(Math.min(call.timeout, left), call.signal, (signal) =>
      attemptOnce(
        { outgoing, headers: call.headers, keyHeader, key, guard, fetch: settings.fetch, progress, observer },
        signal,
      ),
    ).catch((thrown: unknown) => {
      if (call.signal?.aborted) throw call.signal.reason
      return new Thrown(thrown)
    })
    const note = (what: { status?: number; cause?: string }) =>
      trace.note({ ...what, wait, duration: Math.round(performance.now() - started) })
    if (!(received instanceof Thrown)) {
      note({ status: received.status })
      return isSuccess(received) ? { ...received, trace } : httpError(trace, received)
    }
    const { thrown } = received
    if (thrown instanceof LimitReached) {
      note({ ...(progress.status !== undefined && { status: progress.status }), cause: 'timeout' })
      const [option, limit] =
        call.timeout <= left ? (['timeout', call.timeout] as const) : (['totalTimeout', call.totalTimeout] as const)
      return timeoutError(trace, option, limit, progress.sent)
    }
    if (thrown instanceof Refused) {
      note({ ...(thrown.status !== undefined && { status: thrown.status }), cause: thrown.error.code })
      return refusal(trace, thrown.error, { status: thrown.status, sent: progress.sent })
    }
    if (thrown instanceof BrokenBody) {
      const { answer, cause } = thrown
      note({ status: answer.status, cause: wordOf(trace, cause, 'cut short') })
      return isSuccess(answer)
        ? contentError(trace, answer, 'with a body that was cut short', cause)
        : httpError(trace, answer)
    }
    const cause = thrown instanceof Unanswered ? thrown.cause : thrown
    note({ cause: wordOf(trace, cause, 'network failure') })
    return networkError(trace, cause)
  }
}

/** Something that was thrown, as a value. */
class Thrown {
  readonly thrown: unknown

  constructor(thrown: unknown) {
    this.thrown = thrown
  }
}

/** The platform's word for a failure, for the list of attempts: foreign text, so short and free of keys. */
const wordOf = (trace: Trace, cause: unknown, otherwise: string) =>
  oneLine(trace.redactor.text(codeOf(cause) ?? otherwise), 60)

const isSuccess = ({ status }: Unusable) => status >= 200 && status < 300

/** Whether trying again can help at all: refusals of this package itself, and a call that used up its time, stay what they are. */
function mayPass(error: EventsError): boolean {
  if (error instanceof TimeoutError) return error.option === 'timeout'
  return error instanceof HttpError || error instanceof NetworkError || error instanceof ContentError
}
