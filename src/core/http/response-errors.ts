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
import {
  errorCodeOf,
  innermostMessageOf,
  isHtml,
  jsonOrText,
  messageIn,
  neverLeft,
  oneLine,
  pageTitle,
} from '../text/messages.ts'
import { personalRest } from '../text/personal-members.ts'
import { maxSearched, replacement } from '../text/redact.ts'
import { sayIssues } from '../values/validate.ts'
import type { ReceivedResponse } from './body.ts'
import type { CallContext } from './call-context.ts'
import type { RateLimited } from './rate-limit.ts'
import type { NoResponse } from './request.ts'

// Errors of attempts without a complete response.

/** The error for a `fetch` that failed. */
export function networkError(context: CallContext, thrown: unknown): NetworkError {
  const code = errorCodeOf(thrown)
  const cause = context.redactor.cause(thrown)
  const why = context.redactor.text(code ?? innermostMessageOf(thrown) ?? String(cause))
  const isUnknown = context.attempt.sent && !neverLeft(thrown)
  const details = context.details({ cause }, isUnknown ? 'unknown' : 'not applied')
  return new NetworkError(context.describe(`got no response: ${oneLine(why)}`), details)
}

/**
 * The error for a `fetch` that returned no readable response.
 *
 * @param whose which `fetch` it is, for the message: `the global fetch` or `the fetch option`
 */
export function noResponseError(context: CallContext, { message }: NoResponse, whose: string): NetworkError {
  const why = `got no response: ${whose} did not return an unread Response: ${message}`
  context.attempt.head = undefined
  return new NetworkError(context.describe(why), context.details({}, 'unknown'))
}

/** The error for a time limit that ran out. */
export function timeoutError(context: CallContext): TimeoutError {
  const { head, limit: option } = context.attempt
  const limit = context.msOf(option)
  const message = context.describe(`got no complete response within ${limit} ms (${option})`)
  // An error status is enough to know the outcome, even without the body. With a success status, the outcome is unknown until the whole body has arrived.
  const outcome = head && head.status < 400 ? 'unknown' : undefined
  return new TimeoutError(message, option, limit, context.details({}, outcome))
}

/** The error for a request that the client does not send, because the rate limit or a pause would delay it for too long. */
export function notSentError(context: CallContext, delay: RateLimited): EventsError {
  const start = context.describe(context.attempt.redirected ? 'was redirected, and not sent on' : 'was not sent')
  if (delay === 'queue') {
    const { callLimit } = context
    const limit = context.msOf(callLimit)
    const message = `${start}: with this rateLimit, its turn does not come within ${limit} ms (${callLimit})`
    return new TimeoutError(message, callLimit, limit, context.details({}, 'not applied'))
  }
  const message = `${start}: an earlier request was answered 429, and this one does not wait as long as the service asks`
  return new HttpError(message, context.details({ status: 429, headers: new Headers(delay) }, 'not applied'))
}

/** Copies a `LinkError` or an `InputError`, and adds the details of the call. Removes API keys from a `LinkError`. */
export function refusedError(context: CallContext, thrown: LinkError | InputError): LinkError | InputError {
  // A proxy may have sent the refused redirect. So its status does not show whether the service applied the write.
  const details = context.details({ cause: thrown.cause }, context.attempt.sent ? 'unknown' : 'not applied')
  if (thrown instanceof InputError) {
    return new InputError(context.describe(`could not be sent: ${thrown.message}`), thrown.issues, details)
  }
  const { redactor } = context
  const link = thrown.link && redactor.text(thrown.link)
  return new LinkError(context.describe(redactor.text(thrown.message)), link, thrown.base, details)
}

// Errors of responses that cannot be used.

/** The beginning of a body, without API keys and personal data. */
const beginningOf = ({ context, text, end }: ReceivedResponse) =>
  context.request.isPersonal ? '' : context.redactor.start(text, end === 'whole').replace(personalRest, replacement)

/**
 * Returns the body to show in an error, without API keys. Normally this is the value that `read` returns. If the body is incomplete, or so long that
 * the search for keys would take too much time, this is only the beginning.
 */
function shownBody(response: ReceivedResponse, read: (text: string) => unknown): unknown {
  const { context, text, end } = response
  const isShort = end === 'whole' && text.length <= maxSearched
  return isShort ? context.redactor.value(read(text)) : beginningOf(response)
}

/** The body for an error. Of personal data, only the text of an error in the service's shape. */
function withoutPeople({ request }: CallContext, body: unknown): unknown {
  if (!request.isPersonal) return body
  const { error } = Object(body)
  return typeof error === 'string' ? { error } : undefined
}

/** The error for a status that is not a success. */
export function httpError(response: ReceivedResponse): HttpError {
  const { context, status } = response
  const body = withoutPeople(context, shownBody(response, jsonOrText))
  const said = messageIn(body)
  const details = context.details({ body })
  const advice = isAuth(details) ? '; check apiKey' : ''
  return new HttpError(context.describe(`answered ${status}${said && `: ${said}`}${advice}`), details)
}

/**
 * The error for a success whose body cannot be used.
 *
 * @param why the end of the message, after the status. It must not contain API keys
 */
export function contentError(response: ReceivedResponse, why: string, thrown?: unknown): ContentError {
  const { context, status } = response
  const body = beginningOf(response)
  const start = isHtml(body) ? pageTitle(body) : oneLine(body, 80)
  const cause = thrown === undefined ? undefined : context.redactor.cause(thrown)
  const message = context.describe(
    `answered ${status} ${why}${start && `; ${isHtml(body) ? 'its title is' : 'it begins:'} ${start}`}`,
  )
  return new ContentError(message, context.details({ body: withoutPeople(context, body), cause }))
}

/**
 * The error for a success whose JSON is not what the spec describes.
 *
 * @param issues that contain no API keys
 */
export function schemaError(response: ReceivedResponse, value: unknown, issues: readonly Issue[]): SchemaError {
  const { context, status } = response
  const what = oneLine(sayIssues(issues, 'the body'), 500)
  const message = context.describe(`answered ${status}, but the body does not match the interface: ${what}`)
  return new SchemaError(
    message,
    issues,
    context.details({
      body: withoutPeople(
        context,
        shownBody(response, () => value),
      ),
    }),
  )
}
