import type { Assumptions } from '../assumptions.ts'
import type { HttpError } from '../rules/http-error.ts'
import type { Remarks } from './remarks.ts'

/** Maximum length of a request body in bytes. The service refuses longer bodies. */
export const maxBodyBytes = 10 * 1024 * 1024

/** A decoded request body. */
export interface Body {
  /** The text of the body. Empty without a body, and for a body that is too long. U+FFFD replaces invalid UTF-8. */
  readonly body: string
  /** Whether the whole body is valid UTF-8. */
  readonly isUtf8: boolean
  /** Whether the body is longer than {@link maxBodyBytes}. */
  readonly isTooLong: boolean
}

export const noBody: Body = { body: '', isUtf8: true, isTooLong: false }
export const tooLongBody: Body = { body: '', isUtf8: true, isTooLong: true }

/** A request with its body. The `fetch` function and the HTTP server convert their requests to this type. */
export interface ServiceRequest extends Body {
  readonly method: string
  /** The base address that the caller uses, without a trailing slash. Links in the response begin with this address. */
  readonly base: string
  /** Other base addresses of the service. Links in the request body may begin with any of these addresses. */
  readonly otherBases?: () => readonly string[]
  /** Path and query below `base`, with a leading slash; or the whole address, if the address is not below `base`. */
  readonly target: string
  /** The value of a header. `name` is in lower case. Repeated headers are joined by commas (RFC 9110 §5.3). */
  header(name: string): string | undefined
  /**
   * All headers, with names in lower case. The request log stores this iterable, so its headers must never change, and it must allow
   * several iterations.
   */
  readonly headers: Iterable<readonly [name: string, value: string]>
}

/** Decodes the bytes of a body. */
export function decodeBody(bytes: ArrayBuffer | Uint8Array): Body {
  try {
    return { body: strict.decode(bytes), isUtf8: true, isTooLong: false }
  } catch {
    return { body: new TextDecoder().decode(bytes), isUtf8: false, isTooLong: false }
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })

/** The type of bytes that `new Response` accepts. The bytes are not in a `SharedArrayBuffer`. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A response. The HTTP server sends it, and the `fetch` function converts it to a `Response`. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A text, or UTF-8 bytes, because the cache stores pages as bytes. */
  readonly body: string | Bytes
  /** Remarks for the request log. Absent if a fault made the response. */
  readonly remarks?: Remarks
}

/** Makes a successful response. The status is always 200, even after a creation (v1 §4, v2 §4). */
export const jsonResponse = (body: string | Bytes): ServiceResponse => ({
  status: 200,
  headers: { 'Content-Type': 'application/hal+json', 'Cache-Control': 'max-age=0, private, must-revalidate' },
  body,
})

/** Makes an error response. The assumption `errorBody` gives the shape of the body. */
export const errorResponse = (
  { status, message, headers = {} }: Pick<HttpError, 'status' | 'message'> & Partial<Pick<HttpError, 'headers'>>,
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

/** The body of a response as UTF-8 bytes. */
export const bodyBytes = ({ body }: ServiceResponse): Bytes => (typeof body === 'string' ? encoder.encode(body) : body)

/** The body of a response as text. */
export const bodyText = ({ body }: ServiceResponse): string => (typeof body === 'string' ? body : decoder.decode(body))

/** A pause in a response. The service ends the pause. If the caller disconnects, the pause ends early. */
export interface Wait {
  /** Resolves when the wait ends. */
  readonly ended: Promise<unknown>
  /** Ends the wait, because the caller has disconnected. */
  release(): void
}

/** How much of a response reaches the caller. */
export interface Delivery {
  /** Absent if the caller does not even get a status. */
  readonly response: ServiceResponse | undefined
  /**
   * `whole`: the caller gets the whole response. `truncated`: half of the body arrives, and then the connection closes. `stalled`: half of
   * the body arrives, and the connection is reset at the end of the wait. `reset`: half of the body or nothing arrives, and the connection
   * is reset at once.
   */
  readonly ending: 'whole' | 'truncated' | 'stalled' | 'reset'
  /** The wait of a stalled response. An abort of the request also ends it. */
  readonly wait?: Wait
  /** The service's remarks for the request log, if a fault withheld the response that contains them. */
  readonly remarks?: Remarks | undefined
}

/** Makes a delivery in which the whole response arrives. */
export const complete = (response: ServiceResponse): Delivery => ({ response, ending: 'whole' })

/** The part of an interrupted body that arrives. */
export const firstHalf = (body: Uint8Array): Uint8Array<ArrayBufferLike> =>
  body.subarray(0, Math.floor(body.length / 2))
