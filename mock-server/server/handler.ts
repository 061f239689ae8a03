import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Body, complete, type Delivery, decodeBody, maxBodyBytes, noBody, tooLongBody } from '../api/message.ts'
import { answerAdmin, maxBodyBytes as longestAdminBody } from './admin.ts'
import { corsHeaders, guard, isPreflight, preflightResponse } from './guard.ts'
import { type Mount, type Sandboxes, targetOf } from './mounts.ts'
import type { ServeSettings } from './options.ts'
import { type Address, addressOf, readBody, serviceRequestOf } from './request.ts'
import { adminErrorResponse, adminResponse, type Reply, send } from './send.ts'
import { explorerFile, explorerPath, prefersPage, redirectToExplorer, rootResponse } from './ui.ts'

/** What a server answers with. */
export interface ServerContext extends Pick<ServeSettings, 'cors' | 'allowHosts' | 'ui' | 'onError'> {
  readonly root: Mount
  readonly sandboxes: Sandboxes
  /** The server's own address. */
  readonly url: string
  readonly isClosing: () => boolean
}

/** A request, and what is known of its caller. */
interface Call {
  readonly message: IncomingMessage
  readonly method: string
  readonly address: Address
  /** The server's address, as the caller knows it. */
  readonly origin: string
  /** Aborted when the caller goes away. */
  readonly gone: AbortSignal
}

/** Answers every request that a server gets. */
export function handlerOf(serving: ServerContext) {
  return (message: IncomingMessage, response: ServerResponse, gone: AbortSignal): void => {
    const fail = (error: unknown) => {
      // Whoever went away while it waited is owed nothing.
      if (gone.aborted) return
      serving.onError(error)
      if (response.headersSent) message.socket.destroy()
      else send(response, complete(adminResponse({ error: 'The mock service failed: its own output says how' }, 500)))
    }
    const reply = (made: Reply) => (typeof made === 'function' ? made(response) : send(response, made))
    try {
      const address = addressOf(message)
      const origin = address.host === undefined ? serving.url : `http://${address.host}`
      const made = replyTo(serving, { message, method: message.method ?? 'GET', address, origin, gone }, response)
      if (made instanceof Promise) void made.then(reply).catch(fail)
      else void reply(made)
    } catch (error) {
      fail(error)
    }
  }
}

function replyTo(serving: ServerContext, call: Call, response: ServerResponse): Reply | Promise<Reply> {
  const { root, sandboxes, cors, ui } = serving
  const { message, method, address, origin } = call
  const { mount, isAdmin, target } = targetOf(method, address.target, root, sandboxes)
  if (cors && !isAdmin) {
    for (const [name, value] of corsHeaders) response.setHeader(name, value)
    if (isPreflight(message)) return complete(preflightResponse(message))
  }
  if (!mount) return complete(adminResponse(noSandbox, 404))
  if (isAdmin) return ifAllowed(serving, call, () => replyOfAdmin(serving, call, mount, target))
  if (!/^\/(?:\?|$)/.test(target) || (method !== 'GET' && method !== 'HEAD'))
    return replyOfService(serving, call, mount, target)
  // The explorer is for whom the admin API is for.
  if (ui && prefersPage(message)) return ifAllowed(serving, call, () => complete(redirectToExplorer(mount.path)))
  return complete(rootResponse(origin + mount.path, ui))
}

const noSandbox = { error: 'sandbox: is none that this server has', code: 'unknown', field: 'sandbox' }

function ifAllowed({ allowHosts }: ServerContext, { address, message }: Call, act: () => Reply | Promise<Reply>) {
  try {
    guard(address.host, message.headers, allowHosts)
    return act()
  } catch (error) {
    return complete(adminErrorResponse(error))
  }
}

function replyOfAdmin(serving: ServerContext, call: Call, mount: Mount, target: string): Reply | Promise<Reply> {
  const { message, method, origin, gone } = call
  const [page, path = ''] = (serving.ui && explorerPath.exec(target)) || []
  // Its files are named relative to the page's address, which has no slash at its end.
  if (page !== undefined) return complete(path === '/' ? redirectToExplorer(mount.path) : explorerFile(method, path))
  const caller = { mount, sandboxes: serving.sandboxes, origin, method, target, headers: message.headers, gone }
  return readBody(message, longestAdminBody(method, target)).then((bytes) => answerAdmin({ ...caller, bytes }))
}

function replyOfService(
  serving: ServerContext,
  call: Call,
  mount: Mount,
  target: string,
): Delivery | Promise<Delivery> {
  const { message, method, origin, gone } = call
  const { core, path } = mount
  // Of one session from beginning to end: a reset while the body is coming must not let it into the new one.
  const { session } = core
  const handle = (body: Body) => {
    const incoming = serviceRequestOf(message, origin + path, target, body)
    return isEnding(serving, mount) ? core.handleWithoutFaults(incoming, session) : core.handle(incoming, gone, session)
  }
  if (method === 'GET' || method === 'HEAD') return handle(noBody)
  return readBody(message, maxBodyBytes).then((bytes) => handle(bytes ? decodeBody(bytes) : tooLongBody))
}

/** Whether nobody is to be kept waiting any more. */
const isEnding = ({ isClosing, root, sandboxes }: ServerContext, mount: Mount): boolean =>
  isClosing() || (mount !== root && !sandboxes.has(mount))
