import type { Assumptions } from '../assumptions.ts'
import { HttpError } from '../rules/context.ts'
import { isObject, type JsonObject, parse } from '../text/json.ts'

/** Bytes of the longest body that is taken. */
export const longestBody = 10 * 1024 * 1024

/** A body as the service sees it. */
export interface Body {
  /** Empty where there is none, or where it is too long; what is no UTF-8 in it is replaced by U+FFFD. */
  readonly body: string
  /** Whether the body is UTF-8 throughout. */
  readonly isUtf8: boolean
  /** Whether it has more bytes than are taken. */
  readonly isTooLong: boolean
}

export const noBody: Body = { body: '', isUtf8: true, isTooLong: false }
export const tooLongBody: Body = { body: '', isUtf8: true, isTooLong: true }

/** A request as the service sees it, its body read. No object of any platform's: every adapter makes one in its own way. */
export interface ServiceRequest extends Body {
  readonly method: string
  /** The address that the caller knows the service by, without a trailing slash: links of the response begin with it. */
  readonly base: string
  /** Path and query below the base, beginning with a slash; the whole address where it is not below the base. */
  readonly target: string
  /** The value of a header, by its name in lower case; several of one name are joined by commas (RFC 9110 §5.3). */
  header(name: string): string | undefined
  /** Every header, names in lower case. The request log keeps it: it never changes, and can be gone through any number of times. */
  readonly headers: Iterable<readonly [name: string, value: string]>
}

/** Text of a body, however long, and whether its bytes are UTF-8 throughout. */
export function decodeBody(bytes: ArrayBuffer | Uint8Array): Body {
  try {
    return { body: strict.decode(bytes), isUtf8: true, isTooLong: false }
  } catch {
    return { body: new TextDecoder().decode(bytes), isUtf8: false, isTooLong: false }
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** The JSON object of a body, or the refusal of the request (assumptions `contentType`, `invalidBody`). */
export function readBody(
  assumptions: Readonly<Assumptions>,
  { header, body, isUtf8, isTooLong }: ServiceRequest,
): JsonObject {
  if (isTooLong) throw new HttpError(413, `body: is longer than ${longestBody / 1024 ** 2} MiB`)
  if (assumptions.contentType === 415 && !jsonType.test(header('content-type') ?? '')) {
    throw new HttpError(415, 'Content-Type: must be application/json')
  }
  if (!isUtf8) throw new HttpError(assumptions.invalidBody, 'body: must be UTF-8')
  const parsed = parse(body)
  if (isObject(parsed)) return parsed
  throw new HttpError(assumptions.invalidBody, 'body: must be a JSON object')
}
