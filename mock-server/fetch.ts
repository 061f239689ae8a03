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

/** The part of a service that its `fetch` function needs. */
export interface FetchHandler<Session extends ApiSession> {
  readonly session: Session
  handle(request: ServiceRequest, signal: AbortSignal, session: Session): Delivery | Promise<Delivery>
}

/**
 * Makes a `fetch` function that sends requests to a service in the same process. A request to another origin fails as if the host name did
 * not exist. An aborted call rejects with the signal's reason. If the abort comes before the body is read, the request changes nothing. The
 * function follows redirects, which only faults send, as the request's `redirect` says.
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
  // Takes the session before the body arrives. A reset meanwhile starts a new session, and the request must not change that session.
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

/** Reads the whole body. Rejects with the signal's reason if the request is aborted meanwhile, because a body may never end. */
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

/** Removes the fragment of an address, because a client does not send it. */
const withoutHash = (url: string): string => url.replace(/#.*$/s, '')

/** Returns the path and query below a base address; or the whole address, if it is not below the base. Compares decoded segments. */
function targetBelow(base: string, url: string): string {
  const [path = ''] = url.split('?', 1)
  const baseSegments = base.split('/')
  const segments = path.split('/')
  const isBelow = baseSegments.every(
    (segment, index) => decodeSegment(segment) === decodeSegment(segments[index] ?? ''),
  )
  return isBelow ? `/${segments.slice(baseSegments.length).join('/')}${url.slice(path.length)}` : url
}

/**
 * Sets the `url` of a response and of its clones, because `new Response` cannot. The property is configurable, because MSW 2 defines `url`
 * again.
 */
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
  // `new Response` with status 205 throws even for an empty body.
  const body = isHead || bytes.length === 0 ? null : bodyStream(bytes, delivery, request)
  return new Response(body, { status, headers: { ...headers, 'Content-Length': String(bytes.length) } })
}

/**
 * The part of a body that arrives, as a stream. The stream copies the bytes when the caller reads them, because they may belong to a cached
 * page. `new Response(bytes)` would copy them at once, in Node even twice. Many such copies outside the heap make V8 mark the whole heap,
 * which takes longer with more events.
 */
function bodyStream(bytes: Bytes, { ending, wait }: Delivery, request: Request): ReadableStream<Bytes> {
  let isSent = false
  return new ReadableStream({
    type: 'bytes',
    start: (controller) => {
      // This closure keeps the request in memory, because the signal of a garbage-collected request never aborts.
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

/** The error of a body that ends too early. */
const terminated = (cause: Error): TypeError => new TypeError('terminated', { cause })

/** The `cause` if the connection was reset. */
const connectionReset = (): Error =>
  Object.assign(new Error('read ECONNRESET'), { errno: -104, code: 'ECONNRESET', syscall: 'read' })

/** The `cause` if the connection was closed before the end of the body. */
const connectionEnded = (): Error =>
  Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' })

const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308]

/** The next request after a redirect. Undefined if the caller gets the response itself. */
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

/** Maximum number of redirects that one call follows. */
const maxRedirects = 20
