import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { knock } from './knock.ts'

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
