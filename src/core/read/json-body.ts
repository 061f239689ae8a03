import type { ReceivedResponse } from '../http/body.ts'
import { isJsonType, parseJson } from '../http/json.ts'
import { contentError } from '../http/response-errors.ts'
import { isHtml, looked, oneLine } from '../text/messages.ts'

// Errors for bodies that are not JSON. Their message guesses where the body comes from.

/**
 * Parses the body of a response.
 *
 * @throws ContentError if the body is empty, over the limit, of another content type, or not a complete JSON document (v1 §1.6, v2 §1.7)
 */
export function readJson(response: ReceivedResponse): unknown {
  const { context, status, text, end, limit, garbled, json } = response
  const fail = (why: string) => contentError(response, why)
  if (end === 'whole' && text.trim() === '') {
    const why = status === 200 ? ' (is baseUrl right, or does a proxy in between drop it?)' : ''
    throw fail(`with an empty body instead of JSON${why}`)
  }
  if (isJsonType(response) === false) {
    const type = oneLine(context.headers(response.headers).get('content-type') ?? '', 60)
    const noType = context.isPersonal ? 'another content type' : 'an empty content type'
    const why = isHtml(text) || /html/i.test(type) ? likelyPage(text) : wrongAddress
    throw fail(`with ${type || noType} instead of JSON (${why})`)
  }
  if (end === 'over') {
    throw fail(`with more than ${limit} bytes (is baseUrl right? if so, raise maxResponseBytes)`)
  }
  if (garbled !== undefined) {
    const what = context.isPersonal ? 'a body that cannot be decoded' : context.redactor.text(garbled)
    throw fail(`with ${oneLine(what, 100)}`)
  }
  const parsed = json ?? parseJson(text)
  if ('value' in parsed) return parsed.value
  if (isHtml(text)) throw fail(`with HTML that calls itself JSON (${likelyPage(text)})`)
  throw fail(`with a body that is not JSON (${wrongAddress})`)
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
