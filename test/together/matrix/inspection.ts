import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'

interface Started {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Sees which requests Node's HTTP servers have not finished with, and which timers the code of this process has running. */
export interface Inspection extends Disposable {
  /** Requests to a port that neither have a whole answer nor have been given up. */
  unanswered(port: number): number
  /** Timers that neither ran nor were cleared. */
  timers(): number
}

/** Begins to look. */
export function inspect(): Inspection {
  const open = new Map<number, number>()
  const count = (port: number, by: number) => open.set(port, (open.get(port) ?? 0) + by)
  const onStart = (message: unknown) => {
    const { request, response } = message as Started
    const port = request.socket.localPort ?? 0
    count(port, 1)
    response.once('close', () => count(port, -1))
  }
  subscribe('http.server.request.start', onStart)

  const timers = new Set<unknown>()
  const { setTimeout: set, clearTimeout: clear } = globalThis
  globalThis.setTimeout = Object.assign((run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = set(() => {
      timers.delete(timer)
      run(...args)
    }, ms)
    timers.add(timer)
    return timer
  }, set)
  globalThis.clearTimeout = (timer) => {
    timers.delete(timer)
    clear(timer)
  }
  return {
    unanswered: (port) => open.get(port) ?? 0,
    timers: () => timers.size,
    [Symbol.dispose]() {
      unsubscribe('http.server.request.start', onStart)
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear })
    },
  }
}
