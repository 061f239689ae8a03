import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { bodyBytes, type Delivery, firstHalf, type ServiceResponse } from '../api/message.ts'
import { MockServiceError } from '../errors.ts'
import { chunksInSlices } from './time-slices.ts'

/** What a request is answered with: a response that is ready, or what writes one. */
export type Reply = Delivery | ResponseWriter
export type ResponseWriter = (response: ServerResponse) => Promise<void> | void

/** Why the server itself, and not the service, does not do what it is asked for. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
  readonly status: number
  readonly code: string
  readonly headers: ServiceResponse['headers']

  constructor(status: number, code: string, message: string, headers: ServiceResponse['headers'] = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } as const

/** A value as a JSON response. */
export const adminResponse = (
  value: unknown,
  status = 200,
  headers: ServiceResponse['headers'] = {},
): ServiceResponse => ({ status, headers: { ...jsonHeaders, ...headers }, body: JSON.stringify(value) })

/** The response that tells of an error; other errors are thrown on. */
export function adminErrorResponse(error: unknown): ServiceResponse {
  if (error instanceof MockServiceError) {
    const { code, field, message } = error
    return adminResponse({ error: message, code, field }, code === 'unknown' ? 404 : 400)
  }
  if (!(error instanceof AdminError)) throw error
  const { code, message, status, headers } = error
  return adminResponse({ error: message, code }, status, headers)
}

/** A JSON text in pieces: the whole may be longer than a string can be. A client that goes away ends it. */
export const jsonChunks =
  (pieces: Iterable<string>): ResponseWriter =>
  async (response) => {
    response.writeHead(200, jsonHeaders)
    await pipeline(chunksInSlices(pieces), response)
  }

/** Sends a response, as far as it is to arrive. */
export function send(response: ServerResponse, delivery: Delivery): void {
  const { response: answer, ending, wait } = delivery
  if (!answer) response.req.socket.resetAndDestroy()
  else if (ending === 'whole') sendWhole(response, answer)
  else if (response.req.method !== 'HEAD') sendHalf(response, answer, delivery)
  else {
    wait?.release()
    sendWhole(response, answer)
  }
}

function sendWhole(response: ServerResponse, answer: ServiceResponse): void {
  const { body } = answer
  writeHead(response, answer, Buffer.byteLength(body))
  response.end(body)
}

function sendHalf(response: ServerResponse, answer: ServiceResponse, { ending, wait }: Delivery): void {
  const { socket } = response.req
  const bytes = bodyBytes(answer)
  writeHead(response, answer, bytes.length)
  response.write(firstHalf(bytes), () => {
    if (ending === 'truncated') socket.destroySoon()
    if (ending === 'reset') socket.resetAndDestroy()
  })
  // Where the client went away by itself, there is nothing left to reset.
  void wait?.ended.then(() => socket.resetAndDestroy())
}

/** Statuses whose responses have no body, and no length either (RFC 9110 §8.6). */
const lengthless: readonly number[] = [204, 304]

function writeHead(response: ServerResponse, { status, headers }: ServiceResponse, length: number): void {
  response.writeHead(status, lengthless.includes(status) ? headers : { 'Content-Length': length, ...headers })
}
