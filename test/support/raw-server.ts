import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Bindings, fill, type Json, samples } from './documents.ts'
import { loopback } from './loopback.ts'

/** A request as the server received it. */
export interface SeenRequest {
  /** The whole request, head and body, as text. */
  readonly bytes: string
  /** The request line, such as `GET /api/v2/events HTTP/1.1`. */
  readonly line: string
  readonly method: string
  /** Values of all header lines with this name, in upper or lower case. */
  header(name: string): readonly string[]
  /** The body; empty without a body. */
  readonly body: string
  /** Address of the server that received the request. */
  readonly server: string
}

/** The bytes of a response, and what happens to the connection afterwards. */
export interface RawResponse {
  readonly bytes: string
  /** `close` ends the connection. `stall` keeps it open and sends nothing more. */
  readonly ending: 'close' | 'stall'
}

/** Returns the response to a request. `number` counts from 1. */
export type Script = (request: SeenRequest, number: number) => RawResponse

/** Starts a server on a free port of the loopback address that responds by a script. `await using` closes it. */
export const rawServer = async (script: Script) => {
  const sockets = new Set<Socket>()
  const requests: SeenRequest[] = []
  const resting: (() => void)[] = []
  let connections = 0

  const connected = (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) for (const rest of resting.splice(0)) rest()
    })
  }
  const server = await loopback(async (request) => {
    const { method = '', url = '', httpVersion, rawHeaders, socket } = request
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const line = `${method} ${url} HTTP/${httpVersion}`
    const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []))
    const header = (wanted: string) =>
      headers.filter(([name]) => name.toLowerCase() === wanted.toLowerCase()).map(([, value]) => value)
    const lines = headers.map((pair) => pair.join(': '))
    const bytes = [line, ...lines, '', body].join('\r\n')
    const seen = { bytes, line, method, header, body, server: server.url }
    const answer = script(seen, requests.push(seen))
    // Writes to the socket directly: the bytes need not be a valid HTTP response.
    socket.write(answer.bytes)
    if (answer.ending === 'close') socket.end()
  }, connected)

  return {
    ...server,
    /** All complete requests so far, oldest first. */
    requests: requests as readonly SeenRequest[],
    /** Number of connections opened so far, with or without a request. */
    connections: () => connections,
    /** Resolves when no connection is open. */
    idle: () => new Promise<void>((resolve) => (sockets.size === 0 ? resolve() : resting.push(resolve))),
  }
}

const reasons: Readonly<Record<number, string>> = { 200: 'OK', 302: 'Found', 403: 'Forbidden', 404: 'Not Found' }

/** A complete HTTP response with `Content-Length`. The connection ends after it. */
export const http = (status: number, headers: Readonly<Record<string, string>>, body: string): RawResponse => {
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return { bytes: `HTTP/1.1 ${status} ${reasons[status] ?? 'Other'}\r\n${lines.join('')}\r\n${body}`, ending: 'close' }
}

/** Status 200 with any text as HAL. */
export const hal = (body: string): RawResponse => http(200, { 'Content-Type': 'application/hal+json' }, body)

/** An error response in the service's shape. */
export const refusal = (status: number, text: string): RawResponse =>
  http(status, { 'Content-Type': 'application/json' }, JSON.stringify({ error: text }))

/** The head of a response and a part of its body, then nothing. */
export const stalled = (): RawResponse => ({
  bytes: 'HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\nContent-Length: 1000\r\n\r\n{"identifiers": [',
  ending: 'stall',
})

/** The text of a fixture as the server serves it: `{base_url}` is the server, all other placeholders have values of `samples`. */
export const served = (fixture: Json, request: Pick<SeenRequest, 'server'>, more: Bindings = {}): string =>
  JSON.stringify(fill(fixture, { ...samples, '{base_url}': request.server, ...more }))

/** Responds to every request with the same fixture. */
export const serving =
  (fixture: Json, more: Bindings = {}): Script =>
  (request) =>
    hal(served(fixture, request, more))

/** Responds with one fixture after the other. Further requests get status 410. */
export const inTurn =
  (...fixtures: readonly Json[]): Script =>
  (request, number) => {
    const fixture = fixtures[number - 1]
    return fixture === undefined ? refusal(410, 'the script is over') : hal(served(fixture, request))
  }

/** For servers that must get no request: responds with status 410. */
export const nothing: Script = () => refusal(410, 'nothing should have been sent')
