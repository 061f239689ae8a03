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
import { codeOf, jsonOrText, messageIn, neverLeft, oneLine, reasonOf } from '../text/messages.ts'
import { maxSearched } from '../text/redact.ts'
import { sayIssues } from '../values/validate.ts'
import type { ReceivedResponse } from './body.ts'
import type { CallContext } from './call-context.ts'
import type { RateLimited } from './rate-limit.ts'
import type { NoResponse } from './request.ts'

// Errors of attempts that came to no response.

/** The error for an attempt without a response. */
export function networkError(context: CallContext, thrown: unknown): NetworkError {
  const code = codeOf(thrown)
  const cause = context.redactor.cause(thrown)
  const why = context.redactor.text(code ?? reasonOf(thrown) ?? String(cause))
  const isUnknown = context.attempt.sent && !neverLeft(thrown)
  const details = context.details({ cause }, isUnknown ? 'unknown' : 'not applied')
  return new NetworkError(context.describe(`got no answer: ${oneLine(why)}`), details)
}

/**
 * The error for a `fetch` that gives back no response that can be read.
 *
 * @param whose the `fetch`, in words
 */
export function noResponseError(context: CallContext, { message }: NoResponse, whose: string): NetworkError {
  const why = `got no answer: ${whose} returned no fresh Response: ${message}`
  context.attempt.head = undefined
  return new NetworkError(context.describe(why), context.details({}, 'unknown'))
}

/** The error for a time limit that ran out. */
export function timeoutError(context: CallContext): TimeoutError {
  const { head, limit: option } = context.attempt
  const limit = context.msOf(option)
  const message = context.describe(`was not answered in full within ${limit} ms (${option})`)
  // A refusal has been said with its status; a success is none before it is there in full.
  const outcome = head && head.status < 400 ? 'unknown' : undefined
  return new TimeoutError(message, option, limit, context.details({}, outcome))
}

/** The error for a request that is not sent at all, as the time it would have to wait for is not there. */
export function notSent(context: CallContext, delay: RateLimited): EventsError {
  const start = context.describe(context.attempt.redirected ? 'was redirected, and not sent on' : 'was not sent')
  if (delay === 'queue') {
    const { whole } = context
    const limit = context.msOf(whole)
    const message = `${start}: with this rateLimit, its turn does not come within ${limit} ms (${whole})`
    return new TimeoutError(message, whole, limit, context.details({}, 'not applied'))
  }
  const message = `${start}: an earlier request was answered 429, and this one does not wait as long as the service asks`
  return new HttpError(message, context.details({ status: 429, headers: new Headers(delay) }, 'not applied'))
}

/** A refusal of this package itself, which holds no key but may hold other texts of a response, with what is known of the call filled in. */
export function refusal(context: CallContext, thrown: LinkError | InputError): LinkError | InputError {
  // What answered with a redirect that was not to be is not the service: its status says nothing of a write.
  const details = context.details({ cause: thrown.cause }, context.attempt.sent ? 'unknown' : 'not applied')
  if (thrown instanceof InputError) {
    return new InputError(context.describe(`could not be sent: ${thrown.message}`), thrown.issues, details)
  }
  const { redactor } = context
  const link = thrown.link && redactor.text(thrown.link)
  return new LinkError(context.describe(redactor.text(thrown.message)), link, thrown.base, details)
}

// Errors of responses that cannot be used.

/** The first characters of a body, without the keys that it may repeat. */
const beginningOf = ({ context, text, end }: ReceivedResponse) => context.redactor.start(text, end === 'whole')

/** A body without the keys that it may repeat: its value, or where it is too long to be searched, its first characters. */
function shownBody(response: ReceivedResponse, read: (text: string) => unknown): unknown {
  const { context, text, end } = response
  const isShort = end === 'whole' && text.length <= maxSearched
  return isShort ? context.redactor.value(read(text)) : beginningOf(response)
}

/** The error for a status that is no success. */
export function httpError(response: ReceivedResponse): HttpError {
  const { context, status } = response
  const body = shownBody(response, jsonOrText)
  const said = messageIn(body)
  const details = context.details({ body })
  const advice = isAuth(details) ? '; check apiKey' : ''
  return new HttpError(context.describe(`answered ${status}${said && `: ${said}`}${advice}`), details)
}

/** The error for a success whose body cannot be used; `why` goes on from the status, and is free of keys. */
export function contentError(response: ReceivedResponse, why: string, thrown?: unknown): ContentError {
  const { context, status } = response
  const body = beginningOf(response)
  const start = oneLine(body, 80)
  const cause = thrown === undefined ? undefined : context.redactor.cause(thrown)
  const message = context.describe(`answered ${status} ${why}${start && `; it begins: ${start}`}`)
  return new ContentError(message, context.details({ body, cause }))
}

/** The error for a success that is JSON, but not what was asked for; the issues are free of keys. */
export function schemaError(response: ReceivedResponse, value: unknown, issues: readonly Issue[]): SchemaError {
  const { context, status } = response
  const what = oneLine(sayIssues(issues, 'the body'), 500)
  const message = context.describe(`answered ${status} with what the interface does not describe: ${what}`)
  return new SchemaError(message, issues, context.details({ body: shownBody(response, () => value) }))
}
