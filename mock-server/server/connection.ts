import type { Socket } from 'node:net'

/** One connection, for as long as it is open. */
export interface Connection {
  /** Aborted when the client goes away. */
  readonly gone: AbortController
  /** Requests that came over it and are not answered yet. */
  open: number
}

/** The connections that are open. */
export class Connections {
  readonly #open = new Map<Socket, Connection>()

  add(socket: Socket): void {
    const connection = { gone: new AbortController(), open: 0 }
    this.#open.set(socket, connection)
    socket.once('close', () => {
      this.#open.delete(socket)
      connection.gone.abort()
    })
  }

  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket)
  }

  /** Closes those over which no answer is owed, once what was written has gone out. */
  closeIdle(): void {
    for (const [socket, { open }] of this.#open) if (open === 0) socket.destroySoon()
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }
}
