import {
  errorCodeOf,
  innermostMessageOf,
  isHtml,
  isPlatformCode,
  jsonOrText,
  looked,
  messageIn,
  neverLeft,
  oneLine,
  pageTitle,
  sayIssues,
} from '../base/messages.ts'
import { maxSearched, personalRest, replacement } from '../base/redact.ts'
import { redactedCause } from '../base/redacted-copies.ts'
import {
  ContentError,
  type ErrorDetails,
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
import { isJsonType } from './body.ts'
import type { CallContext, ReceivedResponse } from './call-context.ts'
import type { RateLimited } from './rate-limit.ts'
import type { NoResponse } from './request.ts'

// Errors of attempts without a complete response.

/** The error for a `fetch` that failed. */
export function networkError(context: CallContext, thrown: unknown): NetworkError {
  const code = errorCodeOf(thrown)
  const cause = redactedCause(context.redactor, thrown, context.isPersonal)
  const why = oneLine(context.redactor.text(code ?? innermostMessageOf(thrown) ?? String(cause)))
  const isUnknown = context.attempt.sent && !neverLeft(thrown)
  const isHidden = context.isPersonal && !isPlatformCode(code)
  const details = context.details({ cause, ...(isHidden && { reason: why }) }, isUnknown ? 'unknown' : 'not applied')
  return new NetworkError(context.describe(`got no response: ${isHidden ? 'the request failed' : why}`), details)
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
  const { cause, reason } = thrown
  const details = context.details({ cause, reason }, context.attempt.sent ? 'unknown' : 'not applied')
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
  context.redactor.start(text, end === 'whole').replace(personalRest, replacement)

/**
 * Returns the body to show in an error, without API keys. Normally this is the value that `read` returns. If the body is incomplete, or so long that
 * the search for keys would take too much time, this is only the beginning.
 */
function shownBody(response: ReceivedResponse, read: (text: string) => unknown): unknown {
  const { context, text, end } = response
  const isShort = end === 'whole' && text.length <= maxSearched
  return isShort ? context.redactor.value(read(text)) : beginningOf(response)
}

/** What an error tells of a response: in a call about people only the service's words, as `reason`. */
const saidBy = ({ context }: ReceivedResponse, body: unknown, said = ''): Pick<ErrorDetails, 'body' | 'reason'> => ({
  ...(!context.isPersonal && { body }),
  ...(said !== '' && { reason: said }),
})

/** The error for a status that is not a success. */
export function httpError(response: ReceivedResponse): HttpError {
  const { context, status } = response
  const body = shownBody(response, jsonOrText)
  const reason = messageIn(body)
  const details = context.details(saidBy(response, body, reason))
  const advice = isAuth(details) ? '; check apiKey' : ''
  const said = context.isPersonal || reason === '' ? '' : `: ${reason}`
  return new HttpError(context.describe(`answered ${status}${said}${advice}`), details)
}

/**
 * The error for a success whose body cannot be used.
 *
 * @param why the end of the message, after the status. It must not contain API keys
 */
export function contentError(response: ReceivedResponse, why: string, thrown?: unknown): ContentError {
  const { context, status } = response
  const body = beginningOf(response)
  const isPage = isHtml(body)
  const start = isPage ? pageTitle(body) : oneLine(body, 80)
  const cause = thrown === undefined ? undefined : redactedCause(context.redactor, thrown, context.isPersonal)
  const said = context.isPersonal || start === '' ? '' : `; ${isPage ? 'its title is' : 'it begins:'} ${start}`
  const details = context.details({ ...saidBy(response, body, start), cause })
  return new ContentError(context.describe(`answered ${status} ${why}${said}`), details)
}

/**
 * The error for a success whose body is empty, over the limit, of another content type, or not a complete JSON document (v1 §1.6, v2 §1.7). The
 * message guesses where the body comes from.
 */
export function notJsonError(response: ReceivedResponse): ContentError {
  const { context, status, text, end, limit, garbled } = response
  const error = (why: string) => contentError(response, why)
  if (end === 'whole' && text.trim() === '') {
    const why = status === 200 ? ' (is baseUrl right, or does a proxy in between drop it?)' : ''
    return error(`with an empty body instead of JSON${why}`)
  }
  if (isJsonType(response) === false) {
    const type = oneLine(context.headers(response.headers).get('content-type') ?? '', 60)
    const noType = context.isPersonal ? 'another content type' : 'an empty content type'
    const why = isHtml(text) || /html/i.test(type) ? likelyPage(text) : wrongAddress
    return error(`with ${type || noType} instead of JSON (${why})`)
  }
  if (end === 'over') return error(`with more than ${limit} bytes (is baseUrl right? if so, raise maxResponseBytes)`)
  if (garbled !== undefined) {
    const what = context.isPersonal ? 'a body that cannot be decoded' : context.redactor.text(garbled)
    return error(`with ${oneLine(what, 100)}`)
  }
  if (isHtml(text)) return error(`with HTML that calls itself JSON (${likelyPage(text)})`)
  return error(`with a body that is not JSON (${wrongAddress})`)
}

const wrongAddress = 'is baseUrl right, or is a proxy in between?'

/** Guesses which web page a body is: of a login, a proxy or a website. */
function likelyPage(text: string): string {
  const page = text.slice(0, looked)
  if (/type=["']?password|\b(?:log|sign)[ -]?in\b|single sign-on/i.test(page)) {
    return 'it looks like a login page: is a proxy in between, or is baseUrl that of a website?'
  }
  if (/\b(?:proxy|gateway|firewall|cloudflare|captcha|access denied|blocked)\b/i.test(page)) {
    return 'it looks like the page of a proxy or firewall in between; or is baseUrl that of a website?'
  }
  return 'is baseUrl right, or is a login page or proxy in between?'
}

/**
 * The error for a success whose JSON is not what the spec describes.
 *
 * @param found issues that contain no API keys
 * @param said the service's words, if it said any
 */
export function schemaError(
  response: ReceivedResponse,
  value: unknown,
  found: readonly Issue[],
  said?: string,
): SchemaError {
  const { context, status } = response
  const issues = context.isPersonal ? found.map(withoutNames) : found
  const what = oneLine(sayIssues(issues, 'the body'), 500)
  const message = context.describe(`answered ${status}, but the body does not match the interface: ${what}`)
  const body = context.isPersonal ? undefined : shownBody(response, () => value)
  return new SchemaError(message, issues, context.details(saidBy(response, body, said)))
}

/** An issue without texts of the service: the address of an item, and relations that are not OSDI's. */
const withoutNames = ({ field, message }: Issue): Issue => ({
  field: field.replace(/(?<=^_embedded\.)(?!osdi:[a-z]+(?:[.[]|$)).*$/s, replacement),
  message: message.replace(/(?<=links to |, but )(?!(?:attendances?|people)$).*$/s, replacement),
})
