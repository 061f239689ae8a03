import { InputError, type Issue } from '../errors/error-classes.ts'

/** Control and formatting characters and line separators. They could forge log lines, colour a terminal, or reverse text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/** Untrusted text as a part of a one-line message: without control characters, cut at `most` characters. */
export function oneLine(text: string, most = 200): string {
  const line = text
    .slice(0, most * 4)
    .replace(unprintable, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** Names of members of an error body that say why a request was refused, in lower-case letters only. Members with sentences for people come first. */
const reasonNames =
  /* @__PURE__ */
  'errordescription detail details message messages errormessage msg reason errors error title description'.split(' ')

/** Names of members that contain reasons. Every sentence inside such a member is a reason. */
const reasonParents = /err|fault|fail|detail|messag|violat|problem|status/

/** Members that ordinary resources have too. Their text is a reason only directly in the body, or inside a member that contains reasons. */
const resourceNames = /^(?:title|description)$/

/** Maximum number of values to look at, because a hostile error body may have many. */
const maxValues = 2_000

/** A value of an error body. */
interface BodyValue {
  readonly value: unknown
  /** Name of the member that has this value, or whose array contains it. */
  readonly name: string
  /** Where the value is: inside a member that contains reasons, directly in the body (`top`), or elsewhere. */
  readonly within: 'reasons' | 'top' | 'others'
  readonly isEntry: boolean
}

/** The reasons in an error body, the best first. */
function reasonsIn(body: object): string[] {
  const found: { readonly rank: number; readonly text: string }[] = []
  const places: BodyValue[] = [{ value: body, name: '', within: 'top', isEntry: true }]
  // The loop visits outer levels first, because an outer reason is about the whole request.
  for (const { value, name, within, isEntry } of places) {
    const plain = name.toLowerCase().replace(/^.*[:.]|[^a-z]/g, '')
    if (typeof value === 'string') {
      // `errors: { title: ["is missing"] }` names a field, `errors: [{ title: "Missing field" }]` does not.
      const rank = resourceNames.test(plain) && (isEntry || within === 'others') ? -1 : reasonNames.indexOf(plain)
      if (rank >= 0) found.push({ rank: within === 'reasons' && plain === 'description' ? 0 : rank, text: value })
      else if (within === 'reasons' && /\p{L}\s\p{L}/u.test(value))
        found.push({ rank: reasonNames.indexOf('errors'), text: plain === 'value' ? value : `${name}: ${value}` })
    } else if (typeof value === 'object') {
      const isEntry = Array.isArray(value)
      const inside = reasonParents.test(plain) || within === 'reasons' ? 'reasons' : value === body ? 'top' : 'others'
      for (const key in value) {
        if (places.length === maxValues) break
        // Some services write an array as an object.
        const own = isEntry || /^\d+$/.test(key) ? name : key.slice(0, 60)
        places.push({ value: Reflect.get(value, key), name: own, within: inside, isEntry })
      }
    }
  }
  return found.sort((one, other) => one.rank - other.rank).map(({ text }) => text.slice(0, 1_000).trim())
}

/** Number of characters of a body to look at. The beginning is enough to recognise a web page. */
export const looked = 20_000

/** Whether a text is a web page, or a part of one. */
export const isHtml = (text: string): boolean =>
  /^\s*(?:<\?xml[^<>]*>\s*)?<(?:!doctype html|!--|(?:html|head|body|title|meta|link|script|style|h\d|p|div|center|pre)\b)/i.test(
    text.slice(0, looked),
  )

/** The title of a web page, else its first heading, in quotation marks; empty if it has neither. */
export function pageTitle(html: string): string {
  const texts = html.slice(0, looked).matchAll(/<(?:title|h1)\b[^<>]*>([^<]*)/gi)
  const found = [...texts].map(([, text = '']) => oneLine(text, 80)).find((text) => text !== '')
  return found === undefined ? '' : `"${found}"`
}

/** A text of the service on one line. Of a web page, only the title: its tags say nothing to a reader. */
const serviceText = (text: string): string =>
  isHtml(text) ? ['a web page', pageTitle(text)].filter(Boolean).join(', ') : oneLine(text)

/**
 * The reasons in an error body, on one line. Reads the error formats of OSDI, JSON:API, problem details (RFC 9457), OAuth and others. If the body has
 * no reason: the JSON of the body.
 */
export function messageIn(body: unknown): string {
  if (typeof body === 'string') return serviceText(body)
  if (typeof body !== 'object' || body === null) return ''
  const texts = reasonsIn(body)
  if (texts.length === 0) return oneLine(JSON.stringify(body))
  const said = texts.map((text) => (isHtml(text) ? serviceText(text) : text))
  return oneLine([...new Set(said)].filter((text) => text !== '').join('; '))
}

/** The value of a JSON text, or the text itself if it is not JSON. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** How messages name the types of JSON and JavaScript. */
export const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

/** Whether a value is a promise: the caller has probably forgotten an `await`. */
export const isPromise = (value: unknown): boolean => typeof Object(value).then === 'function'

/** @throws InputError if the argument `field` is a promise */
export function refusePromise(value: unknown, field: string): void {
  if (isPromise(value)) throw InputError.of(field, 'is a promise; await it first')
}

/** How messages name the type of a value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value)
  if (isPromise(value)) return 'a promise; await it first'
  if (Array.isArray(value)) return 'an array'
  if (Object.prototype.toString.call(value) === '[object Date]') return 'a Date'
  return kinds[typeof value] ?? typeof value
}

// Functions that read errors of other code: of the runtime or of a library. What they look for may be anywhere in the chain of causes.

/** The first text that `pick` returns for an error or for one of its causes. Undefined also if a getter of the error throws. */
function searchCauses(
  thrown: unknown,
  pick: (error: object) => unknown,
  depth = 0,
  seen = new Set<unknown>(),
): string | undefined {
  try {
    if (depth > 4 || seen.has(thrown)) return undefined
    seen.add(thrown)
    const error: { readonly cause?: unknown; readonly errors?: unknown } = Object(thrown)
    const found = pick(error)
    if (typeof found === 'string' && found !== '') return found
    for (const nested of [error.cause, error.errors].flat()) {
      const below = searchCauses(nested, pick, depth + 1, seen)
      if (below) return below
    }
  } catch {}
  return undefined
}

/** The platform's error code, such as `ECONNREFUSED`, from anywhere in the chain of causes. */
export const errorCodeOf = (thrown: unknown): string | undefined =>
  searchCauses(thrown, (error) => Reflect.get(error, 'code'))

/** Whether an error code is one of a platform, such as `ECONNREFUSED`, and no other text. */
export const isPlatformCode = (code: unknown): code is string =>
  typeof code === 'string' && /^(?:[A-Z][A-Z\d_]{2,59}|ConnectionRefused|FailedToOpenSocket)$/.test(code)

/** The innermost message of a chain of causes. The outer messages often say only that a fetch failed. */
export const innermostMessageOf = (thrown: unknown): string | undefined =>
  searchCauses(thrown, (error) => (Reflect.get(error, 'cause') ? undefined : Reflect.get(error, 'message')))

/**
 * Codes of failures before a request leaves: the service cannot have seen the request. If an error also names a system call, `neverLeft` looks at
 * that name instead, because some of these codes also occur later.
 */
const unsentCodes = [
  // The address, and the arguments of `fetch`.
  /^(?:ERR_INVALID_(?:URL|PROTOCOL|CHAR|HTTP_TOKEN|IP_ADDRESS)|UND_ERR_INVALID_ARG)$/,
  // The DNS lookup, the socket and the connection.
  /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|ConnectionRefused|FailedToOpenSocket|UND_ERR_CONNECT_TIMEOUT|EMFILE|ENFILE|EADDRNOTAVAIL)$/,
  // The certificate (codes of OpenSSL), and a port without TLS.
  /^(?:CERT_\w+|CRL_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|INVALID_(?:CA|PURPOSE)|HOSTNAME_MISMATCH)$/,
  /^(?:PATH_LENGTH_EXCEEDED|ERR_TLS_CERT_\w+|ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL))$/,
]

/** Maximum length of an error code. Longer text is cut, so that a pattern is not slow on hostile text. */
const maxCodeLength = 60

/** System calls that happen before a request is sent. */
const unsentSystemCalls = new Set(['getaddrinfo', 'connect', 'socket'])

/** Part of Deno's message for a failed connection, which has no code. No address can contain this text, because spaces in addresses are encoded. */
const denoConnectFailure = ' client error (Connect): '

/** Node's message for a port that `fetch` blocks. This error has no code. */
const nodeBlockedPort = 'bad port'

/** Whether it is certain that a request never left. If the runtime tried several IP addresses, this must be true of each try. */
export function neverLeft(thrown: unknown, depth = 0): boolean {
  try {
    if (depth > 4 || !thrown) return false
    const { code, syscall, erroredSysCall = syscall, cause, errors, message } = thrown as Record<string, unknown>
    if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => neverLeft(each, depth + 1))
    if (typeof erroredSysCall === 'string') return unsentSystemCalls.has(erroredSysCall)
    if (typeof code === 'string') return unsentCodes.some((codes) => codes.test(code.slice(0, maxCodeLength)))
    return message === nodeBlockedPort || String(message).includes(denoConnectFailure) || neverLeft(cause, depth + 1)
  } catch {
    return false
  }
}

/** A noun with its article. */
export const one = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** Makes the message about an unknown field. The message does not contain the field's name, because the caller puts the name in front. */
export type Advice = (field: string) => string

/** The message for an absent value. */
export const missing = 'is missing'

/** The message for a value of another type than `expected`. */
export const notOf = (expected: string, value: unknown): string =>
  value === undefined ? missing : `must be ${kinds[expected] ?? expected}, not ${kindOf(value)}`

/** The first five issues in one line. In an issue without a field, `whole` is the name of the value. */
export function sayIssues(issues: readonly Issue[], whole = ''): string {
  const shown = issues.slice(0, 5).map(({ field, message, address }) => {
    const what = field ? `${field}: ${message}` : `${whole} ${message}`.trim()
    return address === undefined ? what : `${what} (in ${oneLine(address)})`
  })
  return shown.join('; ') + (issues.length > shown.length ? `; and ${issues.length - shown.length} more` : '')
}

/** A name without case and punctuation. */
export const plainly = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The message for an unknown name. It suggests the known name that differs only in case and punctuation, or lists all known names. */
export function unknownAmong(known: readonly string[], what: string): Advice {
  return (name) => {
    const near = known.find((each) => plainly(each) === plainly(name))
    return near ? `${what}; did you mean ${near}?` : `${what}; there are ${known.join(', ')}`
  }
}
