import ky, { isNetworkError } from 'ky'
import { callSafely } from '../observe/hooks.ts'
import type { CallContext, ResponseHead } from './call-context.ts'
import { elapsed, later } from './timeout.ts'

/** One HTTP request, ready to be sent. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/**
 * The body as `fetch` gets it. Deno sends a request again by itself, POST included, where the kept connection it chose breaks before a
 * response (RFC 9110 §9.2.2 forbids that); a stream it cannot send twice.
 */
function bodyToSend(method: string, body: string): string | ReadableStream<Uint8Array> {
  return method === 'POST' && 'Deno' in globalThis ? new Blob([body]).stream() : body
}

/**
 * Sends one request once and returns whatever answers it. Retries, time limits and redirects are the caller's: no redirect may be followed before
 * its target is checked, and every wait must be bounded.
 *
 * @param fetch what the caller gave; undefined for the platform's own
 * @throws what `fetch` throws; ky's own errors hold the request with its key, so they go no further than this file
 */
export async function sendRequest(
  { url, method, headers, body }: HttpRequest,
  fetch: typeof globalThis.fetch | undefined,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await ky(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body !== undefined && { body: bodyToSend(method, body) }),
      // Called without a this.
      ...(fetch && { fetch: (input, init) => fetch(input, init) }),
      retry: 0,
      throwHttpErrors: false,
      timeout: false,
    })
  } catch (error) {
    throw isNetworkError(error) ? error.cause : error
  }
}

/** A body as text, as far as it was read. */
export interface BodyText {
  readonly text: string
  /** How it ended: `whole`, `over` the limit in bytes, or `broken` off on the way. */
  readonly end: 'whole' | 'over' | 'broken'
  /** The limit. */
  readonly limit: number
  /** What broke it. */
  readonly cause?: unknown
}

/** The body as the platform's own stream. Responses of other makers may have none, or a stream of another kind. */
function streamOf({ body }: Response): ReadableStream<Uint8Array> | undefined {
  return body && typeof body.getReader === 'function' ? body : undefined
}

/** Ends a body that nobody will read, so that its connection is not held open. Nothing waits for it. */
export function discard(response: Response): void {
  const stream = streamOf(response)
  // A body that is being read is its reader's to cancel; one that was read or has failed cannot be, and need not be.
  if (stream && !stream.locked) callSafely(() => stream.cancel())
}

/** Milliseconds of reading after which timers get their turn: a body that is always ready would starve them, and with them every limit. */
const maxTurn = 10

const nextTurn = () => new Promise<void>((resolve) => later(0, resolve))

/** A text of another maker's response, which can only be measured when it is there. */
function measured(text: string, limit: number): BodyText {
  const bytes = new TextEncoder().encode(text)
  if (bytes.byteLength <= limit) return { text, end: 'whole', limit }
  return { text: new TextDecoder().decode(bytes.subarray(0, limit), { stream: true }), end: 'over', limit }
}

/**
 * The body as text (UTF-8), but for bytes beyond the limit: they are neither decoded nor kept, and the rest of the body is cancelled. An
 * abort ends the reading and closes the body, also where the `fetch` that made it ignores the signal.
 *
 * @param limit in bytes, as they come out of the platform's decompression
 */
export async function readBody(response: Response, limit: number, signal: AbortSignal): Promise<BodyText> {
  let text = ''
  let cancel = () => {}
  try {
    const reader = streamOf(response)?.getReader()
    if (!reader) return measured(String(await response.text()), limit)
    cancel = () => callSafely(() => reader.cancel(signal.reason))
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel)
    const decoder = new TextDecoder()
    let room = limit
    let turn = elapsed()
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const { value } = chunk
      text += decoder.decode(value.subarray(0, room), { stream: true })
      room -= value.byteLength
      if (room < 0) {
        cancel()
        return { text, end: 'over', limit }
      }
      if (elapsed() - turn > maxTurn) {
        await nextTurn()
        turn = elapsed()
      }
    }
    signal.throwIfAborted()
    return { text: text + decoder.decode(), end: 'whole', limit }
  } catch (cause) {
    cancel()
    return { text, end: 'broken', limit, cause }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** A response with as much of its body as was read, and the call that it belongs to. */
export interface ReceivedResponse extends ResponseHead, BodyText {
  /** Address that answered. */
  readonly url: string
  readonly context: CallContext
}
