import type { EventsError } from '../errors/error-classes.ts'
import { codeOf, oneLine } from '../errors/messages.ts'
import { type Audience, type Head, type Observer, watch } from '../observe/hooks.ts'
import type { Call, Settings } from '../read-options.ts'
import { elapsed } from '../time.ts'
import type { LinkGuard } from '../url/link-policy.ts'
import { KeySource } from './api-key.ts'
import { BrokenBody, Refused, Trace, Unanswered } from './call-context.ts'
import { type Hindrance, type Patience, Traffic } from './rate-limit.ts'
import type { Answer, Received } from './read-body.ts'
import { Redactor } from './redact.ts'
import { attemptOnce, type Outgoing, type Progress } from './request.ts'
import { contentError, httpError, networkError, notSent, refusal, timeoutError } from './response-errors.ts'
import { waitBefore } from './retry.ts'
import { AttemptTime, isReasonOf, LimitReached, sleep } from './timeout.ts'

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

/** What every attempt of a client needs. */
export interface ExchangeParts {
  readonly guard: LinkGuard
  readonly keyHeader: string
  readonly settings: Settings
  /** Is told every key that is sent. */
  readonly recentKeys: Redactor
  readonly audience: Audience
}

/** One call: what it asks for, how, and what is known of it so far. */
export interface Effort {
  readonly outgoing: Outgoing
  readonly call: Call
  readonly trace: Trace
  readonly observer: Observer
  readonly traffic: Traffic
  /** How long it waits for a turn. */
  readonly patience: Patience
}

/** The attempt before, and how long to wait after it. */
export interface Earlier {
  readonly failure: EventsError
  readonly pause: number
}

/**
 * One attempt under its limits, after the wait for it: the answer, or the error it ended in.
 *
 * @throws the signal's own reason; and where the attempt could not be made in time, what the one before ended in
 */
export async function tryOnce(
  { guard, keyHeader, settings, recentKeys }: ExchangeParts,
  { outgoing, call, trace, observer, traffic, patience }: Effort,
  earlier: Earlier | undefined,
): Promise<Answer | EventsError> {
  const time = new AttemptTime(call, patience.end)
  const progress: Progress = { sent: false, redirected: false }
  const key = new KeySource(settings.apiKey, [trace.redactor, recentKeys])
  const turn = async (which: 'first' | 'redirected') => {
    const hindrance = traffic.isFree(patience.end) ? undefined : await time.wait(() => traffic.turn(patience, which))
    if (hindrance) throw new Hindered(hindrance)
    if (earlier && which === 'first') observer.retry(earlier.failure, time.waited)
  }
  const answered = ({ status, headers }: Head) => {
    if (status === 429) traffic.coolDown.begin(trace.redactor.headers(headers), call)
  }
  const attempt = async () => {
    if (earlier) await time.wait(() => sleep(earlier.pause, call.signal))
    const { headers } = call
    return attemptOnce({ outgoing, headers, keyHeader, key, guard, settings, progress, observer, time, turn, answered })
  }
  const received = await attempt().catch((thrown: unknown) => {
    // What it took from the budget was not used.
    if (earlier && !progress.sent) traffic.giveBack(1)
    if (call.signal?.aborted) throw call.signal.reason
    return new Thrown(thrown)
  })
  const note = (what: { status?: number; cause?: string }) =>
    trace.note({ ...what, wait: time.waited, duration: time.spent }, progress.redirected)
  if (!(received instanceof Thrown)) {
    note({ status: received.status })
    return isSuccess(received) ? { ...received, trace } : httpError(trace, received)
  }
  const { thrown } = received
  if (thrown instanceof Hindered) {
    const error = () => notSent(trace, thrown.hindrance, traffic.coolDown.headers, call.totalTimeout)
    if (!progress.sent) throw earlier?.failure ?? error()
    note({ cause: thrown.hindrance === 'rest' ? 'http' : 'timeout' })
    return error()
  }
  if (thrown instanceof LimitReached) {
    const { head, sent } = progress
    note({ ...(head && { status: head.status }), cause: 'timeout' })
    return timeoutError(trace, time.limit, call[time.limit], { sent, head })
  }
  if (thrown instanceof Refused) {
    note({ ...(thrown.head && { status: thrown.head.status }), cause: thrown.error.code })
    return refusal(trace, thrown, progress.sent)
  }
  if (thrown instanceof BrokenBody) {
    const { answer, cause } = thrown
    note({ status: answer.status, cause: wordOf(trace, cause, 'cut short') })
    return isSuccess(answer)
      ? contentError(trace, answer, 'with a body that was cut short (by the service, or by a proxy in between)', cause)
      : httpError(trace, answer)
  }
  const cause = thrown instanceof Unanswered ? thrown.cause : thrown
  note({ cause: wordOf(trace, cause, 'network failure') })
  return networkError(trace, cause)
}

/** The turn for a request does not come in time. */
class Hindered extends Error {
  readonly hindrance: Hindrance

  constructor(hindrance: Hindrance) {
    super()
    this.hindrance = hindrance
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
  oneLine(trace.redactor.bounded(codeOf(cause) ?? otherwise), 60)

const isSuccess = ({ status }: Received) => status >= 200 && status < 300
