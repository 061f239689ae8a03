import type { RequestListener } from 'node:http'
import { type Body, decodeBody, longestBody, noBody, tooLongBody } from '../api/request.ts'
import { whole } from '../api/response.ts'
import { type Answered, answerAdmin, longestBody as mostTaken } from './admin.ts'
import { answerToProblem, answerWith, guard, isPreflight, preflightAnswer, readable } from './guard.ts'
import { type Mount, type Place, placeOf } from './mount.ts'
import { Exchange, type Surroundings, serviceRequestOf } from './request.ts'
import type { Sandboxes } from './sandboxes.ts'
import { Held, Pieces } from './send.ts'
import type { Connections } from './server.ts'
import { answerExplorer, answerRoot, isForExplorer, isForRoot } from './ui.ts'

/** What a server answers with. */
export interface Serving extends Surroundings {
  readonly root: Mount
  readonly sandboxes: Sandboxes
  readonly connections: Connections
  readonly cors: boolean
  readonly allowHosts: readonly string[]
  /** Whether there is the explorer. */
  readonly ui: boolean
  /** The server's own address. */
  readonly url: string
}

/** Answers every request that a server gets. */
export function handlerOf(serving: Serving): RequestListener {
  const { root, sandboxes, connections, cors } = serving
  return (message, response) => {
    const connection = connections.of(message.socket)
    if (!connection) return
    const exchange = new Exchange(message, response, connection, serving)
    const place = placeOf(message, exchange.address.target, root, sandboxes.mount)
    if (cors && !place.isAdmin) exchange.extra = readable
    if (cors && !place.isAdmin && isPreflight(message)) exchange.answer(() => whole(preflightAnswer(message)))
    else if (!place.mount) exchange.answer(() => whole(answerWith(noSandbox, 404)))
    else if (serving.ui && isForExplorer(message, place)) answerByExplorer(serving, exchange, place)
    else if (isForRoot(message, place)) answerByRoot(serving, exchange, place.mount)
    else if (place.isAdmin) answerByAdmin(serving, exchange, place, place.mount)
    else answerByService(serving, exchange, place.target, place.mount)
  }
}

const noSandbox = { error: 'sandbox: is none that this server has', code: 'unknown', field: 'sandbox' }

/** The address that the caller knows the server by. */
const originOf = ({ url }: Serving, { address: { host } }: Exchange): string =>
  host === undefined ? url : `http://${host}`

function answerByService(serving: Serving, exchange: Exchange, target: string, mount: Mount): void {
  const { core, path } = mount
  const { message, signal } = exchange
  const base = originOf(serving, exchange) + path
  // Of one session from beginning to end: a reset while the body is coming must not let it into the new one.
  const { session } = core
  const handle = (body: Body) => {
    const request = serviceRequestOf(message, base, target, body)
    return isEnding(serving, mount) ? core.handleSpared(request, session) : core.handle(request, signal, session)
  }
  if (message.method === 'GET' || message.method === 'HEAD') exchange.answer(() => handle(noBody))
  else exchange.withBody(longestBody, (bytes) => handle(bytes ? decodeBody(bytes) : tooLongBody))
}

/** Whether nobody is to be kept waiting any more. */
const isEnding = ({ isClosing, root, sandboxes }: Serving, mount: Mount): boolean =>
  isClosing() || (mount !== root && !sandboxes.has(mount))

/** The explorer is for whom the admin API is for. */
function answerByExplorer({ allowHosts }: Serving, exchange: Exchange, place: Place): void {
  const { message, address } = exchange
  exchange.answer(() => {
    try {
      guard(address.host, message.headers, allowHosts)
      return whole(answerExplorer(message, place))
    } catch (error) {
      return whole(answerToProblem(error))
    }
  })
}

function answerByRoot(serving: Serving, exchange: Exchange, { path }: Mount): void {
  exchange.answer(() => whole(answerRoot(originOf(serving, exchange) + path, serving.ui)))
}

function answerByAdmin(serving: Serving, exchange: Exchange, { target }: Place, mount: Mount): void {
  const { sandboxes, allowHosts } = serving
  const { message, address, signal } = exchange
  const { method = 'GET', headers } = message
  try {
    guard(address.host, headers, allowHosts)
  } catch (error) {
    exchange.answer(() => whole(answerToProblem(error)))
    return
  }
  const origin = originOf(serving, exchange)
  exchange.withBody(mostTaken(method, target), (bytes) => {
    const answer = answerAdmin({ mount, sandboxes, origin, method, target, headers, bytes, gone: signal })
    return answer instanceof Promise ? answer.then(delivered) : delivered(answer)
  })
}

const delivered = (answer: Answered) => (answer instanceof Pieces || answer instanceof Held ? answer : whole(answer))
