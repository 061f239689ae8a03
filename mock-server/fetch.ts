import {
  type Body,
  type Bytes,
  bodyBytes,
  type Delivery,
  decodeBody,
  firstHalf,
  maxBodyBytes,
  noBody,
  type ServiceRequest,
  type ServiceResponse,
  tooLongBody,
  type Wait,
} from './api/message.ts'
import { keepAlive } from './faults/apply.ts'
import type { ServiceCore } from './service.ts'
import { decodeSegment } from './text/strings.ts'

/**
 * The service as a `fetch` function with the platform's own signature. An address outside the base address's origin fails as
 * one that no network leads to; an abort rejects with the signal's reason, and a request aborted before its body was read
 * changes nothing. Redirects, which only a fault answers with, are followed as the request says.
 */
export function fetchOf(core: ServiceCore): typeof globalThis.fetch {
  return async (input, init) => {
    let request = new Request(input, init)
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const { response, bytes } = await respond(core, request)
      const next = redirectOf(response, request, bytes)
      if (!next) return withAddress(response, withoutHash(request.url), redirects > 0)
      request = next
    }
    throw failed(new Error('redirect count exceeded'))
  }
}

async function respond(core: ServiceCore, request: Request): Promise<{ response: Response; bytes: ArrayBuffer }> {
  const { signal } = request
  signal.throwIfAborted()
  // Of one session from beginning to end: a reset while the body is coming must not let it into the new one.
  const { session } = core
  const { baseUrl } = session.context
  const { origin, hostname } = new URL(request.url)
  if (origin !== new URL(baseUrl).origin) throw unreachable(hostname)
  const bytes = await unlessAborted(signal, bytesOf(request))
  signal.throwIfAborted()
  const delivery = await core.handle(serviceRequestOf(request, baseUrl, bytes), signal, session)
  return { response: deliver(delivery, request), bytes }
}

const noBytes = new ArrayBuffer(0)

async function bytesOf(request: Request): Promise<ArrayBuffer> {
  const { method } = request
  return method === 'GET' || method === 'HEAD' ? noBytes : request.arrayBuffer()
}

function serviceRequestOf(request: Request, base: string, bytes: ArrayBuffer): ServiceRequest {
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
  return bytes.byteLength > maxBodyBytes ? tooLongBody : decodeBody(bytes)
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

/** Statuses whose responses have no body, and no length either (RFC 9110 §8.6). */
const lengthless: readonly number[] = [204, 304]

/** What the service responds as the platform's `Response`, with a length as over a socket; one to HEAD has no body. */
function responseOf(response: ServiceResponse, method: string): Response {
  const { status, headers } = response
  if (lengthless.includes(status)) return new Response(null, { status, headers })
  const bytes = bodyBytes(response)
  // A Response of status 205 refuses even an empty body.
  const body = bytes.length === 0 || method === 'HEAD' ? null : copiedWhenRead(bytes)
  return new Response(body, { status, headers: { ...headers, 'Content-Length': String(bytes.length) } })
}

/**
 * Bytes as the body of a Response, which would itself copy them at once, in Node twice. Such copies lie outside the heap, and V8
 * answers too many of them by marking the whole heap: that takes the longer the more events there are.
 */
function copiedWhenRead(bytes: Bytes): ReadableStream<Bytes> {
  const pull = (controller: ReadableByteStreamController) => {
    controller.enqueue(bytes.slice())
    controller.close()
  }
  return new ReadableStream({ type: 'bytes', pull })
}

/** A delivery as the platform's `fetch` shows it: its response, or the error that it fails with, body and all. */
function deliver({ response, ending, wait }: Delivery, request: Request): Response {
  if (!response) throw failed(connectionReset())
  if (ending === 'whole') return responseOf(response, request.method)
  const bytes = bodyBytes(response)
  const headers = { ...response.headers, 'Content-Length': String(bytes.length) }
  if (request.method === 'HEAD') {
    wait?.release()
    return new Response(null, { status: response.status, headers })
  }
  const half = firstHalf(bytes)
  const body = wait
    ? stalling(half, wait, request)
    : breaking(half, ending === 'truncated' ? connectionEnded() : connectionReset())
  return new Response(body, { status: response.status, headers })
}

type Controller = ReadableStreamDefaultController<Uint8Array>

/** A body of which the other half is not there: something else is done when its reader gets that far. */
function halfBody(
  half: Uint8Array,
  goOn: (controller: Controller) => void,
  source: UnderlyingDefaultSource<Uint8Array> = {},
): ReadableStream<Uint8Array> {
  const pieces = half.length > 0 ? [half] : []
  const pull = (controller: Controller) => {
    const piece = pieces.shift()
    if (piece) controller.enqueue(piece)
    else goOn(controller)
  }
  // Nothing is read ahead.
  return new ReadableStream({ ...source, pull }, { highWaterMark: 0 })
}

const breaking = (half: Uint8Array, cause: Error) => halfBody(half, (controller) => controller.error(terminated(cause)))

const stalling = (half: Uint8Array, wait: Wait, request: Request) =>
  halfBody(half, () => void keepAlive(wait.ended), {
    start: (controller) => {
      // The request is held on to: its signal would not hear of an abort without it.
      const { signal } = request
      void wait.ended.then(() => controller.error(signal.aborted ? signal.reason : terminated(connectionReset())))
    },
    cancel: () => wait.release(),
  })

/** What the platform's `fetch` rejects with where a name leads nowhere, as Node's does. */
function unreachable(hostname: string): TypeError {
  const more = { errno: -3008, code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname }
  return failed(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), more))
}

/** A `fetch` that failed before there was a response. */
const failed = (cause: Error): TypeError => new TypeError('fetch failed', { cause })

/** A body that broke off. */
const terminated = (cause: Error): TypeError => new TypeError('terminated', { cause })

/** The connection was reset. */
const connectionReset = (): Error =>
  Object.assign(new Error('read ECONNRESET'), { errno: -104, code: 'ECONNRESET', syscall: 'read' })

/** The connection was ended where more was promised. */
const connectionEnded = (): Error =>
  Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' })

const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** Where a redirect leads a request that follows it; undefined for a response that its caller is to see. */
function redirectOf(response: Response, request: Request, body: ArrayBuffer): Request | undefined {
  if (!redirects.includes(response.status) || request.redirect === 'manual') return undefined
  const location = response.headers.get('location')
  if (location === null) return undefined
  if (request.redirect === 'error') throw failed(new Error('unexpected redirect'))
  const { method, headers, signal } = request
  const isPost = method === 'POST'
  // A POST becomes a GET, as with every browser, unless the status says that it must not.
  const becomesGet = response.status === 303 || (isPost && response.status <= 302)
  const url = URL.parse(location, request.url)
  if (!url) throw failed(new TypeError('Invalid URL'))
  if (!becomesGet) return new Request(url, { method, headers, signal, ...(body.byteLength > 0 && { body }) })
  const kept = [...headers].filter(([name]) => !name.startsWith('content-'))
  return new Request(url, { method: method === 'HEAD' ? method : 'GET', headers: kept, signal })
}

/** How many redirects one call follows. */
const maxRedirects = 20
