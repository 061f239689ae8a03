import type { IncomingMessage, ServerResponse } from 'node:http'
import { corsHeaders, preflightResponse } from '../api/cors.ts'
import { type Body, type Delivery, decodeBody, maxBodyBytes, noBody, tooLongBody } from '../api/message.ts'
import { type RequestAddresses, requestAddresses, type ServerAddresses } from './addresses.ts'
import { answerAdmin } from './admin.ts'
import { adminErrorResponse, adminResponse } from './admin-response.ts'
import { guard } from './guard.ts'
import { type Reply, readBody, send, serviceRequestOf } from './node-messages.ts'
import type { ServeSettings } from './options.ts'
import { type MountedService, noSandbox, type Sandboxes } from './sandboxes.ts'
import { explorerAddress, explorerResponse, prefersPage, rootResponse } from './ui.ts'

/** The parts of a server that request handling needs. */
export interface ServerContext extends Pick<ServeSettings, 'cors' | 'allowHosts' | 'ui' | 'onError'> {
  readonly root: MountedService
  readonly sandboxes: Sandboxes
  readonly addresses: ServerAddresses
  readonly isClosing: () => boolean
}

/** Answers a request. `disconnected` is aborted when the caller disconnects. */
export async function handle(
  server: ServerContext,
  message: IncomingMessage,
  response: ServerResponse,
  disconnected: AbortSignal,
): Promise<void> {
  try {
    const reply = replyTo(server, message, response, disconnected)
    // Sends a ready reply without `await`. During an `await`, invalid bytes after the request could make Node close the connection.
    await send(response, reply instanceof Promise ? await reply : reply)
  } catch (error) {
    if (disconnected.aborted) return
    server.onError(error)
    if (response.headersSent) message.socket.destroy()
    else send(response, adminResponse({ error: 'The mock service failed: see the output of the server' }, 500))
  }
}

function replyTo(
  server: ServerContext,
  message: IncomingMessage,
  response: ServerResponse,
  disconnected: AbortSignal,
): Reply | Promise<Reply> {
  const { cors, ui } = server
  const { method = 'GET' } = message
  const addresses = requestAddresses(server.addresses, message)
  const { mount, isAdmin, target } = route(server, method, addresses.target)
  if (cors && !isAdmin) {
    response.setHeaders(corsHeaders)
    const preflight = preflightResponse({ method, header: (name) => message.headers[name]?.toString() })
    if (preflight) return preflight
  }
  if (!mount) return adminErrorResponse(noSandbox())
  const call = { message, addresses, mount, target, disconnected }
  if (isAdmin) return replyOfAdmin(server, call)
  const isRoot = (method === 'GET' || method === 'HEAD') && /^\/(?:\?|$)/.test(target)
  if (!isRoot) return replyOfService(server, call)
  // The explorer needs the admin API, so the same guard checks the caller.
  if (ui && prefersPage(message)) return replyOfAdmin(server, { ...call, target: explorerAddress })
  return rootResponse(addresses.caller + mount.path, ui)
}

const inSandbox = /^\/_mock\/sandboxes\/([^/?]+)(.*)$/s
const admin = /^\/_mock(?=$|[/?])/

/**
 * Finds the service for a request. `mount` is undefined for an unknown sandbox. `isAdmin` tells whether the request is for the service's
 * admin API. `target` is the path and query below the service, or below its admin API.
 */
function route({ root, sandboxes }: ServerContext, method: string, target: string) {
  if (!target.startsWith('/_mock')) return { mount: root, isAdmin: false, target }
  const [, id, rest = ''] = inSandbox.exec(target) ?? []
  // The sandbox answers a GET of its own address. The server answers a DELETE of this address, because it ends the sandbox.
  const isInside = id !== undefined && (rest.startsWith('/') || method === 'GET' || method === 'HEAD')
  const mount = isInside ? sandboxes.get(id) : root
  const below = isInside ? rest.replace(/^(?!\/)/, '/') : target
  return { mount, isAdmin: admin.test(below), target: below.replace(admin, '') }
}

/** A request, and the service that answers it. */
export interface RoutedRequest {
  readonly message: IncomingMessage
  readonly addresses: RequestAddresses
  readonly mount: MountedService
  /** Path and query below the service's address, or below its admin API. */
  readonly target: string
  /** Aborted when the caller disconnects. */
  readonly disconnected: AbortSignal
}

async function replyOfAdmin({ sandboxes, allowHosts, ui }: ServerContext, call: RoutedRequest): Promise<Reply> {
  const { message, mount, target, disconnected } = call
  const { hosts, caller, base, prefix } = call.addresses
  try {
    guard(hosts, URL.parse(caller)?.origin, message.headers, allowHosts)
    const reply = ui && explorerResponse(prefix + mount.path, message.method, target)
    if (reply) return reply
    const { method = 'GET', headers } = message
    return await answerAdmin({
      ...{ mount, method, target, sandboxes, disconnected, base, origin: caller },
      header: (name) => headers[name]?.toString(),
      readBody: (maxBytes) => readBody(message, maxBytes),
    })
  } catch (error) {
    return adminErrorResponse(error)
  }
}

function replyOfService(
  { isClosing, root, addresses: { baseUrl, known } }: ServerContext,
  { message, addresses, mount, target, disconnected }: RoutedRequest,
): Delivery | Promise<Delivery> {
  const { core, path } = mount
  // Takes the session before the body arrives. A reset meanwhile starts a new session, and the request must not change that session.
  const { session } = core
  const otherBases = () => {
    const own = [addresses.caller, ...known].map((address) => address + path)
    // A program may send links with the address of the real service, which the server and its sandboxes imitate.
    return path === '' ? own : [...own, root.service.baseUrl, ...(baseUrl === undefined ? [] : [baseUrl])]
  }
  const respond = (body: Body) => {
    const request = serviceRequestOf(message, { base: addresses.base + path, otherBases, target }, body)
    return isClosing() ? core.handleWithoutFaults(request, session) : core.handle(request, disconnected, session)
  }
  const hasBody = message.headers['content-length'] !== undefined || message.headers['transfer-encoding'] !== undefined
  const readsBody = hasBody && session.context.assumptions.requestReading === 'lenient'
  if ((message.method === 'GET' || message.method === 'HEAD') && !readsBody) return respond(noBody)
  return readBody(message, maxBodyBytes).then((bytes) => respond(bytes ? decodeBody(bytes) : tooLongBody))
}
