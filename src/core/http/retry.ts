import { ContentError, type EventsError, HttpError, NetworkError, TimeoutError } from '../errors/error-classes.ts'
import type { RetryPolicy } from '../options/read-options.ts'
import { elapsed, wallTime } from '../text/time.ts'

/** What tells whether a request does a thing twice when it is sent twice. */
export interface Repeatable {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whether the service knows a second one of these to be the same. Of a POST only: any other method says so itself. */
  readonly recognised?: boolean
}

/** Statuses that may be others a moment later (RFC 9110 §15, RFC 6585 §4). */
const passing = new Set([408, 429, 500, 502, 503, 504])

/** The first wait is up to this long, and each further one up to twice as long as the one before, in milliseconds. */
const firstWait = 300
const maxBackoff = 8_000

/** The one form of a date that does not name its time zone, which is GMT like that of the others (RFC 9110 §5.6.7). */
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/

/** `Retry-After` in milliseconds, in either form (RFC 9110 §10.2.3); undefined where there is none that can be read. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  // Date.parse takes far more than HTTP's dates, and reads "1.5" as a day in January.
  const moment = /^[A-Z][a-z]+,? /.test(value) ? Date.parse(asctime.test(value) ? `${value} GMT` : value) : Number.NaN
  // A moment that has passed says nothing: clocks differ.
  const ahead = moment - wallTime()
  return ahead > 0 ? ahead : undefined
}

/** Whether another attempt may end otherwise. Refusals of this package itself stay what they are, and so does a call without time left. */
function mayPass(failure: EventsError): boolean {
  if (failure instanceof HttpError) return passing.has(failure.status)
  if (failure instanceof TimeoutError) return failure.option === 'timeout'
  return failure instanceof NetworkError || failure instanceof ContentError
}

/** Whether a request that ended so can be sent again without doing a thing twice. No one waits for a DELETE that is refused anyway. */
function mayRepeat({ method, recognised }: Repeatable, failure: EventsError, { retryCreates }: RetryPolicy): boolean {
  if (method !== 'POST') return method !== 'DELETE'
  if (recognised || retryCreates) return true
  return failure.outcome === 'not applied' && (failure.status === undefined || failure.status === 429)
}

/**
 * How long to wait before the next attempt, in milliseconds, or undefined where there is to be none. That of a 429 is the client's pause, and is
 * not counted here. Waits are drawn from zero up to a bound that doubles (full jitter), so that clients do not come back in step: by themselves, or
 * on top of a `Retry-After`, which many may have got at once.
 *
 * @param made attempts so far
 * @param left milliseconds that the call has left, of which what is drawn on top takes half at the most
 */
export function waitBefore(
  made: number,
  request: Repeatable,
  failure: EventsError,
  policy: RetryPolicy,
  left: number,
): number | undefined {
  if (made > policy.limit || !mayPass(failure) || !mayRepeat(request, failure, policy)) return undefined
  // The pause of all requests of the client, this one's too.
  if (failure.status === 429) return 0
  const bound = Math.min(maxBackoff, firstWait * 2 ** (made - 1))
  const asked = failure instanceof HttpError ? retryAfterOf(failure.headers) : undefined
  if (asked === undefined) return Math.random() * bound
  // Zero asks for it at once, and not some time.
  if (asked === 0) return 0
  if (asked > policy.maxRetryAfter) return undefined
  return asked + Math.random() * Math.min(bound, policy.maxRetryAfter - asked, Math.max(0, left - asked) / 2)
}

/** Retries that a client may make at once, beyond those that led to success. */
const retryBudget = 20

/** Milliseconds after which one that was spent comes back by itself. */
const renewal = 1_000

/**
 * The retries that the calls of a client share, so that an outage is not multiplied by the number of its calls: once they are
 * spent, a call that fails has failed. What a successful call took comes back.
 */
export class RetryBudget {
  #left = retryBudget
  #counted = elapsed()

  /** Takes one, if there is one. */
  take(): boolean {
    const now = elapsed()
    // Fake timers of a test may set the clock back: that must not spend anything.
    this.refund(Math.max(0, now - this.#counted) / renewal)
    this.#counted = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  refund(count: number): void {
    this.#left = Math.min(retryBudget, this.#left + count)
  }
}
