import { InputError } from '../errors/errors.ts'
import type { HeadersLike } from './shared-options.ts'

/** The client's own headers, and those that belong to the connection: whoever set them would leak the key, or break the exchange. */
const reserved = [
  'api-key',
  'osdi-api-token',
  'accept',
  'content-type',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'host',
]

const isRecord = (given: HeadersLike) => !(Symbol.iterator in given)

/**
 * The headers of a call over those of its client.
 *
 * @throws InputError naming `headers`; the message never holds a value
 */
export function readHeaders(given: HeadersLike | undefined, base: Headers): Headers {
  const headers = new Headers(base)
  if (given === undefined) return headers
  const refuse = () => InputError.of('headers', 'must be header names and values that HTTP allows')
  if (typeof given !== 'object' || given === null) throw refuse()
  // The platform would send the texts "undefined" and "5".
  if (isRecord(given) && Object.values(given).some((value) => typeof value !== 'string')) throw refuse()
  let extra: Headers
  try {
    extra = new Headers(given)
  } catch {
    // The platform's own message repeats the value, which may be a secret.
    throw refuse()
  }
  for (const name of reserved) {
    if (extra.has(name)) throw InputError.of('headers', `must not set ${name}; the client sets it itself`)
  }
  for (const [name, value] of extra) headers.set(name, value)
  return headers
}
