import type { ServiceResponse } from '../api/message.ts'
import { MockServiceError } from '../errors.ts'
import { chunksInSlices } from './time-slices.ts'

/** Thrown if the server refuses a request to the admin API before a method of the service can check it. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly status: number
  readonly code: string
  readonly headers: ServiceResponse['headers']

  constructor(status: number, code: string, message: string, headers: ServiceResponse['headers'] = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const

/** Makes a JSON response of a value. */
export const adminResponse = (
  value: unknown,
  status = 200,
  headers: ServiceResponse['headers'] = {},
): ServiceResponse => ({ status, headers: { ...jsonHeaders, ...headers }, body: JSON.stringify(value) })

/** The response for an error of the caller: a `MockServiceError` or an `AdminError`. Rethrows every other error. */
export function adminErrorResponse(error: unknown): ServiceResponse {
  if (error instanceof MockServiceError) {
    const { code, field, message } = error
    return adminResponse({ error: message, code, field }, code === 'unknown' ? 404 : 400)
  }
  if (!(error instanceof AdminError)) throw error
  const { code, message, status, headers } = error
  return adminResponse({ error: message, code }, status, headers)
}

/** A response whose body is made in parts, while it is sent. */
export class StreamedResponse {
  readonly status = 200
  readonly headers: ServiceResponse['headers']
  /** Makes the parts of the body, each when the caller has taken the part before. `disconnected` is aborted when the caller disconnects. */
  readonly parts: (disconnected: AbortSignal) => AsyncIterable<string>
  /** Aborted when the body must end. The server disconnects a caller who does not take the last parts at once. */
  readonly ended: AbortSignal | undefined

  constructor(headers: ServiceResponse['headers'], parts: StreamedResponse['parts'], ended?: AbortSignal) {
    this.headers = headers
    this.parts = parts
    this.ended = ended
  }
}

/** A response of the admin API. */
export type AdminResponse = ServiceResponse | StreamedResponse

/** A response with a JSON text in chunks, because the whole text may be too long for a string. */
export const jsonChunks = (chunks: Iterable<string>): StreamedResponse =>
  new StreamedResponse(jsonHeaders, () => chunksInSlices(chunks))
