import ky, { isNetworkError } from 'ky'

/** One HTTP request, ready to be sent. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
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
