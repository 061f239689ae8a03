import ky, { isNetworkError } from 'ky'

/** One HTTP request, ready to be sent. */
export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | undefined
}

/**
 * The body as `fetch` gets it. Deno sends a request again by itself, POST included, where the kept connection it chose breaks before an
 * answer (RFC 9110 §9.2.2 forbids that); a stream it cannot send twice.
 */
function bodyToSend(method: string, body: string): string | ReadableStream<Uint8Array> {
  return method === 'POST' && 'Deno' in globalThis ? new Blob([body]).stream() : body
}

/**
 * Sends one request once and returns whatever answers it. ky is used for what it knows of runtimes and their `fetch`; retries, time limits
 * and redirects are the caller's, because no redirect may be followed before its target is checked, and every wait must be bounded. A request
 * without a body goes to the platform's own `fetch` as it is: ky would take as long to prepare it as the check of a page takes.
 *
 * @param fetch what the caller gave, which gets a `Request`; undefined for the platform's own
 * @throws what the platform's `fetch` throws; ky's own errors hold the request with its key, so they go no further than this file
 */
export async function transmit(
  request: WireRequest,
  fetch: typeof globalThis.fetch | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const { url, method, headers, body } = request
  const init = { method, headers, signal, redirect: 'manual' } as const
  if (body === undefined && !fetch) return globalThis.fetch(url, init)
  try {
    return await ky(url, {
      ...init,
      ...(body !== undefined && { body: bodyToSend(method, body) }),
      ...(fetch && { fetch }),
      retry: 0,
      throwHttpErrors: false,
      timeout: false,
    })
  } catch (error) {
    throw isNetworkError(error) ? error.cause : error
  }
}
