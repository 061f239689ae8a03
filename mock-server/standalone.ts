/**
 * The mock service as an HTTP server of its own, for Node.
 *
 * @module osdi-events/mock/standalone
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { engineOf } from './engine.ts'
import { MockServiceError } from './errors.ts'
import { Connections } from './server/connection.ts'
import { handlerOf } from './server/handler.ts'
import { shownHost } from './server/hosts.ts'
import { listenOn } from './server/listen.ts'
import { checkServeOptions, type ServeOptions } from './server/options.ts'
import { keysOf } from './server/site.ts'
import { Worlds } from './server/worlds.ts'
import type { MockService } from './types.ts'

export type { ServeOptions } from './server/options.ts'

/** A server over a mock service, from {@link serve} until it is closed. */
export interface MockHttpServer extends AsyncDisposable {
  /** Its address, such as `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string
  /** The port that it listens on. */
  readonly port: number
  /** Tokens of the service's two seeded keys. */
  readonly keys: { readonly group: string; readonly individual: string }
  /**
   * Stops listening, ends faults that keep callers waiting, and closes every connection: those that are owed an answer when
   * they have it, or after `grace` milliseconds. A second call waits for the first.
   */
  close(options?: { readonly grace?: number }): Promise<void>
}

/**
 * Serves a mock service over HTTP, until it is closed. Links of its answers begin with the address that the client used.
 *
 * @throws {@link MockServiceError} for an option that is unknown or wrong, and for a service that `createMockService` did not make.
 * @throws Node's error, with its `code`, where the port cannot be listened on.
 *
 * @example
 * ```ts
 * import { createMockService } from 'osdi-events/mock'
 * import { serve } from 'osdi-events/mock/standalone'
 *
 * const server = await serve(createMockService({ events: 60 }))
 * console.log(server.url, server.keys.group)
 * await server.close()
 * ```
 */
export async function serve(service: MockService, options: ServeOptions = {}): Promise<MockHttpServer> {
  const settings = checkServeOptions(options)
  const engine = engineOf(service)
  if (!engine) throw new MockServiceError('argument', 'service', 'must be made by createMockService')
  settings.signal?.throwIfAborted()

  const connections = new Connections()
  const worlds = new Worlds()
  const server = createServer({ keepAliveTimeout: 60_000, headersTimeout: 30_000, requestTimeout: 120_000 })
  let url = ''
  let closed: Promise<void> | undefined
  server.on('connection', (socket) => connections.add(socket))
  const root = { service, engine, path: '' }
  const isClosing = () => closed !== undefined
  server.on('request', handlerOf({ ...settings, root, worlds, connections, url: () => url, isClosing }))
  await listenOn(server, settings)
  const { port } = server.address() as AddressInfo
  url = `http://${shownHost(settings.host)}:${port}`

  const shutDown = async (grace: number) => {
    settings.signal?.removeEventListener('abort', abort)
    const ended = new Promise<void>((resolve) => server.close(() => resolve()))
    worlds.endAll()
    connections.closeIdle()
    const late = setTimeout(() => connections.closeAll(), grace)
    await ended
    clearTimeout(late)
  }
  const close = ({ grace = 5000 } = {}) => {
    closed ??= shutDown(grace)
    return closed
  }
  const abort = () => void close()
  settings.signal?.addEventListener('abort', abort)
  return Object.freeze({
    url,
    port,
    get keys() {
      return keysOf(service)
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  })
}
