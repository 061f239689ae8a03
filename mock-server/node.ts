/**
 * MSW in Node over a mock service, with the lifecycle of a test suite.
 *
 * @module osdi-events/mock/node
 */
import type { RequestHandler } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { handlersFor } from './msw.ts'
import type { MockService } from './types.ts'

/** What becomes of a request that no handler answers: it fails, it is warned of and goes out, or it just goes out. */
export type Unhandled = 'error' | 'warn' | 'bypass'

/** Settings of {@link setupMockServer}. */
export interface MockServerOptions {
  /**
   * What becomes of requests that are not for the service.
   * @default 'error'
   */
  readonly onUnhandled?: Unhandled
  /** Handlers for other addresses, beside those of the service. */
  readonly handlers?: readonly RequestHandler[]
}

/** MSW in Node over a mock service. Its members need no `this`, so they can be handed to a test runner's hooks as they are. */
export interface MockServer {
  /** Begins to intercept; for `beforeAll`. */
  readonly listen: () => void
  /** Puts the service back to how it was made and drops handlers added by `use`; for `afterEach`. */
  readonly reset: () => void
  /** Stops intercepting; for `afterAll`. */
  readonly close: () => void
  /** Puts MSW handlers before those there are, until the next reset. */
  readonly use: (...handlers: RequestHandler[]) => void
  /** MSW's own reset: handlers alone, the service keeps what it has. */
  readonly resetHandlers: (...handlers: RequestHandler[]) => void
  /** MSW's own server, for all else. */
  readonly server: SetupServer
}

/**
 * Intercepts this process's requests to a mock service's base address, with MSW in Node.
 *
 * @example
 * ```ts
 * import { createMockService } from 'osdi-events/mock'
 * import { setupMockServer } from 'osdi-events/mock/node'
 * import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
 *
 * const service = createMockService()
 * const server = setupMockServer(service)
 * beforeAll(server.listen)
 * afterEach(server.reset)
 * afterAll(server.close)
 *
 * test('a request without a key is refused', async () => {
 *   expect((await fetch(`${service.baseUrl}/api/v2/events`)).status).toBe(403)
 * })
 * ```
 */
export function setupMockServer(service: MockService, options: MockServerOptions = {}): MockServer {
  const { onUnhandled = 'error', handlers = [] } = options
  const server = setupServer(...handlersFor(service), ...handlers)
  // The second name is MSW 3's, which ignores the first; MSW 2 ignores the second.
  const listening = { onUnhandledRequest: onUnhandled, onUnhandledFrame: onUnhandled }
  return {
    listen: () => server.listen(listening),
    reset: () => {
      server.resetHandlers()
      service.reset()
    },
    close: () => server.close(),
    use: (...added) => server.use(...added),
    resetHandlers: (...next) => server.resetHandlers(...next),
    server,
  }
}
