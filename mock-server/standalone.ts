import { MockServiceError } from './errors.ts'
import { checkServeOptions, type ServeOptions } from './server/options.ts'
import { keysOf } from './server/sandboxes.ts'
import { HttpListener } from './server/server.ts'
import { Autosave, openStateFile } from './server/state-file.ts'
import { EventFeed } from './server/stream.ts'
import { coreOf } from './service.ts'
import type { MockService, MockTokens } from './types/index.ts'
import { milliseconds, validate } from './validate.ts'

export type { ServeOptions } from './server/options.ts'

/** An HTTP server for a mock service, started by {@link serve}. */
export interface MockHttpServer extends AsyncDisposable {
  /** Address of the server, such as `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string
  /** The port on which the server listens. */
  readonly port: number
  /** Tokens of the service's two seeded keys. */
  readonly keys: MockTokens
  /**
   * Stops listening, ends all waits that faults caused, and applies no more faults. Closes every idle connection at once. Closes every
   * other connection after its pending responses, but at the latest after `grace` milliseconds (default 5000). Then saves the data, if
   * {@link ServeOptions.state} names a file. A second call waits for the first call.
   *
   * @throws `MockServiceError` of `osdi-events/mock` if `grace` is not a number from 0 to 2 147 483 647. Then the server keeps running.
   */
  close(options?: { readonly grace?: number }): Promise<void>
}

/**
 * Serves a mock service over HTTP, until you close the returned server. Links in responses begin with the address that the client used, or
 * with the option `baseUrl`.
 *
 * @throws `MockServiceError` of `osdi-events/mock` for an unknown or wrong option, and for a service that `createMockService` did not
 * create.
 * @throws An error with the `code` of Node's error, such as `EADDRINUSE`, if the server cannot listen on the port.
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
  const core = coreOf(service)
  if (!core) throw new MockServiceError('argument', 'service', 'must be made by createMockService')
  settings.signal?.throwIfAborted()

  const mount = { service, core, path: '', feed: new EventFeed(core) }
  const file = settings.state === undefined ? undefined : await openStateFile(settings.state, service)
  const listener = await HttpListener.start(settings, mount)
  // Restores the data only after the server listens, so that the service stays unchanged if it cannot. No request has arrived yet.
  const autosave = file && new Autosave(file, core, settings.onError)
  let closed: Promise<void> | undefined
  const shutDown = async (grace: number) => {
    settings.signal?.removeEventListener('abort', abort)
    await listener.close(grace)
    await autosave?.close()
  }
  const close = async ({ grace = 5000 } = {}) => {
    validate(milliseconds, grace, 'grace', 'argument')
    closed ??= shutDown(grace)
    return closed
  }
  const abort = () => void close()
  settings.signal?.addEventListener('abort', abort)
  if (settings.signal?.aborted) await close({ grace: 0 })
  settings.signal?.throwIfAborted()
  const { url, port } = listener
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
