import type { Assumptions } from '../assumptions.ts'
import type { HttpError } from '../rules/context.ts'

/** Bytes of the longest body that is taken. */
export const maxBodyBytes = 10 * 1024 * 1024

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

/** Bytes in memory of their own, such as a `Response` takes. */
export type Bytes = Uint8Array<ArrayBuffer>

/** What the service responds, before an adapter sends it or makes a `Response` of it. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A text, or the bytes of one in UTF-8 where they are kept: pages are sent again and again. */
  readonly body: string | Bytes
}

/** Success is 200 whatever was done (v1 §4, v2 §4). */
export const jsonResponse = (body: string | Bytes): ServiceResponse => ({
  status: 200,
  headers: { 'Content-Type': 'application/hal+json', 'Cache-Control': 'max-age=0, private, must-revalidate' },
  body,
})

/** An error in the service's own shape (assumption `errorBody`). */
export const errorResponse = (
  { status, message, headers }: HttpError,
  shape: Assumptions['errorBody'],
): ServiceResponse => ({
  status,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', ...headers },
  body: JSON.stringify(
    shape === 'error' ? { error: message } : { 'osdi:error': { response_code: status, error_description: message } },
  ),
})

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The body of a response in bytes of UTF-8. */
export const bodyBytes = ({ body }: ServiceResponse): Bytes => (typeof body === 'string' ? encoder.encode(body) : body)

/** The body of a response as text. */
export const bodyText = ({ body }: ServiceResponse): string => (typeof body === 'string' ? body : decoder.decode(body))

/** A wait that somebody else ends: the caller by going away, or the service. */
export interface Wait {
  /** Settles when it is over, and never fails. */
  readonly ended: Promise<unknown>
  /** Ends it, as the caller has gone. */
  release(): void
}

/** How much of a response reaches the caller. */
export interface Delivery {
  /** Absent where not even a status is sent. */
  readonly response: ServiceResponse | undefined
  /**
   * `whole`: all of it; `truncated`: half of the body that the headers promise, and the end of the connection; `stalled`: half of
   * the body, and nothing more until the wait has ended, when the connection is reset; `reset`: half of the body, or nothing at
   * all, and the connection is reset.
   */
  readonly ending: 'whole' | 'truncated' | 'stalled' | 'reset'
  /** How long a stalled response stalls; it ends with the request's signal too. */
  readonly wait?: Wait
}

/** A response that arrives as it should. */
export const complete = (response: ServiceResponse): Delivery => ({ response, ending: 'whole' })

/** The part of a body that arrives of one that breaks off. */
export const firstHalf = (body: Uint8Array): Uint8Array<ArrayBufferLike> =>
  body.subarray(0, Math.floor(body.length / 2))
