import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { later } from '../time.ts'
import { Connections } from './connection.ts'
import { handlerOf } from './handler.ts'
import { shownHost } from './hosts.ts'
import { listenOn } from './listen.ts'
import type { ServeSettings } from './options.ts'
import type { Site } from './site.ts'
import { Worlds } from './worlds.ts'

// A test that pauses must find its connection where it left it; a client that never finishes a request must not stay.
const patience = { keepAliveTimeout: 60_000, headersTimeout: 30_000, requestTimeout: 120_000 }

/** A server on its port. */
export class Listener {
  readonly url: string
  readonly port: number
  readonly #server: Server
  readonly #root: Site
  readonly #connections = new Connections()
  readonly #worlds = new Worlds()
  #isClosing = false

  private constructor(server: Server, settings: ServeSettings, root: Site) {
    this.#server = server
    this.#root = root
    this.port = (server.address() as AddressInfo).port
    this.url = `http://${shownHost(settings.host)}:${this.port}`
    server.on('connection', (socket) => this.#connections.add(socket))
    server.on(
      'request',
      handlerOf({
        root,
        worlds: this.#worlds,
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
  static async start(settings: ServeSettings, root: Site): Promise<Listener> {
    // Or Node ends the connection of a client that ends its side, whatever it is still owed.
    const server = Object.assign(createServer(patience), { httpAllowHalfOpen: true })
    await listenOn(server, settings)
    return new Listener(server, settings, root)
  }

  /** Takes no more connections, and ends those there are: the ones that are owed an answer when they have it, or after the grace. */
  async close(grace: number): Promise<void> {
    this.#isClosing = true
    const ended = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#worlds.endAll()
    // Others may wait in process, or at another server over the same service.
    this.#root.engine.endWaits(this.#connections.signals)
    this.#root.stream.end()
    // Who waited is answered or reset first.
    await nextTurn()
    this.#connections.endAll()
    const stop = later(grace, () => this.#connections.destroyAll())
    await ended
    stop()
  }
}
