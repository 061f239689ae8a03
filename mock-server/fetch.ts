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
    const { baseUrl } = current().world
    const { origin, hostname } = new URL(request.url)
    if (origin !== new URL(baseUrl).origin) throw unreachable(hostname)
    const incoming = await unlessAborted(signal, read(request))
    signal.throwIfAborted()
    const response = responseOf(dispatch(current(), incoming), request.method)
    // A constructed Response has no address; a fetched one has. MSW 2 sets it once more.
    return Object.defineProperty(response, 'url', { value: request.url, configurable: true })
  }
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
