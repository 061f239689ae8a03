import { elapsed, httpDate, wallTime } from '../base/time.ts'
import { ContentError, type EventsError, HttpError, NetworkError, TimeoutError } from '../errors/error-classes.ts'
import type { RetryPolicy } from '../options/read-options.ts'

/** The properties of a request that decide whether the client may send it again. A repeated request must not have its effect twice. */
export interface Repeatable {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** For a POST: whether the service recognises a repeated request, and applies it once. Not needed for other methods: they are idempotent. */
  readonly recognised?: boolean
}

/** Statuses of failures that may be temporary (RFC 9110 §15, RFC 6585 §4). */
const transientStatuses = new Set([408, 429, 500, 502, 503, 504])

/** Upper bound of the first random wait, in milliseconds. For each later wait, the bound doubles, up to `maxBackoff`. */
const firstBackoff = 300
const maxBackoff = 8_000

/**
 * `Retry-After` in milliseconds, from seconds or a date (RFC 9110 §10.2.3); undefined if it is absent, unreadable, or a date in the past. A date is
 * compared with the response's own `Date`: the clocks of service and client may differ.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const moment = httpDate(value)
  const ahead = moment === undefined ? 0 : moment - (httpDate(headers.get('date')) ?? wallTime())
  return ahead > 0 ? ahead : undefined
}

/** Whether another attempt may succeed. It cannot after a `LinkError` or an `InputError`, or if the call has no time left. */
function isTransient(failure: EventsError): boolean {
  if (failure instanceof HttpError) return transientStatuses.has(failure.status)
  if (failure instanceof TimeoutError) return failure.option === 'timeout'
  return failure instanceof NetworkError || failure instanceof ContentError
}

/** Whether the request can be sent again without a double effect. A DELETE is never repeated: the documented service refuses it anyway. */
function mayRepeat({ method, recognised }: Repeatable, failure: EventsError, { retryCreates }: RetryPolicy): boolean {
  if (method !== 'POST') return method !== 'DELETE'
  if (recognised || retryCreates) return true
  return failure.outcome === 'not applied' && (failure.status === undefined || failure.status === 429)
}

/**
 * Milliseconds to wait before the next attempt; undefined if there is no next attempt. The wait is random, from zero up to a bound that doubles (full
 * jitter), so that clients do not retry at the same time. If the service sent a `Retry-After`, the result is that time plus a random wait, because
 * many clients may have got the same value. After a 429, the result is 0: the client already pauses all its requests, and the pause delays the next
 * attempt too.
 *
 * @param made number of attempts so far
 * @param left milliseconds that the call has left. With a `Retry-After`, the random wait is at most half of the time that is then left
 */
export function waitBefore(
  made: number,
  request: Repeatable,
  failure: EventsError,
  policy: RetryPolicy,
  left: number,
): number | undefined {
  if (made > policy.limit || !isTransient(failure) || !mayRepeat(request, failure, policy)) return undefined
  // The client's pause delays this request too.
  if (failure.status === 429) return 0
  const bound = Math.min(maxBackoff, firstBackoff * 2 ** (made - 1))
  const asked = failure instanceof HttpError ? retryAfterOf(failure.headers) : undefined
  if (asked === undefined) return Math.random() * bound
  // `Retry-After: 0` asks for a retry at once, so there is no random wait.
  if (asked === 0) return 0
  if (asked > policy.maxRetryAfter) return undefined
  return asked + Math.random() * Math.min(bound, policy.maxRetryAfter - asked, Math.max(0, left - asked) / 2)
}

/** Maximum number of retries in the budget of a client. */
const maxBudget = 20

/** Milliseconds until the budget regains one spent retry. */
const renewalMs = 1_000

/**
 * The retries that all calls of a client share. During an outage, this limits the load on the service: if the budget is empty, a failed call is not
 * retried. A call that succeeds refunds its retries.
 */
export class RetryBudget {
  #left = maxBudget
  #counted = elapsed()

  /** Takes one retry. Returns false if the budget is empty. */
  take(): boolean {
    const now = elapsed()
    // Fake timers of a test may set the clock back: the budget must not shrink then.
    this.refund(Math.max(0, now - this.#counted) / renewalMs)
    this.#counted = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  refund(count: number): void {
    this.#left = Math.min(maxBudget, this.#left + count)
  }
}
