import type { Engine } from './engine.ts'
import { responseOf } from './http/answer.ts'
import { decodeBody, type Incoming } from './http/incoming.ts'
import { decodeSegment } from './text/uri.ts'

/**
 * The service as a `fetch` function with the platform's own signature. An address outside the base address's origin fails as
 * one that no network leads to; an abort rejects with the signal's reason, and a request aborted before its body was read
 * changes nothing.
 */
export function fetchOf(engine: Engine): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    // Of one run from beginning to end: a reset while the body is coming must not let it into the new one.
    const { run } = engine
    const { baseUrl } = run.world
    const { origin, hostname } = new URL(request.url)
    if (origin !== new URL(baseUrl).origin) throw unreachable(hostname)
    const incoming = await unlessAborted(signal, read(request, baseUrl))
    signal.throwIfAborted()
    const { answer } = await engine.handle(incoming, signal, run)
    if (!answer) throw new TypeError('fetch failed')
    return withAddress(responseOf(answer, request.method), withoutHash(request.url))
  }
}

async function read(request: Request, base: string): Promise<Incoming> {
  const { method, headers } = request
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return {
    method,
    base,
    target: targetBelow(base, withoutHash(request.url)),
    header: (name) => headers.get(name) ?? undefined,
    headers,
    ...(hasBody ? decodeBody(await request.arrayBuffer()) : { body: '', isUtf8: true }),
  }
}

/** It is for the client alone, and never sent. */
const withoutHash = (url: string): string => url.replace(/#.*$/s, '')

/** What of an address lies below a base, which may be spelled with other percent signs. */
function targetBelow(base: string, url: string): string {
  const above = base.split('/')
  const given = url.split('/')
  const [last = '', query = ''] = (given[above.length - 1] ?? '').split(/(?=\?)/, 2)
  const inside = above.every(
    (segment, index) =>
      decodeSegment(segment) === decodeSegment(index === above.length - 1 ? last : (given[index] ?? '')),
  )
  if (!inside) return url
  return given.length === above.length ? `/${query}` : `/${given.slice(above.length).join('/')}`
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
