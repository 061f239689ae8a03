/** Control and formatting characters, line separators: they could forge log lines, colour a terminal or turn text around. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/** Text of the service made fit for one line of a message. */
export function oneLine(text: string, most = 200): string {
  const line = text
    .slice(0, most * 4)
    .replace(unprintable, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** Names of members that say why a request was refused, in their plain letters: sentences for people first. */
const reasons =
  'errordescription detail details message messages errormessage msg reason errors error title description'.split(' ')

/** Names of what holds reasons: inside of it, every sentence is one. */
const holdsReasons = /err|fault|fail|detail|messag|violat|problem|status/

/** Names that resources have too: at the top of a body, or inside of what holds reasons, they are reasons. */
const ofResources = /^(?:title|description)$/

/** The most values of an error body that are looked at: hostile ones have many. */
const maxLooked = 2_000

/** A value of an error body. */
interface Place {
  readonly value: unknown
  /** Name of the member that it is, or whose array it is in. */
  readonly name: string
  /** Whether it is in what holds reasons; `top` for the members of the body itself. */
  readonly within: 'reasons' | 'top' | 'others'
  readonly isEntry: boolean
}

/** The reasons in an error body, each with its rank: the first is the best. */
function reasonsIn(body: object): string[] {
  const found: { readonly rank: number; readonly text: string }[] = []
  const places: Place[] = [{ value: body, name: '', within: 'top', isEntry: true }]
  // Level by level: what stands further out says more of the whole.
  for (const { value, name, within, isEntry } of places) {
    const plain = name.toLowerCase().replace(/^.*[:.]|[^a-z]/g, '')
    if (typeof value === 'string') {
      // `errors: { title: ["is missing"] }` names a field, `errors: [{ title: "Missing field" }]` does not.
      const rank = ofResources.test(plain) && (isEntry || within === 'others') ? -1 : reasons.indexOf(plain)
      if (rank >= 0) found.push({ rank: within === 'reasons' && plain === 'description' ? 0 : rank, text: value })
      else if (within === 'reasons' && /\p{L}\s\p{L}/u.test(value))
        found.push({ rank: reasons.indexOf('errors'), text: plain === 'value' ? value : `${name}: ${value}` })
    } else if (typeof value === 'object') {
      const isEntry = Array.isArray(value)
      const inside = holdsReasons.test(plain) || within === 'reasons' ? 'reasons' : value === body ? 'top' : 'others'
      for (const key in value) {
        if (places.length === maxLooked) break
        // Some services write an array as an object.
        const own = isEntry || /^\d+$/.test(key) ? name : key.slice(0, 60)
        places.push({ value: Reflect.get(value, key), name: own, within: inside, isEntry })
      }
    }
  }
  return found.sort((one, other) => one.rank - other.rank).map(({ text }) => text.slice(0, 1_000).trim())
}

/**
 * What an error body says, on one line: its reasons, in whatever shape it holds them (that of the service, OSDI's error, JSON:API, problem details,
 * OAuth …), with sentences first; the JSON of a body without any.
 */
export function messageIn(body: unknown): string {
  if (typeof body === 'string') return oneLine(body)
  if (typeof body !== 'object' || body === null) return ''
  const texts = reasonsIn(body)
  if (texts.length === 0) return oneLine(JSON.stringify(body))
  return oneLine([...new Set(texts)].filter((text) => text !== '').join('; '))
}

/** A body as JSON where it is JSON, as text otherwise. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What JSON and JavaScript call a kind of value, in the words of messages. */
export const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

/** Whether somebody forgot an `await`. */
export function isPromise(value: unknown): boolean {
  try {
    return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
  } catch {
    return false
  }
}

/** What a value is, for messages. A proxy may refuse to say. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value)
  if (isPromise(value)) return 'a promise; await it first'
  try {
    if (Array.isArray(value)) return 'an array'
    if (Object.prototype.toString.call(value) === '[object Date]') return 'a Date'
  } catch {
    return 'an object that cannot be read'
  }
  return kinds[typeof value] ?? typeof value
}

// Errors that others threw: what they say, from wherever in the chain of causes it stands.

/** The first that `pick` finds in an error, what caused it, and what caused that. Reading a foreign error may throw. */
function search(
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
      const below = search(nested, pick, depth + 1, seen)
      if (below) return below
    }
  } catch {}
  return undefined
}

/** The platform's word for what went wrong, such as `ECONNREFUSED`, from wherever in the chain of causes it stands. */
export const codeOf = (thrown: unknown): string | undefined => search(thrown, (error) => Reflect.get(error, 'code'))

/** The innermost message of a chain of causes: the outer ones only say that a fetch failed. */
export const reasonOf = (thrown: unknown): string | undefined =>
  search(thrown, (error) => (Reflect.get(error, 'cause') ? undefined : Reflect.get(error, 'message')))

/** Codes of failures that come before a request leaves: the service cannot have seen it. A code may also come later; then its system call tells. */
const beforeLeaving = [
  // The address, and what `fetch` is asked for.
  /^(?:ERR_INVALID_(?:URL|PROTOCOL|CHAR|HTTP_TOKEN|IP_ADDRESS)|UND_ERR_INVALID_ARG)$/,
  // The name, the socket and the connection.
  /^(?:ENOTFOUND|EAI_\w+|ECONNREFUSED|ConnectionRefused|FailedToOpenSocket|UND_ERR_CONNECT_TIMEOUT|EMFILE|ENFILE|EADDRNOTAVAIL)$/,
  // The certificate, by OpenSSL's names, and a port without TLS.
  /^(?:CERT_\w+|CRL_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|INVALID_(?:CA|PURPOSE)|HOSTNAME_MISMATCH)$/,
  /^(?:PATH_LENGTH_EXCEEDED|ERR_TLS_CERT_\w+|ERR_SSL_(?:WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL))$/,
]

/** No code of a platform is longer; what is longer is cut. */
const maxCodeLength = 60

/** System calls that come before a request leaves. */
const connecting = new Set(['getaddrinfo', 'connect', 'socket'])

/** How Deno tells of a failed connection, without a code. No address can contain it, because spaces of an address are encoded. */
const whileConnecting = ' client error (Connect): '

/** How Node tells of a port that `fetch` blocks, without a code. */
const blockedPort = 'bad port'

/** Whether a request surely never left. Where several addresses were tried, each of them has to say so. */
export function neverLeft(thrown: unknown, depth = 0): boolean {
  try {
    if (depth > 4 || !thrown) return false
    const { code, syscall, erroredSysCall = syscall, cause, errors, message } = thrown as Record<string, unknown>
    if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => neverLeft(each, depth + 1))
    if (typeof erroredSysCall === 'string') return connecting.has(erroredSysCall)
    if (typeof code === 'string') return beforeLeaving.some((codes) => codes.test(code.slice(0, maxCodeLength)))
    return message === blockedPort || String(message).includes(whileConnecting) || neverLeft(cause, depth + 1)
  } catch {
    return false
  }
}

/** Where something was called from, as far as the runtime tells. */
export interface Caller {
  readonly stack?: string
}

/**
 * Who called a function. An iterator keeps it for its errors: they are made in turns of their own, and ten frames of ours would be all that the
 * runtime keeps of the way to them.
 */
export function callerOf(called: () => unknown): Caller {
  const caller: Caller = {}
  // Written out only if someone reads it.
  Error.captureStackTrace?.(caller, called)
  return caller
}

/** Lets the stack of an error go on to where the call came from. */
export function appendStack({ stack = '' }: Caller, error: Error): void {
  const [way = ''] = /(?:\n +at .*)+/.exec(stack) ?? []
  // Assigned, it would be enumerable in some runtimes, and so stand in JSON.
  if (way) Object.defineProperty(error, 'stack', { value: error.stack + way, configurable: true, writable: true })
}
