import type { Engine } from './engine.ts'
import { deliver } from './fetch/deliver.ts'
import { failed, unreachable } from './fetch/failures.ts'
import { mostRedirects, redirectOf } from './fetch/redirect.ts'
import { type Body, decodeBody, type Incoming, longestBody, noBody, tooLongBody } from './http/incoming.ts'
import { decodeSegment } from './text/uri.ts'

/**
 * The service as a `fetch` function with the platform's own signature. An address outside the base address's origin fails as
 * one that no network leads to; an abort rejects with the signal's reason, and a request aborted before its body was read
 * changes nothing. Redirects, which only a fault answers with, are followed as the request says.
 */
export function fetchOf(engine: Engine): typeof globalThis.fetch {
  return async (input, init) => {
    let request = new Request(input, init)
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const { response, bytes } = await answered(engine, request)
      const next = redirectOf(response, request, bytes)
      if (!next) return withAddress(response, withoutHash(request.url), redirects > 0)
      request = next
    }
    throw failed(new Error('redirect count exceeded'))
  }
}

async function answered(engine: Engine, request: Request): Promise<{ response: Response; bytes: ArrayBuffer }> {
  const { signal } = request
  signal.throwIfAborted()
  // Of one run from beginning to end: a reset while the body is coming must not let it into the new one.
  const { run } = engine
  const { baseUrl } = run.world
  const { origin, hostname } = new URL(request.url)
  if (origin !== new URL(baseUrl).origin) throw unreachable(hostname)
  const bytes = await unlessAborted(signal, bytesOf(request))
  signal.throwIfAborted()
  const delivery = await engine.handle(incomingOf(request, baseUrl, bytes), signal, run)
  return { response: deliver(delivery, request), bytes }
}

const nothing = new ArrayBuffer(0)

async function bytesOf(request: Request): Promise<ArrayBuffer> {
  const { method } = request
  return method === 'GET' || method === 'HEAD' ? nothing : request.arrayBuffer()
}

function incomingOf(request: Request, base: string, bytes: ArrayBuffer): Incoming {
  const { method, headers } = request
  return {
    method,
    base,
    target: targetBelow(base, withoutHash(request.url)),
    header: (name) => headers.get(name) ?? undefined,
    headers,
    ...bodyIn(bytes),
  }
}

function bodyIn(bytes: ArrayBuffer): Body {
  if (bytes.byteLength === 0) return noBody
  return bytes.byteLength > longestBody ? tooLongBody : decodeBody(bytes)
}

/** It is for the client alone, and never sent. */
const withoutHash = (url: string): string => url.replace(/#.*$/s, '')

/** What of an address lies below a base, which may be spelled with other percent signs. */
function targetBelow(base: string, url: string): string {
  const [path = '', query = ''] = url.split(/(?=\?)(.*)/s, 2)
  const above = base.split('/')
  const given = path.split('/')
  const isInside = above.every((segment, index) => decodeSegment(segment) === decodeSegment(given[index] ?? ''))
  return isInside ? `/${given.slice(above.length).join('/')}${query}` : url
}

/** A constructed Response has no address; a fetched one has, and so have its clones. MSW 2 sets it once more. */
function withAddress(response: Response, url: string, redirected: boolean): Response {
  const clone = () => withAddress(Response.prototype.clone.call(response), url, redirected)
  return Object.defineProperties(response, {
    url: { value: url, configurable: true },
    clone: { value: clone, configurable: true, writable: true },
    ...(redirected && { redirected: { value: true, configurable: true } }),
  })
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
