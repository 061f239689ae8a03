import ky, { NetworkError as KyNetworkError } from 'ky'
import { callSafely } from '../options/hooks.ts'
import type { Fetch, FetchInit } from '../options/options.ts'
import { kindOf } from '../text/messages.ts'

/** One HTTP request, ready to be sent. */
export interface HttpRequest extends Pick<FetchInit, 'method' | 'headers'> {
  readonly url: string
  readonly body: string | undefined
}

/** Thrown inside the package where a `fetch` gives back something else than a response that can be read; it never reaches a caller. */
export class NoResponse extends Error {}

/**
 * The platform's own `fetch`. Deno's sends a request again by itself, POST included, where the kept connection that it chose breaks before a response
 * (RFC 9110 §9.2.2 forbids that); it cannot send a stream twice.
 */
const platformFetch: Fetch = (url, init) => {
  if (!('Deno' in globalThis) || init.method !== 'POST' || init.body === undefined) return globalThis.fetch(url, init)
  const stream = { body: new Blob([init.body]).stream(), duplex: 'half' }
  return globalThis.fetch(url, { ...init, ...stream })
}

/**
 * Sends one request once and returns its response. Retries, time limits and redirects belong to the transport: it checks the target of a redirect
 * before it follows, and limits every wait.
 *
 * The `fetch` gets the address as text and everything else in `init`. A `Request` of the platform means nothing to the `fetch` of another maker, and
 * to most stubs.
 *
 * @param fetch the client's own; the platform's without it
 * @param onSent called as soon as the request may have left: a `fetch` that throws before it returns a promise has sent nothing
 * @throws NoResponse, or what `fetch` throws
 */
export async function sendRequest(
  { url, method, headers, body }: HttpRequest,
  fetch: Fetch | undefined,
  signal: AbortSignal,
  onSent: () => void,
): Promise<Response> {
  const call = fetch ?? platformFetch
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
    return checkedResponse(await response)
  }
  try {
    return await ky(url, { fetch: send, retry: 0, throwHttpErrors: false, timeout: false })
  } catch (error) {
    throw error instanceof KyNetworkError ? error.cause : error
  }
}

/** @throws NoResponse naming what is wrong with what a `fetch` gave back */
function checkedResponse(response: unknown): Response {
  const problem = problemOf(response)
  if (problem === undefined) return response as Response
  throw new NoResponse(problem)
}

function problemOf(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null) return `it is ${kindOf(response)}`
  try {
    const { status, type, headers, body, bodyUsed, arrayBuffer, text } = response as Response
    if (!Number.isInteger(status) || (status < 200 && type !== 'opaqueredirect')) return 'it has no status'
    if (typeof headers?.get !== 'function') return 'it has no headers'
    if (bodyUsed || body?.locked) return 'its body was read already'
    if (![body?.getReader, arrayBuffer, text].some((read) => typeof read === 'function'))
      return 'it has no body that can be read'
  } catch {
    return 'it cannot be read'
  }
  return undefined
}

/** Ends a body that is not read, so that its connection is not held open. Nothing waits for it. */
export function discard({ body }: Response): void {
  // A body that is being read is its reader's to cancel. One that was read, or has failed, cannot be cancelled and need not be.
  if (typeof body?.getReader === 'function' && !body.locked) callSafely(() => body.cancel())
  // Streams of Node, as other makers have them.
  else if (body && 'destroy' in body) callSafely(() => Reflect.apply(body.destroy as () => void, body, []))
}
