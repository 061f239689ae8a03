import { InputError } from '../errors/error-classes.ts'
import type { HeadersLike } from './options.ts'

/** Headers of the client and of the connection. If callers set them, they could leak the key, or break the connection. */
const ownHeaders =
  'accept content-type content-length transfer-encoding connection keep-alive upgrade expect te trailer host'.split(' ')

/** Other headers that this package or the platform sets. The platform would replace or drop a key in them. */
const platformHeaders = /^(?:user-agent|cookie|origin|referer|date|via|accept-.*|sec-.*|proxy-.*)$/

/** Whether a header can carry the key. The platform drops a header with the name `__proto__`. */
export function isKeyHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return /^[a-z][\w.-]*$/.test(lower) && !ownHeaders.includes(lower) && !platformHeaders.test(lower)
}

/**
 * Names and values of headers. Reads each one once.
 *
 * @returns undefined if the argument is no object of headers, or if a value is no text: the platform would send "undefined" and "5"
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
  /** Name of the header that carries the key. */
  readonly keyHeader: string
}

/**
 * The headers of a call, together with those of its client.
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
    // The platform's own message repeats the value, which may be a secret.
    throw refuse()
  }
  for (const name of ['api-key', 'osdi-api-token', keyHeader.toLowerCase(), ...ownHeaders]) {
    if (extra.has(name)) throw InputError.of('headers', `must not set ${name}; the client sets it itself`)
  }
  return Object.freeze({ ...headers, ...Object.fromEntries(extra) })
}
