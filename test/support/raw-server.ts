import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readRequest, type SeenRequest } from './raw-request.ts'

/** Bytes to answer with, and what happens to the connection after them. A list is sent piece by piece. */
export interface RawAnswer {
  readonly bytes: string | readonly Uint8Array[]
  /** `close` ends the connection, `stall` keeps it open in silence, `reset` breaks it. */
  readonly ending: 'close' | 'stall' | 'reset'
}

/** Decides on the answer to a request; `number` counts from 1. */
export type Script = (request: SeenRequest, number: number) => RawAnswer

const send = async (socket: Socket, { bytes, ending }: RawAnswer): Promise<void> => {
  for (const piece of typeof bytes === 'string' ? [] : bytes) {
    if (socket.destroyed) return
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()))
    // It is read in a turn of its own, before the next one comes.
    await nextTurn()
    await nextTurn()
  }
  if (typeof bytes === 'string') socket.write(bytes)
  if (ending === 'close') socket.end()
  if (ending === 'reset') socket.resetAndDestroy()
}

/** Starts a server on a free port of the loopback address that answers by script; it is closed by `await using`. */
export const rawServer = async (script: Script) => {
  const sockets = new Set<Socket>()
  const requests: SeenRequest[] = []
  const waiting = new Set<() => void>()
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
      const answer = script(request, requests.length)
      for (const wake of waiting) wake()
      void send(socket, answer)
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
    /** Settles when the first `count` requests have come. */
    received: (count: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (requests.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
