import ky, { NetworkError as KyNetworkError } from 'ky'
import { kindOf } from '../base/messages.ts'
import { callSafely } from '../base/time.ts'
import type { Fetch, FetchInit } from '../options/client-options.ts'
import type { Repeatable } from './retry.ts'

/** A request to the API. */
export interface ApiRequest extends Repeatable {
  readonly url: URL
  /** The request body, as JSON text. */
  readonly body?: string
  /**
   * Set for a call about people or RSVPs: the address that errors and hooks show. They then show no text of the service, because it may hold personal
   * data: not of its responses, and no address that it sent.
   */
  readonly shownUrl?: string | undefined
}

/** One HTTP request, ready to be sent. */
export interface HttpRequest extends Pick<FetchInit, 'method' | 'headers'> {
  readonly url: string
  readonly body: string | undefined
}

/** Internal error for a `fetch` that does not return a readable response. The transport turns it into a `NetworkError`. */
export class NoResponse extends Error {}

/**
 * The platform's own `fetch`. If a kept-alive connection breaks before the response, Deno sends the request again by itself, even a POST (RFC 9110
 * §9.2.2 forbids that). A stream as the body prevents this: Deno cannot send a stream twice.
 */
const platformFetch: Fetch = (url, init) => {
  if (!('Deno' in globalThis) || init.method !== 'POST' || init.body === undefined) return globalThis.fetch(url, init)
  const stream = { body: new Blob([init.body]).stream(), duplex: 'half' }
  return globalThis.fetch(url, { ...init, ...stream })
}

/**
 * Sends one request once and returns its response. The transport handles retries, time limits and redirects.
 *
 * The `fetch` gets the address as text and everything else in `init`, not as a `Request`: the `fetch` of another library, and most test stubs, cannot
 * read the platform's `Request`.
 *
 * @param fetch the client's `fetch` option. @default the platform's `fetch`
 * @param onSent called as soon as the request may have left. It is not called if `fetch` throws before it returns a promise
 * @throws NoResponse, or the error that `fetch` throws
 */
export async function sendRequest(
  { url, method, headers, body }: HttpRequest,
  fetch: Fetch | undefined,
  signal: AbortSignal,
  onSent: () => void,
): Promise<ReadableResponse> {
  const call = fetch ?? platformFetch
  let readable: ReadableResponse | undefined
  const send = async () => {
    signal.throwIfAborted()
    const response = call(url, {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body }),
      signal,
      redirect: 'manual',
    })
    onSent()
    const received = await response
    readable = readableResponse(received)
    return received as Response
  }
  try {
    await ky(url, { fetch: send, retry: 0, throwHttpErrors: false, timeout: false })
    return readable ?? readableResponse(undefined)
  } catch (error) {
    throw error instanceof KyNetworkError ? error.cause : error
  }
}

/**
 * The parts of a response that the client uses. Each part was read once: a getter of another library's response may throw at the second read, or
 * return another value.
 */
export interface ReadableResponse
  extends Pick<Response, 'status' | 'type' | 'redirected' | 'url' | 'headers' | 'body'> {
  readonly arrayBuffer: (() => Promise<unknown>) | undefined
  readonly text: (() => Promise<unknown>) | undefined
}

/** @throws NoResponse if a `fetch` returned no readable response; the message says why */
function readableResponse(response: unknown): ReadableResponse {
  if (typeof response !== 'object' || response === null) throw new NoResponse(`it is ${kindOf(response)}`)
  try {
    return partsOf(response as Response)
  } catch (error) {
    throw error instanceof NoResponse ? error : new NoResponse('it cannot be read')
  }
}

function partsOf(response: Response): ReadableResponse {
  const { status, type, redirected, headers, body, bodyUsed, arrayBuffer, text } = response
  if (!Number.isInteger(status) || (status < 200 && type !== 'opaqueredirect')) throw new NoResponse('it has no status')
  if (typeof headers?.get !== 'function') throw new NoResponse('it has no headers')
  if (bodyUsed || body?.locked) throw new NoResponse('its body was read already')
  const methodOf = (read: unknown) => (typeof read === 'function' ? () => read.call(response) : undefined)
  const parts = { body, arrayBuffer: methodOf(arrayBuffer), text: methodOf(text) }
  if (typeof body?.getReader !== 'function' && !parts.arrayBuffer && !parts.text)
    throw new NoResponse('it has no body that can be read')
  const url = redirected ? String(response.url) : ''
  return { status, type, redirected: Boolean(redirected), url, headers: platformHeaders(headers), ...parts }
}

/** The headers that the client reads. */
const readHeaders = ['content-type', 'content-encoding', 'date', 'location', 'retry-after']

/**
 * The headers of a response as `Headers` of the platform. Headers of another library may lack members of that class.
 *
 * @throws NoResponse if a header cannot be read, or is not text
 */
function platformHeaders(headers: Headers): Headers {
  const found = readHeaders.map((name): [string, unknown] => [name, headers.get(name)])
  if (found.some(([, value]) => typeof value !== 'string' && value !== null && value !== undefined))
    throw new NoResponse('its headers are not text')
  if (headers instanceof Headers && Object.keys(headers).length === 0) return headers
  const copy = new Headers()
  const entries: Iterable<[string, unknown]> = Symbol.iterator in headers ? headers : found
  for (const [name, value] of entries) if (typeof value === 'string') appendHeader(copy, name, value)
  return copy
}

/** Adds a header. Leaves it out if its name or value is none that HTTP allows. */
function appendHeader(headers: Headers, name: string, value: string): void {
  // `Headers` takes bytes only. Like most servers, this writes other characters in UTF-8.
  const bytes = /[^\0-\u00ff]/.test(value) ? String.fromCharCode(...new TextEncoder().encode(value)) : value
  try {
    headers.append(name, bytes)
  } catch {}
}

/** Cancels an unread body, so that its connection does not stay open. Does not wait until the body is closed. */
export function cancelBody({ body }: Pick<Response, 'body'>): void {
  callSafely(() => {
    // A locked body has a reader, and the reader cancels it.
    if (typeof body?.getReader === 'function') return body.locked ? undefined : body.cancel()
    // The body may be a Node stream, such as that of a node-fetch `Response`.
    return body && 'destroy' in body ? Reflect.apply(body.destroy as () => void, body, []) : undefined
  })
}
