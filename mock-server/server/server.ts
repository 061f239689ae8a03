import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { later } from '../time.ts'
import { shownHost } from './guard.ts'
import { handlerOf } from './handler.ts'
import type { Mount } from './mount.ts'
import type { ServeSettings } from './options.ts'
import { Sandboxes } from './sandboxes.ts'
import { knock } from './send.ts'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this user may not listen on it',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'no such name is known',
}

/** Makes a server listen; where it cannot, the error says why, with the `code` of Node's. */
export async function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? error.message
      const failure = new Error(`Cannot listen on ${shownHost(host)}:${port}: ${reason}`, { cause: error })
      reject(Object.assign(failure, { code: error.code, syscall: error.syscall }))
    }
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

// A test that pauses must find its connection where it left it; a client that never finishes a request must not stay.
const patience = { keepAliveTimeout: 60_000, headersTimeout: 30_000, requestTimeout: 120_000 }

/** A server on its port. */
export class Listener {
  readonly url: string
  readonly port: number
  readonly #server: Server
  readonly #root: Mount
  readonly #connections = new Connections()
  readonly #sandboxes = new Sandboxes()
  #isClosing = false

  private constructor(server: Server, settings: ServeSettings, root: Mount) {
    this.#server = server
    this.#root = root
    this.port = (server.address() as AddressInfo).port
    this.url = `http://${shownHost(settings.host)}:${this.port}`
    server.on('connection', (socket) => this.#connections.add(socket))
    server.on(
      'request',
      handlerOf({
        root,
        sandboxes: this.#sandboxes,
        connections: this.#connections,
        cors: settings.cors,
        allowHosts: settings.allowHosts,
        ui: settings.ui,
        onError: settings.onError,
        url: this.url,
        isClosing: () => this.#isClosing,
      }),
    )
  }

  /** Nothing comes in before this returns: connections are taken in a later turn. */
  static async start(settings: ServeSettings, root: Mount): Promise<Listener> {
    // Or Node ends the connection of a client that ends its side, whatever it is still owed.
    const server = Object.assign(createServer(patience), { httpAllowHalfOpen: true })
    await listenOn(server, settings)
    return new Listener(server, settings, root)
  }

  /** Takes no more connections, and ends those there are: the ones that are owed an answer when they have it, or after the grace. */
  async close(grace: number): Promise<void> {
    this.#isClosing = true
    const ended = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#sandboxes.endAll()
    // Others may wait in process, or at another server over the same service.
    this.#root.core.endWaits(this.#connections.signals)
    this.#root.stream.end()
    // Who waited is answered or reset first.
    await nextTurn()
    this.#connections.endAll()
    const stop = later(grace, () => this.#connections.destroyAll())
    await ended
    stop()
  }
}

/** One connection, for as long as it is open. */
export class Connection {
  readonly #socket: Socket
  readonly #gone = new AbortController()
  /** Answers that are owed over it, to requests that came one right behind the other. */
  #owed = 0
  /** The one that goes out last. */
  #last: ServerResponse | undefined
  #isEnding = false
  #isHalfClosed = false
  /** What is done if the client ends its side. */
  readonly #atHalfClose = new Set<() => void>()

  constructor(socket: Socket) {
    this.#socket = socket
    socket.once('close', () => this.#gone.abort())
    socket.once('end', () => {
      this.#isHalfClosed = true
      for (const act of this.#atHalfClose) act()
    })
  }

  /** Aborted when the client goes away. One that ends its side may still be there to read. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /** Does something once the client ends its side, or at once where it has, unless the function that this returns is called before. */
  whenHalfClosed(act: () => void): () => void {
    if (this.#isHalfClosed) act()
    this.#atHalfClose.add(act)
    return () => this.#atHalfClose.delete(act)
  }

  /** Finds out whether a client that ends its side is still there, by writing what means nothing, until the function that this returns is called. */
  knockWhenHalfClosed(write: () => void): () => void {
    let stop = () => {}
    const forget = this.whenHalfClosed(() => {
      stop = knock(this.#socket, write)
    })
    return () => {
      forget()
      stop()
    }
  }

  /** Notes that an answer is owed. */
  owe(response: ServerResponse): void {
    this.#owed += 1
    this.#last = response
  }

  /** Whether no answer goes out behind this one. */
  isLast(response: ServerResponse): boolean {
    return this.#last === response
  }

  /** Notes that an answer was written, as far as it is to arrive. */
  settle(): void {
    this.#owed -= 1
    if (this.#isEnding) this.end()
  }

  /** Ends it once no answer is owed and what was written has gone out. */
  end(): void {
    this.#isEnding = true
    if (this.#owed > 0) return
    if (this.#last?.writableFinished === false) this.#last.once('finish', () => this.end())
    else this.#socket.destroySoon()
  }

  /** Cuts it off. */
  destroy(): void {
    this.#socket.destroy()
  }
}

/** The connections that are open. */
export class Connections {
  readonly #open = new Map<Socket, Connection>()

  add(socket: Socket): void {
    this.#open.set(socket, new Connection(socket))
    socket.once('close', () => this.#open.delete(socket))
  }

  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket)
  }

  /** By which each of them hears that its client goes away. */
  get signals(): ReadonlySet<AbortSignal> {
    return new Set([...this.#open.values()].map(({ gone }) => gone))
  }

  /** Ends each of them once no answer is owed over it. */
  endAll(): void {
    for (const connection of this.#open.values()) connection.end()
  }

  /** Cuts off those that are left. */
  destroyAll(): void {
    for (const connection of this.#open.values()) connection.destroy()
  }
}
