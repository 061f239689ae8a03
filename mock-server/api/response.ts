import type { Assumptions } from '../assumptions.ts'
import type { HttpError } from '../rules/context.ts'

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
export const whole = (response: ServiceResponse): Delivery => ({ response, ending: 'whole' })

/** The part of a body that arrives of one that breaks off. */
export const firstHalf = (body: Uint8Array): Uint8Array<ArrayBufferLike> =>
  body.subarray(0, Math.floor(body.length / 2))
