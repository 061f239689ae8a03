import type { Assumptions } from '../assumptions.ts'
import type { HttpError } from '../rules/http-error.ts'
import type { Remarks } from './remarks.ts'

/** The service refuses longer bodies. */
export const maxBodyBytes = 10 * 1024 * 1024

/** A body as the service sees it. */
export interface Body {
  /** Empty if there is none, or if it is too long. U+FFFD stands for bytes that are not UTF-8. */
  readonly body: string
  /** Whether the body is UTF-8 throughout. */
  readonly isUtf8: boolean
  /** Whether it is longer than {@link maxBodyBytes}. */
  readonly isTooLong: boolean
}

export const noBody: Body = { body: '', isUtf8: true, isTooLong: false }
export const tooLongBody: Body = { body: '', isUtf8: true, isTooLong: true }

/** A request with its body, as every adapter makes it of its platform's request. */
export interface ServiceRequest extends Body {
  readonly method: string
  /** The address that the caller knows the service by, without a slash at its end: links of the response begin with it. */
  readonly base: string
  /** Path and query below the base, beginning with a slash; the whole address if it is not below the base. */
  readonly target: string
  /** The value of a header, by its name in lower case; several of one name are joined by commas (RFC 9110 §5.3). */
  header(name: string): string | undefined
  /** All headers, names in lower case. The request log stores this: it never changes, and can be iterated more than once. */
  readonly headers: Iterable<readonly [name: string, value: string]>
}

/** The text of a body, and whether its bytes are UTF-8 throughout. */
export function decodeBody(bytes: ArrayBuffer | Uint8Array): Body {
  try {
    return { body: strict.decode(bytes), isUtf8: true, isTooLong: false }
  } catch {
    return { body: new TextDecoder().decode(bytes), isUtf8: false, isTooLong: false }
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })

/** Bytes that are in no shared memory, as a `Response` takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** What the service responds, before an adapter sends it or makes a `Response` of it. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A text, or its bytes in UTF-8: pages are cached as bytes. */
  readonly body: string | Bytes
  /** What is to be said of it in the request log. Absent if it is a fault's. */
  readonly remarks?: Remarks
}

/** Success is 200 whatever was done (v1 §4, v2 §4). */
export const jsonResponse = (body: string | Bytes): ServiceResponse => ({
  status: 200,
  headers: { 'Content-Type': 'application/hal+json', 'Cache-Control': 'max-age=0, private, must-revalidate' },
  body,
})

/** An error in the service's own shape (assumption `errorBody`). */
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

/** The body of a response in bytes of UTF-8. */
export const bodyBytes = ({ body }: ServiceResponse): Bytes => (typeof body === 'string' ? encoder.encode(body) : body)

/** The body of a response as text. */
export const bodyText = ({ body }: ServiceResponse): string => (typeof body === 'string' ? body : decoder.decode(body))

/** A wait that the service ends, or the caller by going away. */
export interface Wait {
  /** Resolves when it is over. */
  readonly ended: Promise<unknown>
  /** Ends it because the caller has gone away. */
  release(): void
}

/** How much of a response reaches the caller. */
export interface Delivery {
  /** Absent if not even a status is sent. */
  readonly response: ServiceResponse | undefined
  /**
   * `whole`: all of it; `truncated`: half of the body that the headers promise, and the end of the connection; `stalled`: half of
   * the body, and nothing more until the wait has ended, when the connection is reset; `reset`: half of the body, or nothing at
   * all, and the connection is reset.
   */
  readonly ending: 'whole' | 'truncated' | 'stalled' | 'reset'
  /** How long a stalled response stalls; it ends with the request's signal too. */
  readonly wait?: Wait
  /** What the service said of the request, if a fault took its response. */
  readonly remarks?: Remarks | undefined
}

/** A response that arrives whole. */
export const complete = (response: ServiceResponse): Delivery => ({ response, ending: 'whole' })

/** The part that arrives of a body that breaks off. */
export const firstHalf = (body: Uint8Array): Uint8Array<ArrayBufferLike> =>
  body.subarray(0, Math.floor(body.length / 2))
