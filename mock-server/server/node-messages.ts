import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import {
  type Body,
  bodyBytes,
  complete,
  type Delivery,
  firstHalf,
  type ServiceRequest,
  type ServiceResponse,
} from '../api/message.ts'
import { nextTurn } from '../time.ts'
import { StreamedResponse } from './admin-response.ts'

/**
 * Reads a body. Resolves with undefined if the body is longer than `maxBytes`. Never settles if the client disconnects before the end of
 * the body.
 */
export function readBody(message: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let size = 0
    message.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else {
        // Reads and drops the rest of the body. If the server closed the connection while the client still sends, the client would not see
        // the response.
        chunks = []
        resolve(undefined)
      }
    })
    message.on('end', () => resolve(Buffer.concat(chunks)))
    message.on('error', () => {})
  })
}

/** Converts a request of Node's HTTP server into a request for the service. */
export function serviceRequestOf(
  message: IncomingMessage,
  address: Pick<ServiceRequest, 'base' | 'otherBases' | 'target'>,
  body: Body,
): ServiceRequest {
  const { method = 'GET', headers } = message
  return {
    method,
    ...address,
    header: (name) => headers[name]?.toString(),
    // Makes the entries on demand, because the headers of most requests are never read.
    headers: { [Symbol.iterator]: () => entriesOf(headers).values() },
    ...body,
  }
}

const entriesOf = (headers: IncomingHttpHeaders) =>
  Object.entries(headers).map(([name, value = '']) => [name, value.toString()] as const)

/** The reply to a request. */
export type Reply = ServiceResponse | Delivery | StreamedResponse

/** Sends a reply. A fault may let only a part of a delivery reach the client. */
export function send(response: ServerResponse, reply: Reply): Promise<void> | void {
  if (reply instanceof StreamedResponse) return sendParts(response, reply)
  const delivery = 'ending' in reply ? reply : complete(reply)
  const { response: content, ending, wait } = delivery
  if (!content) response.req.socket.resetAndDestroy()
  else if (ending === 'whole') sendWhole(response, content)
  else if (response.req.method !== 'HEAD') sendHalf(response, content, delivery)
  else {
    wait?.release()
    sendWhole(response, content)
  }
}

/** Sends a body in parts. Makes each part when the socket has taken the one before. */
async function sendParts(response: ServerResponse, { status, headers, parts, ended }: StreamedResponse): Promise<void> {
  response.writeHead(status, headers)
  if (response.req.method === 'HEAD') return void response.end()
  if (response.closed) return
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  let isWriting = false
  const end = () => void nextTurn().then(() => isWriting && response.destroy())
  ended?.addEventListener('abort', end)
  try {
    for await (const part of parts(disconnected.signal)) {
      isWriting = true
      // The event `drain` would not work: for several writes under `cork()`, Node does not always emit it (nodejs/node#60432).
      const error = await new Promise((resolve) => response.write(part, resolve))
      isWriting = false
      if (error || disconnected.signal.aborted) return
    }
  } finally {
    ended?.removeEventListener('abort', end)
  }
  response.end()
}

function sendWhole(response: ServerResponse, content: ServiceResponse): void {
  const { body } = content
  writeHead(response, content, Buffer.byteLength(body))
  response.end(body)
}

function sendHalf(response: ServerResponse, content: ServiceResponse, { ending, wait }: Delivery): void {
  const { socket } = response.req
  const bytes = bodyBytes(content)
  writeHead(response, content, bytes.length)
  response.write(firstHalf(bytes), () => {
    if (ending === 'truncated') socket.destroySoon()
    if (ending === 'reset') socket.resetAndDestroy()
  })
  // `resetAndDestroy` does nothing if the client has already disconnected.
  void wait?.ended.then(() => socket.resetAndDestroy())
}

/** Statuses whose responses have neither a body nor a `Content-Length` (RFC 9110 §8.6). */
const bodiless: readonly number[] = [204, 304]

function writeHead(response: ServerResponse, { status, headers }: ServiceResponse, length: number): void {
  response.writeHead(status, bodiless.includes(status) ? headers : { 'Content-Length': length, ...headers })
}
