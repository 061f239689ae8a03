/** How often and how patiently a request is tried again. */
export interface RetryOptions {
  /**
   * Further attempts after the first, a whole number from 0 up.
   * @default 2
   */
  readonly limit?: number | undefined
  /**
   * The longest `Retry-After` that is waited for, in milliseconds. A longer one is not waited for at all: the answer that asked for it is
   * thrown at once.
   * @default 60_000
   */
  readonly maxRetryAfter?: number | undefined
}

/** The options, filled in. */
export interface RetryPolicy {
  readonly limit: number
  readonly maxRetryAfter: number
}

/** Two further attempts, and at most a minute of `Retry-After`. */
export const defaultRetry: RetryPolicy = Object.freeze({ limit: 2, maxRetryAfter: 60_000 })

/** Answers that may be different a moment later (RFC 9110 §15, RFC 6585 §4). */
const passing = new Set([408, 429, 500, 502, 503, 504])

/** Methods that may be sent twice without doing a thing twice (RFC 9110 §9.2.2). DELETE is left out: no one waits for a refusal. */
const repeatable = new Set(['GET', 'PUT'])

/** The first wait is up to this long, and each further one up to twice as long as the one before, in milliseconds. */
const firstWait = 300
const longestWait = 8_000

/** What an attempt ended with, as far as trying again goes: a status, or no answer at all. */
export interface Failure {
  readonly status?: number
  readonly headers?: Headers
}

/** `Retry-After` in milliseconds, in either form (RFC 9110 §10.2.3); undefined where there is none that can be read. */
export function retryAfterOf(headers: Headers | undefined, now = Date.now()): number | undefined {
  const value = headers?.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  // Date.parse takes far more than HTTP's dates, and reads "1.5" as a day in January.
  const moment = /^[A-Z][a-z]+,? /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}

/**
 * How long to wait before the next attempt, in milliseconds, or undefined where there is to be none.
 * Waits without a `Retry-After` are drawn from zero up to a bound that doubles (full jitter), so that clients do not come back in step.
 */
export function waitBefore(made: number, method: string, failure: Failure, policy: RetryPolicy): number | undefined {
  if (made > policy.limit || !repeatable.has(method)) return undefined
  if (failure.status !== undefined && !passing.has(failure.status)) return undefined
  const asked = retryAfterOf(failure.headers)
  if (asked !== undefined && asked > policy.maxRetryAfter) return undefined
  // A moment that has passed says nothing: clocks differ.
  if (asked) return asked
  return Math.random() * Math.min(longestWait, firstWait * 2 ** (made - 1))
}
