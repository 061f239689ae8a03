import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { nextTurn, setTimer } from '../time.ts'
import { addressesOf } from './addresses.ts'
import { urlHostOf } from './guard.ts'
import { handle, type ServerContext } from './handler.ts'
import type { ServeSettings } from './options.ts'
import { type MountedService, Sandboxes } from './sandboxes.ts'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this user may not listen on it',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'no such name is known',
}

/** Makes a server listen. If that fails, throws an error that says why, with the `code` of Node's error. */
async function listen(server: Server, { host, port }: ServeSettings): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? ''] ?? error.message
    const failure = new Error(`Cannot listen on ${urlHostOf(host)}:${port}: ${reason}`, { cause: error })
    throw Object.assign(failure, { code: error.code, syscall: error.syscall })
  })
}

// Long enough for a test that pauses between two requests. Short enough to drop a client that never finishes a request.
const timeouts = { keepAliveTimeout: 60_000, headersTimeout: 30_000, requestTimeout: 120_000 }

/** A server that listens on its port. */
export class HttpListener {
  readonly url: string
  readonly port: number
  readonly #server: Server
  readonly #root: MountedService
  readonly #connections = new Map<Socket, TrackedSocket>()
  readonly #sandboxes = new Sandboxes()
  #isClosing = false

  private constructor(server: Server, settings: ServeSettings, root: MountedService) {
    this.#server = server
    this.#root = root
    this.port = (server.address() as AddressInfo).port
    const addresses = addressesOf(settings, this.port)
    this.url = addresses.url
    const context: ServerContext = {
      ...settings,
      root,
      sandboxes: this.#sandboxes,
      addresses,
      isClosing: () => this.#isClosing,
    }
    server.on('connection', (socket) => {
      this.#connections.set(socket, new TrackedSocket(socket))
      socket.once('close', () => this.#connections.delete(socket))
    })
    server.on('request', (message, response) => {
      const connection = this.#connections.get(message.socket)
      if (!connection) return
      connection.track(response)
      void handle(context, message, response, connection.disconnected)
    })
  }

  /**
   * Starts a server. The code behind `await HttpListener.start()` runs before the first request, because connections arrive in later turns
   * of the event loop.
   */
  static async start(settings: ServeSettings, root: MountedService): Promise<HttpListener> {
    const server = createServer(timeouts)
    await listen(server, settings)
    return new HttpListener(server, settings, root)
  }

  /**
   * Stops accepting connections. Closes idle connections at once. Closes other connections after their pending responses, or after `grace`
   * milliseconds.
   */
  async close(grace: number): Promise<void> {
    this.#isClosing = true
    // Stops listening with the method of `net.Server`. The method of `http.Server` would also disconnect a slow client that is still
    // receiving its response, so it comes last.
    const ended = new Promise<void>((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()))
    this.#sandboxes.endAll()
    // Ends only the waits of this server's requests. Requests through `service.fetch`, or at another server of the same service, keep
    // waiting.
    this.#root.core.endWaits(new Set([...this.#connections.values()].map(({ disconnected }) => disconnected)))
    this.#root.feed.end()
    // Lets Node read the requests that have already arrived, so that they still get a response.
    await nextTurn()
    for (const connection of this.#connections.values()) connection.end()
    const stop = setTimer(grace, () => this.#server.closeAllConnections())
    await ended
    stop()
    this.#server.close()
  }
}

/**
 * An open connection. Node treats a connection on which no byte has arrived as busy. Browsers open such connections in advance, and they
 * would delay the close of the server. So this class counts pending responses itself.
 */
class TrackedSocket {
  readonly #socket: Socket
  readonly #disconnected = new AbortController()
  /** Aborted when the client disconnects. */
  readonly disconnected = this.#disconnected.signal
  /** Number of responses that are not complete yet. */
  #pending = 0
  #last: ServerResponse | undefined
  #isEnding = false

  constructor(socket: Socket) {
    this.#socket = socket
    socket.once('close', () => this.#disconnected.abort())
  }

  track(response: ServerResponse): void {
    this.#pending += 1
    this.#last = response
    response.once('close', () => {
      this.#pending -= 1
      if (this.#isEnding) this.end()
    })
    if (this.#isEnding) this.end()
  }

  /** Ends the connection after all pending responses. The last response has `Connection: close`. */
  end(): void {
    this.#isEnding = true
    if (this.#pending === 0) this.#socket.destroySoon()
    else if (this.#last) this.#last.shouldKeepAlive = false
  }
}
