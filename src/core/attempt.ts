import { discard, readBody } from './body.ts'
import { InputError, LinkError } from './errors.ts'
import type { Unusable } from './failure.ts'
import type { LinkGuard } from './guard.ts'
import type { KeySource } from './key.ts'
import type { Observer } from './observer.ts'
import { mostRedirects, redirectOf } from './redirect.ts'
import type { Settings } from './settings.ts'
import { transmit } from './transport.ts'

/** What to ask of the service. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: URL
  /** JSON text. */
  readonly body?: string
  /** Whether the service knows a second one of these to be the same. Of a POST only: any other method says so itself. */
  readonly recognised?: boolean
}

/** How far an attempt has come. */
export interface Progress {
  /** Whether the request may have left. */
  sent: boolean
  /** Status of the answer whose body is being read. */
  status?: number
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
  /** Waits until a request to where a redirect leads may be sent. */
  readonly turn: (signal: AbortSignal) => Promise<unknown>
}

/** An answer, read in full. */
export interface Received extends Unusable {
  /** Address that answered. */
  readonly url: string
}

// Three ways an attempt can end without an answer. They tell what this package refused from what a foreign `fetch` threw, and
// go no further than the exchange.

/** This package itself refused to go on. */
export class Refused extends Error {
  readonly error: InputError | LinkError
  /** Status of the answer that led to it. */
  readonly status: number | undefined

  constructor(error: InputError | LinkError, status?: number) {
    super()
    this.error = error
    this.status = status
  }
}

/** The `fetch` failed. */
export class Unanswered extends Error {}

/** The body of an answer broke off. */
export class BrokenBody extends Error {
  readonly answer: Received

  constructor(answer: Received) {
    super('', { cause: answer.cause })
    this.answer = answer
  }
}

async function headersOf({ headers, outgoing, keyHeader, key }: AttemptParts): Promise<Headers> {
  const all = new Headers(headers)
  all.set('accept', 'application/hal+json, application/json;q=0.9')
  if (outgoing.body !== undefined) all.set('content-type', 'application/json')
  try {
    all.set(keyHeader, await key.next())
  } catch (error) {
    throw error instanceof InputError ? new Refused(error) : error
  }
  return all
}

/**
 * One attempt: the request, its redirects inside the service's address, and the whole body of the answer. Bodies that are not read are
 * cancelled.
 *
 * @throws Refused, Unanswered or BrokenBody
 */
export async function attemptOnce(parts: AttemptParts, signal: AbortSignal): Promise<Received> {
  const { outgoing, guard, settings, progress, observer } = parts
  const { method, body } = outgoing
  const headers = await headersOf(parts)
  let { url } = outgoing
  for (let followed = 0; ; followed += 1) {
    if (followed > 0) await parts.turn(signal)
    signal.throwIfAborted()
    progress.sent = true
    observer.request(url)
    const response = await transmit({ method, url: url.href, headers, body }, settings.fetch, signal).catch(
      (cause: unknown) => {
        throw new Unanswered('', { cause })
      },
    )
    const { status } = response
    // An injected fetch may answer long after nobody waits any more.
    if (!signal.aborted) observer.response(url, response)
    try {
      const target = redirectOf(response, method, url.href, guard)
      if (!target) {
        progress.status = status
        return await receive(response, url, settings.maxResponseBytes, signal)
      }
      if (followed === mostRedirects) throw guard.unsafe(target.href, `after ${mostRedirects} redirects already`)
      url = target
    } catch (error) {
      throw error instanceof LinkError ? new Refused(error, status) : error
    } finally {
      discard(response)
    }
  }
}

async function receive(response: Response, url: URL, limit: number, signal: AbortSignal): Promise<Received> {
  const body = await readBody(response, limit, signal)
  const answer = { status: response.status, headers: response.headers, url: url.href, ...body }
  if (body.end === 'broken') throw new BrokenBody(answer)
  return answer
}
