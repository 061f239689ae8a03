import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestOptions, request, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { Certificates } from './certificates.ts'
import { hostKey, isLoopback, type Target } from './target.ts'

/** Answers a request for the intercepted origin. */
export type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** What a proxy leads where. */
export interface ProxySettings {
  /** The intercepted origin. */
  readonly target: Target
  /** Needed for a target with TLS. */
  readonly certificates: Pick<Certificates, 'key' | 'cert'> | undefined
  readonly answer: Answer
  /** Other hosts that requests may reach. */
  readonly passHosts: readonly string[]
  /** What a client of a refused host reads; `HOST` stands for the host. */
  readonly refusal: string
  /** Called for each request to a refused host. */
  readonly onRefused: (host: string) => void
}

/** A host and a port, as a request names them. */
interface Place {
  readonly host: string
  readonly port: number
}

/** Headers that are about one connection. The next connection has its own. */
const hopHeaders = ['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'expect', 'upgrade']

/** A proxy on this machine that answers as one origin, and refuses every other host. */
export class InterceptingProxy implements AsyncDisposable {
  readonly #settings: ProxySettings
  /** Answers as the target. Programs without a proxy connect to it too. */
  readonly #target: Server
  readonly #proxy: Server
  readonly #sockets = new Set<Socket>()
  #arrived = 0
  #connected = 0

  private constructor(settings: ProxySettings) {
    this.#settings = settings
    const { certificates } = settings
    const answer: Answer = (incoming, outgoing) => this.#answerAsTarget(incoming, outgoing)
    this.#target = certificates ? createTlsServer({ ...certificates }, answer) : createServer(answer)
    this.#target.on('connection', () => {
      this.#connected += 1
    })
    this.#proxy = createServer((incoming, outgoing) => this.#answer(incoming, outgoing)).on(
      'connect',
      ({ url }: IncomingMessage, socket: Socket, head: Buffer) => this.#connect(url ?? '', socket, head),
    )
    for (const server of [this.#target, this.#proxy]) server.on('connection', (socket) => this.#track(socket))
  }

  static async start(settings: ProxySettings): Promise<InterceptingProxy> {
    const proxy = new InterceptingProxy(settings)
    for (const server of [proxy.#target, proxy.#proxy]) await once(server.listen(0, '127.0.0.1'), 'listening')
    return proxy
  }

  /** Port of the proxy. */
  get port(): number {
    return portOf(this.#proxy)
  }

  /** Port that answers as the target, with its certificate. */
  get targetPort(): number {
    return portOf(this.#target)
  }

  /** Number of requests that arrived at the target. */
  get arrived(): number {
    return this.#arrived
  }

  /** Number of connections to the target. Without requests, they are those of clients that do not trust the certificate. */
  get connected(): number {
    return this.#connected
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = [this.#target, this.#proxy].map((server) => new Promise((resolve) => server.close(resolve)))
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(closed)
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    // A client may disconnect at any time.
    socket.on('error', () => {})
    socket.once('close', () => this.#sockets.delete(socket))
  }

  #isTarget({ host, port }: Place): boolean {
    const { target } = this.#settings
    return host === target.host && port === target.port
  }

  #mayPass({ host, port }: Place): boolean {
    if (isLoopback(host)) return port !== this.port
    return this.#settings.passHosts.includes(host)
  }

  #refuse({ host }: Place): string {
    this.#settings.onRefused(host)
    return this.#settings.refusal.replaceAll('HOST', host)
  }

  /** Answers CONNECT, with which a client asks for a connection to a host. */
  #connect(url: string, socket: Socket, head: Buffer): void {
    const place = placeOf(url)
    const isTarget = place !== undefined && this.#isTarget(place)
    if (!place || !(isTarget || this.#mayPass(place))) {
      const text = place ? this.#refuse(place) : 'CONNECT needs a host and a port'
      socket.end(`HTTP/1.1 ${place ? 502 : 400} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    if (head.length > 0) socket.unshift(head)
    if (isTarget) {
      socket.write(established)
      this.#target.emit('connection', socket)
      return
    }
    const tunnel = connect({ ...place })
    this.#track(tunnel)
    tunnel.once('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    tunnel.once('connect', () => {
      socket.write(established)
      pipeline(socket, tunnel, socket, () => {})
    })
  }

  /** Answers a request without TLS, whose request line has the whole address (RFC 9112 §3.2.2). PHP sends the host in `Host` alone. */
  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { url = '/', headers } = incoming
    const whole = url.startsWith('/') ? `http://${headers.host}${url}` : url
    const parsed = URL.parse(whole)
    const place = parsed?.protocol === 'http:' && placeOf(`${parsed.hostname}:${parsed.port || 80}`)
    if (!parsed || !place) sendText(outgoing, 400, 'The request has no address that begins with http://')
    else if (this.#isTarget(place)) this.#answerAsTarget(incoming, outgoing)
    else if (!this.#mayPass(place)) sendText(outgoing, 502, this.#refuse(place))
    else forward(incoming, outgoing, { ...place, path: parsed.pathname + parsed.search, headers: headersOf(incoming) })
  }

  #answerAsTarget(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#arrived += 1
    this.#settings.answer(incoming, outgoing)
  }
}

const established = 'HTTP/1.1 200 Connection established\r\n\r\n'

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Reads `host:port`; an IPv6 address stands in brackets. */
function placeOf(authority: string): Place | undefined {
  const [, host, port] = /^([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(authority) ?? []
  return host === undefined ? undefined : { host: hostKey(host), port: Number(port) }
}

/** The headers of a message to send on, as a flat list, in their order and spelling. */
export const headersOf = (
  { rawHeaders }: IncomingMessage,
  valueFor: (name: string, value: string) => string = (_, value) => value,
): string[] =>
  rawHeaders.flatMap((name, index) => {
    const value = rawHeaders[index + 1] ?? ''
    return index % 2 === 1 || hopHeaders.includes(name.toLowerCase()) ? [] : [name, valueFor(name, value)]
  })

/** Sends a request on, and its response back. If one side breaks off, so does the other, so a connection reset of the mock reaches the program. */
export function forward(incoming: IncomingMessage, outgoing: ServerResponse, to: RequestOptions): void {
  const { method = 'GET' } = incoming
  const sent = request({ ...to, method, agent: false }, (response) => {
    const { statusCode = 502, statusMessage = '' } = response
    outgoing.writeHead(statusCode, statusMessage, headersOf(response))
    pipeline(response, outgoing, () => {})
  })
  sent.on('error', () => incoming.socket.destroy())
  outgoing.once('close', () => sent.destroy())
  incoming.pipe(sent)
}

function sendText(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' })
  outgoing.end(`${text}\n`)
}
