import { InputError } from '../errors/error-classes.ts'
import type { HeadersLike } from './call-options.ts'

/**
 * Headers that callers must not set, because the client or the connection sets them. A wrong value could leak the API key or break the connection.
 */
const ownHeaders =
  'accept content-type content-length transfer-encoding connection keep-alive upgrade expect te trailer host'.split(' ')

/** Other headers that this package or the platform sets. The platform would replace or drop an API key in one of these headers. */
const platformHeaders = /^(?:user-agent|cookie|origin|referer|date|via|accept-.*|sec-.*|proxy-.*)$/

/** Whether a header can carry the API key. The platform drops a header with the name `__proto__`. */
export function isKeyHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return /^[a-z][\w.-]*$/.test(lower) && !ownHeaders.includes(lower) && !platformHeaders.test(lower)
}

/**
 * Names and values of headers. Reads each header once, because a getter may return another value at the second read.
 *
 * @returns undefined if the argument is not an object of headers, or if a value is not a string. `Headers` would turn the value `undefined` into the
 * text "undefined"
 */
function headerPairs(given: unknown): [string, string][] | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const pairs: unknown[] = Symbol.iterator in given ? [...(given as Iterable<unknown>)] : Object.entries(given)
  const read = pairs.map((pair) => (Array.isArray(pair) ? [...pair] : []))
  const isPair = (pair: unknown[]): pair is [string, string] =>
    pair.length === 2 && pair.every((text) => typeof text === 'string')
  return read.every(isPair) ? read : undefined
}

/** What a call inherits from its client. */
interface ClientHeaders {
  /** Headers by names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Name of the header that carries the API key. */
  readonly keyHeader: string
}

/**
 * Merges the headers of a call with those of the client.
 *
 * @throws InputError naming `headers`. The message does not contain a value
 */
export function readHeaders(
  given: HeadersLike | undefined,
  { headers, keyHeader }: ClientHeaders,
): ClientHeaders['headers'] {
  if (given === undefined) return headers
  const refuse = () => InputError.of('headers', 'must be header names and values that HTTP allows')
  let extra: Headers
  try {
    const pairs = headerPairs(given)
    if (!pairs) throw refuse()
    extra = new Headers(pairs)
  } catch {
    // Hides the platform's error: its message contains the value, which may be a secret.
    throw refuse()
  }
  for (const name of ['api-key', 'osdi-api-token', keyHeader.toLowerCase(), ...ownHeaders]) {
    if (extra.has(name)) throw InputError.of('headers', `must not set ${name}; the client sets it itself`)
  }
  return Object.freeze({ ...headers, ...Object.fromEntries(extra) })
}
