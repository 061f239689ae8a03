import ky, { NetworkError as KyNetworkError } from 'ky'
import { callSafely } from '../options/hooks.ts'
import type { Fetch, FetchInit } from '../options/options.ts'
import { kindOf } from '../text/messages.ts'

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

/** @throws NoResponse if a `fetch` returned no readable response; the message says why */
function checkedResponse(response: unknown): Response {
  const problem = responseProblem(response)
  if (problem === undefined) return response as Response
  throw new NoResponse(problem)
}

function responseProblem(response: unknown): string | undefined {
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

/** Cancels an unread body, so that its connection does not stay open. Does not wait until the body is closed. */
export function cancelBody({ body }: Response): void {
  // A locked body has a reader, and the reader cancels it.
  if (typeof body?.getReader === 'function' && !body.locked) callSafely(() => body.cancel())
  // The body may be a Node stream, such as that of a node-fetch `Response`.
  else if (body && 'destroy' in body) callSafely(() => Reflect.apply(body.destroy as () => void, body, []))
}
