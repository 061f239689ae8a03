import { dispatch, type Run } from './dispatch.ts'
import { responseOf } from './http/answer.ts'
import { read } from './http/incoming.ts'

/**
 * The service as a `fetch` function with the platform's own signature. An address outside the base address's origin fails as
 * one that no network leads to; an abort rejects with the signal's reason, and a request aborted before its body was read
 * changes nothing.
 */
export function fetchOf(current: () => Run): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    // Of one run from beginning to end: a reset while the body is coming must not let it into the new one.
    const run = current()
    const { baseUrl } = run.world
    const { origin, hostname } = new URL(request.url)
    if (origin !== new URL(baseUrl).origin) throw unreachable(hostname)
    const incoming = await unlessAborted(signal, read(request))
    signal.throwIfAborted()
    const { href } = incoming.url
    return withAddress(responseOf(dispatch(run, incoming), request.method), href)
  }
}

/** A constructed Response has no address; a fetched one has, and so have its clones. MSW 2 sets it once more. */
function withAddress(response: Response, url: string): Response {
  const clone = () => withAddress(Response.prototype.clone.call(response), url)
  return Object.defineProperties(response, {
    url: { value: url, configurable: true },
    clone: { value: clone, configurable: true, writable: true },
  })
}

function unreachable(hostname: string): TypeError {
  const cause = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND', hostname })
  return new TypeError('fetch failed', { cause })
}

/** A promise's outcome, or the signal's reason if that comes first: a body need never end. */
async function unlessAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
  })
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
