import ky, { isNetworkError } from 'ky'
import { InputError, LinkError } from '../errors/error-classes.ts'
import type { Head, Observer } from '../observe/hooks.ts'
import type { Settings } from '../read-options.ts'
import { type LinkGuard, mostRedirects, redirectOf } from '../url/link-policy.ts'
import type { KeySource } from './api-key.ts'
import { BrokenBody, Refused, Unanswered } from './call-context.ts'
import { discard, type Received, readBody } from './read-body.ts'
import type { Repeatable } from './retry.ts'
import type { AttemptTime } from './timeout.ts'

/** What to ask of the service. */
export interface Outgoing extends Repeatable {
  readonly url: URL
  /** JSON text. */
  readonly body?: string
}

/** How far an attempt has come. */
export interface Progress {
  /** Whether a request may have left. */
  sent: boolean
  /** Whether the service answered with a redirect that was followed. */
  redirected: boolean
  /** The answer whose body is being read. */
  head?: Head
}

/** What one attempt needs beside the request itself. */
export interface AttemptParts {
  readonly outgoing: Outgoing
  readonly headers: Headers
  readonly keyHeader: string
  readonly key: KeySource
  readonly guard: LinkGuard
  readonly settings: Pick<Settings, 'fetch' | 'maxResponseBytes'>
  readonly progress: Progress
  readonly observer: Observer
  readonly time: AttemptTime
  /** Waits until a request may leave, which then has to leave at once: the first one, or one to where a redirect leads. */
  readonly turn: (which: 'first' | 'redirected') => Promise<void>
  /** Is told every answer as soon as its head is there. */
  readonly answered: (head: Head) => void
}

function headersOf({ headers, outgoing, keyHeader }: AttemptParts, key: string): Headers {
  const all = new Headers(headers)
  all.set('accept', 'application/hal+json, application/json;q=0.9')
  if (outgoing.body !== undefined) all.set('content-type', 'application/json')
  all.set(keyHeader, key)
  return all
}

async function asked(key: KeySource): Promise<string> {
  try {
    return await key.next()
  } catch (error) {
    throw error instanceof InputError ? new Refused(error) : error
  }
}

/**
 * One attempt: the request, its redirects inside the service's address, and the whole body of the answer. Bodies that are not read are
 * cancelled.
 *
 * @throws Refused, Unanswered, BrokenBody or LimitReached, and what `turn` throws
 */
export async function attemptOnce(parts: AttemptParts): Promise<Received> {
  const { progress, time, turn, key } = parts
  // A key may take a while, and whoever has the turn has to use it.
  const headers = headersOf(parts, key.fixed ?? (await time.run(() => asked(key))))
  let { url } = parts.outgoing
  for (let followed = 0; ; followed += 1) {
    await turn(followed === 0 ? 'first' : 'redirected')
    const end = await time.run((signal) => ask(parts, url, headers, followed, signal))
    if (!(end instanceof URL)) return end
    progress.redirected = true
    url = end
  }
}

/** One request: its answer, or where it is to go on. */
async function ask(
  { outgoing, guard, settings, progress, observer, answered }: AttemptParts,
  url: URL,
  headers: Headers,
  followed: number,
  signal: AbortSignal,
): Promise<Received | URL> {
  const { method, body } = outgoing
  observer.request(url)
  // Whoever was told may have ended the call.
  signal.throwIfAborted()
  progress.sent = true
  const response = await transmit({ method, url: url.href, headers, body }, settings.fetch, signal).catch(
    (cause: unknown) => {
      throw new Unanswered('', { cause })
    },
  )
  try {
    // An injected fetch may answer long after nobody waits any more.
    signal.throwIfAborted()
    observer.response(url, response)
    answered(response)
    const target = redirectOf(response, method, url.href, guard)
    if (!target) {
      progress.head = response
      return await receive(response, url, settings.maxResponseBytes, signal)
    }
    if (followed === mostRedirects) throw guard.unsafe(target.href, `after ${mostRedirects} redirects already`)
    return target
  } catch (error) {
    throw error instanceof LinkError ? new Refused(error, response) : error
  } finally {
    discard(response)
  }
}

async function receive(response: Response, url: URL, limit: number, signal: AbortSignal): Promise<Received> {
  const body = await readBody(response, limit, signal)
  const answer = { status: response.status, headers: response.headers, url: url.href, ...body }
  if (body.end === 'broken') throw new BrokenBody(answer)
  return answer
}

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
