import { type EventsError, HttpError, InputError, LinkError, NetworkError, TimeoutError } from '../errors/errors.ts'
import { codeOf, neverLeft, reasonOf } from '../errors/foreign.ts'
import { oneLine } from '../errors/say.ts'
import type { Hindrance } from '../pacing/traffic.ts'
import type { Head } from '../watching/observer.ts'
import type { Trace } from '../watching/trace.ts'
import type { Refused } from './dead-ends.ts'

// Errors of attempts that came to no answer.

/** The error for an attempt without an answer. */
export function networkError(trace: Trace, thrown: unknown): NetworkError {
  const code = codeOf(thrown)
  const cause = trace.redactor.cause(thrown)
  const why = trace.redactor.bounded(code ?? reasonOf(thrown) ?? String(cause))
  const sent = !neverLeft(thrown)
  return new NetworkError(
    `${trace.method} ${trace.url} got no answer: ${oneLine(why)}`,
    trace.details({ sent }, { cause }),
  )
}

/** The error for a time limit that ran out. */
export function timeoutError(
  trace: Trace,
  option: 'timeout' | 'totalTimeout',
  limit: number,
  { sent, head }: { readonly sent: boolean; readonly head: Head | undefined },
): TimeoutError {
  const message = `${trace.method} ${trace.url} was not answered in full within ${limit} ms (${option})`
  if (!head) return new TimeoutError(message, option, limit, trace.details({ sent }))
  // A refusal has been said with its status; a success is none before it is there in full.
  const { status } = head
  const outcome = trace.outcome({ status: status >= 400 ? status : undefined })
  return new TimeoutError(message, option, limit, trace.detailsOf(head, { outcome }))
}

/** The error for a request that is not sent at all, as the time it would have to wait for is not there. */
export function notSent(trace: Trace, hindrance: Hindrance, resting: Headers, totalTimeout: number): EventsError {
  const start = `${trace.method} ${trace.url} was ${trace.redirected ? 'redirected, and not sent on' : 'not sent'}`
  if (hindrance === 'rest') {
    const message = `${start}: an earlier request was answered 429, and this one does not wait as long as the service asks`
    return new HttpError(message, trace.details({ sent: false }, { status: 429, headers: new Headers(resting) }))
  }
  const message = `${start}: with this rateLimit, its turn does not come within ${totalTimeout} ms (totalTimeout)`
  return new TimeoutError(message, 'totalTimeout', totalTimeout, trace.details({ sent: false }))
}

/** A refusal of this package itself, with what is known of the call filled in. */
export function refusal(trace: Trace, { error: thrown, head }: Refused, sent: boolean): LinkError | InputError {
  const { redactor } = trace
  const { cause } = thrown
  // What answered with a redirect that was not to be is not the service: its status says nothing of a write.
  const outcome = trace.outcome({ sent })
  const details = head ? trace.detailsOf(head, { outcome, cause }) : trace.details({ sent }, { cause })
  if (thrown instanceof InputError) {
    return new InputError(`${trace.method} ${trace.url} could not be sent: ${thrown.message}`, thrown.issues, details)
  }
  const link = thrown.link === undefined ? undefined : redactor.text(thrown.link)
  return new LinkError(
    `${trace.method} ${trace.url} ${redactor.text(thrown.message)}`,
    link,
    redactor.text(thrown.base),
    details,
  )
}
