import type { ApiSession } from './api/handle.ts'
import {
  type Bytes,
  bodyBytes,
  type Delivery,
  decodeBody,
  firstHalf,
  maxBodyBytes,
  type ServiceRequest,
  tooLongBody,
} from './api/message.ts'
import { keepAlive } from './faults/waits.ts'
import { decodeSegment } from './text/strings.ts'

/** Handles the requests of a `fetch` function. */
export interface FetchHandler<Session extends ApiSession> {
  readonly session: Session
  handle(request: ServiceRequest, signal: AbortSignal, session: Session): Delivery | Promise<Delivery>
}

/**
 * The service as a `fetch` function with the platform's signature. A request to another origin fails as if the host name did not exist.
 * An abort rejects with the signal's reason. A request that is aborted before its body is read changes nothing. Only faults send
 * redirects; the function follows them according to the request's `redirect`.
 */
export function fetchOf<Session extends ApiSession>(handler: FetchHandler<Session>): typeof globalThis.fetch {
  return async (input, init) => {
    let request = new Request(input, init)
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const { response, body } = await send(request, handler)
      const next = redirectOf(response, request, body)
      if (!next) return withAddress(response, withoutHash(request.url), redirects > 0)
      request = next
    }
    throw failed(new Error('redirect count exceeded'))
  }
}

async function send<Session extends ApiSession>(request: Request, handler: FetchHandler<Session>) {
  const { signal } = request
  signal.throwIfAborted()
  // Takes the session before the body arrives: if a reset comes meanwhile, the request must not get into the new session.
  const { session } = handler
  const { baseUrl } = session.context
  const { origin, hostname } = new URL(request.url)
  if (origin !== new URL(baseUrl).origin) throw unreachable(hostname)
  const body = await readBody(request)
  signal.throwIfAborted()
  const delivery = await handler.handle(serviceRequestOf(request, baseUrl, body), signal, session)
  return { response: responseOf(delivery, request), body }
}

const noBytes = new ArrayBuffer(0)

/** Reads the whole body. Rejects with the signal's reason if the request is aborted first, because a body may never end. */
async function readBody(request: Request): Promise<ArrayBuffer> {
  const { method, signal } = request
  if (method === 'GET' || method === 'HEAD') return noBytes
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  return Promise.race([request.arrayBuffer(), aborted]).finally(() => signal.removeEventListener('abort', abort))
}

function serviceRequestOf(request: Request, base: string, body: ArrayBuffer): ServiceRequest {
  const { method, headers } = request
  return {
    method,
    base,
    target: targetBelow(base, withoutHash(request.url)),
    header: (name) => headers.get(name) ?? undefined,
    headers,
    ...(body.byteLength > maxBodyBytes ? tooLongBody : decodeBody(body)),
  }
}

/** The address without its fragment, which a client does not send. */
const withoutHash = (url: string): string => url.replace(/#.*$/s, '')

/** Path and query below a base address, or the whole address if it is not below the base. Compares decoded segments. */
function targetBelow(base: string, url: string): string {
  const [path = ''] = url.split('?', 1)
  const baseSegments = base.split('/')
  const segments = path.split('/')
  const isBelow = baseSegments.every(
    (segment, index) => decodeSegment(segment) === decodeSegment(segments[index] ?? ''),
  )
  return isBelow ? `/${segments.slice(baseSegments.length).join('/')}${url.slice(path.length)}` : url
}

/** Sets the `url` of a response and of its clones: `new Response` has none. Configurable, because MSW 2 defines `url` again. */
function withAddress(response: Response, url: string, redirected: boolean): Response {
  const clone = () => withAddress(Response.prototype.clone.call(response), url, redirected)
  return Object.defineProperties(response, {
    url: { value: url, configurable: true },
    clone: { value: clone, configurable: true, writable: true },
    ...(redirected && { redirected: { value: true, configurable: true } }),
  })
}

/** Statuses whose responses have neither a body nor a `Content-Length` (RFC 9110 §8.6). */
const bodiless: readonly number[] = [204, 304]

/** Converts a delivery to a `Response`. If the delivery has no response, throws the error of a failed `fetch`. */
function responseOf(delivery: Delivery, request: Request): Response {
  const { response, wait } = delivery
  if (!response) throw failed(connectionReset())
  const { status, headers } = response
  if (bodiless.includes(status)) return new Response(null, { status, headers })
  const bytes = bodyBytes(response)
  const isHead = request.method === 'HEAD'
  if (isHead) wait?.release()
  // A Response of status 205 refuses even an empty body.
  const body = isHead || bytes.length === 0 ? null : bodyStream(bytes, delivery, request)
  return new Response(body, { status, headers: { ...headers, 'Content-Length': String(bytes.length) } })
}

/**
 * The part of a body that arrives, as a stream. The stream copies the bytes only when they are read: a cached page may share them.
 * `new Response(bytes)` would copy them at once, in Node twice. Such copies are outside the heap. Too many of them make V8 mark the whole
 * heap, and that takes longer with more events.
 */
function bodyStream(bytes: Bytes, { ending, wait }: Delivery, request: Request): ReadableStream<Bytes> {
  let isSent = false
  return new ReadableStream({
    type: 'bytes',
    start: (controller) => {
      // The closure keeps the request in memory: a garbage-collected request never aborts its signal.
      const stop = () =>
        controller.error(request.signal.aborted ? request.signal.reason : terminated(connectionReset()))
      void wait?.ended.then(stop)
    },
    pull: (controller) => {
      request.signal.throwIfAborted()
      if (isSent && wait) void keepAlive(wait.ended)
      else if (isSent) controller.error(terminated(ending === 'truncated' ? connectionEnded() : connectionReset()))
      else {
        isSent = true
        controller.enqueue((ending === 'whole' ? bytes : firstHalf(bytes)).slice())
        if (ending === 'whole') controller.close()
      }
    },
    cancel: () => wait?.release(),
  })
}

/** The error of Node's `fetch` for a host name that does not exist. */
function unreachable(hostname: string): TypeError {
  const more = { errno: -3008, code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname }
  return failed(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), more))
}

/** The error of a `fetch` that fails before it has a response. */
const failed = (cause: Error): TypeError => new TypeError('fetch failed', { cause })

/** The error of a body that breaks off. */
const terminated = (cause: Error): TypeError => new TypeError('terminated', { cause })

/** The cause if the connection was reset. */
const connectionReset = (): Error =>
  Object.assign(new Error('read ECONNRESET'), { errno: -104, code: 'ECONNRESET', syscall: 'read' })

/** The cause if the connection was closed before the end of the body. */
const connectionEnded = (): Error =>
  Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' })

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/** The request that follows a redirect. Undefined if the caller gets the response itself. */
function redirectOf(response: Response, request: Request, body: ArrayBuffer): Request | undefined {
  const { status } = response
  if (!redirectStatuses.includes(status) || request.redirect === 'manual') return undefined
  const location = response.headers.get('location')
  if (location === null) return undefined
  if (request.redirect === 'error') throw failed(new Error('unexpected redirect'))
  const url = URL.parse(location, request.url)
  if (!url) throw failed(new TypeError('Invalid URL'))
  const { method, headers, signal } = request
  // As in every browser, a POST becomes a GET unless the status forbids it.
  const becomesGet = method === 'POST' ? status <= 303 : status === 303 && method !== 'HEAD'
  if (!becomesGet) return new Request(url, { method, headers, signal, ...(body.byteLength > 0 && { body }) })
  return new Request(url, { headers: [...headers].filter(([name]) => !name.startsWith('content-')), signal })
}

/** How many redirects one call follows. */
const maxRedirects = 20
