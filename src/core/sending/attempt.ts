import type { LinkGuard } from '../addresses/guard.ts'
import { mostRedirects, redirectOf } from '../addresses/redirect.ts'
import type { Received } from '../answers/answer.ts'
import { discard, readBody } from '../answers/body.ts'
import type { Settings } from '../arguments/settings.ts'
import { InputError, LinkError } from '../errors/errors.ts'
import type { Repeatable } from '../pacing/retry.ts'
import type { KeySource } from '../secrecy/key.ts'
import type { Head, Observer } from '../watching/observer.ts'
import type { AttemptTime } from './attempt-time.ts'
import { BrokenBody, Refused, Unanswered } from './dead-ends.ts'
import { transmit } from './transport.ts'

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
