import { oneLine } from '../errors/messages.ts'

/** As much of a page as is looked at: whole pages can be long, and their title stands first. */
const looked = 20_000

const isHtml = (text: string) => /^\s*<(?:!doctype html|html|head|body|script|!--)/i.test(text.slice(0, looked))

/** Who may have made a web page that stands where JSON was asked for. */
function makerOf(text: string): string {
  const page = text.slice(0, looked)
  if (/type=["']?password|\b(?:log|sign)[ -]?in\b|single sign-on/i.test(page)) {
    return 'it looks like a login page: is a proxy in between, or is baseUrl that of a website?'
  }
  if (/\b(?:proxy|gateway|firewall|cloudflare|captcha|access denied|blocked)\b/i.test(page)) {
    return 'it looks like the page of a proxy or firewall in between; or is baseUrl that of a website?'
  }
  return 'is baseUrl right, or is a login page or proxy in between?'
}

/** Whether JSON begins here whose end is missing. */
function isCut(text: string): boolean {
  const [first = ''] = text.trimStart()
  const closing = { '{': '}', '[': ']', '"': '"' }[first]
  return closing !== undefined && !text.trimEnd().endsWith(closing)
}

/** What stands in an answer that does not call itself JSON, and why that may be. */
export function insteadOfJson(text: string, type: string): string {
  const shown = oneLine(type, 60) || 'an empty content type'
  const html = isHtml(text) || /html/i.test(type)
  return `with ${shown} instead of JSON (${html ? makerOf(text) : 'is baseUrl right, or is a proxy in between?'})`
}

/** What stands in an answer that calls itself JSON, and why that may be. */
export function unparsed(text: string): string {
  if (isHtml(text)) return `with HTML that calls itself JSON (${makerOf(text)})`
  if (isCut(text)) return 'with JSON that was cut short (by the service, or by a proxy in between)'
  return 'with a body that is not JSON (is baseUrl right, or is a proxy in between?)'
}

/** Why an answer may be empty. */
export function empty(status: number): string {
  const why = status === 200 ? ' (is baseUrl right, or does a proxy in between drop it?)' : ''
  return `with an empty body instead of JSON${why}`
}

/** Why an answer may be longer than a client takes. */
export const tooLong = (limit: number): string =>
  `with more than ${limit} bytes (is baseUrl right? if so, raise maxResponseBytes)`
