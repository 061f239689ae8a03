import {
  ContentError,
  type EventsError,
  HttpError,
  InputError,
  type Issue,
  isAuth,
  LinkError,
  NetworkError,
  SchemaError,
  TimeoutError,
} from '../errors/error-classes.ts'
import { codeOf, jsonOrText, neverLeft, oneLine, reasonOf, saidBy } from '../errors/messages.ts'
import type { Head } from '../observe/hooks.ts'
import { sayIssues } from '../schema/validate.ts'
import type { Refused, Trace } from './call-context.ts'
import type { Hindrance } from './rate-limit.ts'
import type { Received } from './read-body.ts'
import { mostSearched } from './redact.ts'

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

// Errors of answers that cannot be used.

/** The first characters of a body, without the keys that it may repeat. */
const beginningOf = ({ redactor }: Trace, { text, end }: Received) => redactor.start(text, end === 'whole')

/** A body without the keys that it may repeat: its value, or where it is too long to be searched, its first characters. */
function bodyOf(trace: Trace, answer: Received, read: (text: string) => unknown): unknown {
  const { text, end } = answer
  const isShort = end === 'whole' && text.length <= mostSearched
  return isShort ? trace.redactor.value(read(text)) : beginningOf(trace, answer)
}

/** The error for a status that is no success. */
export function httpError(trace: Trace, answer: Received): HttpError {
  const body = bodyOf(trace, answer, jsonOrText)
  const said = saidBy(body)
  const details = trace.detailsOf(answer, { body })
  const advice = isAuth(details) ? '; check apiKey' : ''
  const message = `${trace.method} ${trace.url} answered ${answer.status}${said && `: ${said}`}${advice}`
  return new HttpError(message, details)
}

/** The error for a success whose body cannot be used; `why` goes on from the status, and is free of keys. */
export function contentError(trace: Trace, answer: Received, why: string, thrown?: unknown): ContentError {
  const body = beginningOf(trace, answer)
  const start = oneLine(body, 80)
  const cause = thrown === undefined ? undefined : trace.redactor.cause(thrown)
  const message = `${trace.method} ${trace.url} answered ${answer.status} ${why}${start && `; it begins: ${start}`}`
  return new ContentError(message, trace.detailsOf(answer, { body, cause }))
}

/** The error for a success that is JSON, but not what was asked for; the issues are free of keys. */
export function schemaError(trace: Trace, answer: Received, value: unknown, issues: readonly Issue[]): SchemaError {
  const what = `with what the interface does not describe: ${oneLine(sayIssues(issues, 'the body'), 500)}`
  const body = bodyOf(trace, answer, () => value)
  const message = `${trace.method} ${trace.url} answered ${answer.status} ${what}`
  return new SchemaError(message, issues, trace.detailsOf(answer, { body }))
}
