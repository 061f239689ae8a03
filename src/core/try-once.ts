import { attemptOnce, BrokenBody, type Outgoing, type Progress, Refused, Unanswered } from './attempt.ts'
import type { Audience } from './audience.ts'
import { LimitReached, within } from './deadline.ts'
import type { EventsError } from './errors.ts'
import { contentError, httpError, networkError, refusal, timeoutError, type Unusable } from './failure.ts'
import { codeOf } from './foreign.ts'
import type { LinkGuard } from './guard.ts'
import { KeySource } from './key.ts'
import type { Observer } from './observer.ts'
import { oneLine } from './say.ts'
import type { Redactor } from './secret.ts'
import type { Call, Settings } from './settings.ts'
import type { Trace } from './trace.ts'
import type { Traffic } from './traffic.ts'

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
  readonly audience: Audience
}

/** One call: what it asks for, how, and what is known of it so far. */
export interface Effort {
  readonly outgoing: Outgoing
  readonly call: Call
  readonly trace: Trace
  readonly observer: Observer
  readonly traffic: Traffic
}

/**
 * One attempt under its limits: the answer, or the error it ended in.
 *
 * @param wait milliseconds that were waited for it
 * @param end when the whole call has to be over
 * @throws the signal's own reason
 */
export async function tryOnce(
  { guard, keyHeader, settings, recentKeys }: ExchangeParts,
  { outgoing, call, trace, observer, traffic }: Effort,
  wait: number,
  end: number,
): Promise<Answer | EventsError> {
  const started = performance.now()
  const left = end - started
  const progress: Progress = { sent: false }
  const key = new KeySource(settings.apiKey, [trace.redactor, recentKeys])
  // Where a redirect leads is another request. The limits of the attempt hold while it waits.
  const turn = (signal: AbortSignal) => traffic.turn({ signal, rest: Infinity, end: Infinity })
  const received = await within(Math.min(call.timeout, left), call.signal, (signal) =>
    attemptOnce({ outgoing, headers: call.headers, keyHeader, key, guard, settings, progress, observer, turn }, signal),
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
      ? contentError(trace, answer, 'with a body that was cut short (by the service, or by a proxy in between)', cause)
      : httpError(trace, answer)
  }
  const cause = thrown instanceof Unanswered ? thrown.cause : thrown
  note({ cause: wordOf(trace, cause, 'network failure') })
  return networkError(trace, cause)
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
