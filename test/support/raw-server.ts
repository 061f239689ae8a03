import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Bindings, fill, type Json, samples } from './documents.ts'

/** A request as it came over the wire. */
export interface SeenRequest {
  /** The whole request, head and body, as text. */
  readonly bytes: string
  /** The request line, such as `GET /api/v2/events HTTP/1.1`. */
  readonly line: string
  readonly method: string
  /** Values of every header line of this name, whatever its case. */
  header(name: string): readonly string[]
  /** The body; empty where there was none. */
  readonly body: string
  /** Address of the server it came to. */
  readonly server: string
}

const unchunk = (bytes: Buffer): Buffer | undefined => {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (bytes.length < end + 2 + size + 2) return undefined
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

const bodyOf = (rest: Buffer, header: (name: string) => readonly string[]): Buffer | undefined => {
  if (header('transfer-encoding').includes('chunked')) return unchunk(rest)
  const length = Number(header('content-length')[0] ?? 0)
  return rest.length < length ? undefined : rest.subarray(0, length)
}

/** Reads one HTTP/1.1 request; undefined as long as bytes are missing. */
export const readRequest = (bytes: Buffer, server: string): SeenRequest | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...headerLines] = bytes.toString('utf8', 0, end).split('\r\n')
  const header = (name: string) =>
    headerLines
      .filter((text) => text.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      .map((text) => text.slice(name.length + 1).trim())
  const body = bodyOf(bytes.subarray(end + 4), header)
  if (body === undefined) return undefined
  const [method = ''] = line.split(' ')
  return {
    bytes: bytes.toString('utf8'),
    line,
    method,
    header,
    body: body.toString('utf8'),
    server,
  }
}

/** What to answer with, and what happens to the connection after it. */
export interface RawAnswer {
  readonly bytes: string
  /** `close` ends the connection, `stall` keeps it open in silence. */
  readonly ending: 'close' | 'stall'
}

/** Decides on the answer to a request; `number` counts from 1. */
export type Script = (request: SeenRequest, number: number) => RawAnswer

const send = (socket: Socket, { bytes, ending }: RawAnswer): void => {
  socket.write(bytes)
  if (ending === 'close') socket.end()
}

/** Starts a server on a free port of the loopback address that answers by script; it is closed by `await using`. */
export const rawServer = async (script: Script) => {
  const sockets = new Set<Socket>()
  const requests: SeenRequest[] = []
  const resting: (() => void)[] = []
  let connections = 0
  let url = ''

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.setNoDelay()
    socket.on('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) for (const rest of resting.splice(0)) rest()
    })
    socket.on('error', () => socket.destroy())
    let bytes = Buffer.alloc(0)
    let answered = false
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      const request = answered ? undefined : readRequest(bytes, url)
      if (request === undefined) return
      answered = true
      requests.push(request)
      send(socket, script(request, requests.length))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    /** Every whole request so far, as it came over the wire, oldest first. */
    requests: requests as readonly SeenRequest[],
    /** Connections opened so far, whether or not a request came over them. */
    connections: () => connections,
    /** Settles when no connection is open. */
    idle: () => new Promise<void>((resolve) => (sockets.size === 0 ? resolve() : resting.push(resolve))),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const reasons: Readonly<Record<number, string>> = { 200: 'OK', 302: 'Found', 403: 'Forbidden', 404: 'Not Found' }

/** A whole HTTP answer; its length is declared and the connection ends after it. */
export const http = (status: number, headers: Readonly<Record<string, string>>, body: string): RawAnswer => {
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return { bytes: `HTTP/1.1 ${status} ${reasons[status] ?? 'Other'}\r\n${lines.join('')}\r\n${body}`, ending: 'close' }
}

/** 200 with any text as HAL. */
export const hal = (body: string): RawAnswer => http(200, { 'Content-Type': 'application/hal+json' }, body)

/** An error answer in the service's shape. */
export const refusal = (status: number, text: string): RawAnswer =>
  http(status, { 'Content-Type': 'application/json' }, JSON.stringify({ error: text }))

/** The head of an answer and half of its body, then silence. */
export const stalled = (): RawAnswer => ({
  bytes: 'HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\nContent-Length: 1000\r\n\r\n{"identifiers": [',
  ending: 'stall',
})

/** The text of a fixture as the server serves it: `{base_url}` is the server itself, the rest is `samples`. */
export const served = (fixture: Json, request: Pick<SeenRequest, 'server'>, more: Bindings = {}): string =>
  JSON.stringify(fill(fixture, { ...samples, '{base_url}': request.server, ...more }))

/** Answers every request with a fixture. */
export const serving =
  (fixture: Json, more: Bindings = {}): Script =>
  (request) =>
    hal(served(fixture, request, more))

/** Answers request by request with fixtures, in their order; what comes after them gets 410. */
export const inTurn =
  (...fixtures: readonly Json[]): Script =>
  (request, number) => {
    const fixture = fixtures[number - 1]
    return fixture === undefined ? refusal(410, 'the script is over') : hal(served(fixture, request))
  }

/** Never meant to be asked: whatever comes is answered 410. */
export const nothing: Script = () => refusal(410, 'nothing should have been sent')
