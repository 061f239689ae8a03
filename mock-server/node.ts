/**
 * MSW in Node over a mock service, with the lifecycle of a test suite.
 *
 * @module osdi-events/mock/node
 */
import { HttpResponse, http, type RequestHandler } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { handlersOver } from './handlers.ts'
import { changesOf, checkedOthers, inBothVersions, type Unhandled } from './interception.ts'
import type { MockService } from './types.ts'

export type { Unhandled } from './interception.ts'

/** Settings of {@link setupMockServer}. */
export interface MockServerOptions {
  /**
   * What becomes of requests that are not for the service.
   * @default 'error'
   */
  readonly onUnhandled?: Unhandled
  /** Handlers for other addresses, beside those of the service. @default none */
  readonly handlers?: readonly RequestHandler[]
}

/**
 * MSW in Node over a mock service. Its members need no `this`, and all but `use` take nothing: they can be handed to a test
 * runner's hooks as they are.
 */
export interface MockServer {
  /** Begins to intercept; for `beforeAll`. While it does so already, nothing happens. */
  readonly listen: () => void
  /** Puts the service back to how it was made and drops handlers added by `use`; for `afterEach`. */
  readonly reset: () => void
  /** Stops intercepting; for `afterAll`. Where it does not intercept, nothing happens. */
  readonly close: () => void
  /**
   * Puts MSW handlers before those there are, until the next reset.
   *
   * @example
   * ```ts
   * import { HttpResponse, http } from 'msw'
   * import { createMockService } from 'osdi-events/mock'
   * import { setupMockServer } from 'osdi-events/mock/node'
   * import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
   *
   * const server = setupMockServer(createMockService())
   * beforeAll(server.listen)
   * afterEach(server.reset)
   * afterAll(server.close)
   *
   * test('it rains', async () => {
   *   server.use(http.get('https://weather.example.org/today', () => HttpResponse.json({ rain: true })))
   *   expect(await (await fetch('https://weather.example.org/today')).json()).toEqual({ rain: true })
   * })
   * ```
   */
  readonly use: (...handlers: RequestHandler[]) => void
  /** Drops handlers added by `use`; the service keeps what it has. MSW's own, which can replace handlers, is that of `server`. */
  readonly resetHandlers: () => void
  /** MSW's own server, for all else. */
  readonly server: SetupServer
}

/**
 * Intercepts this process's requests to a mock service's base address, with MSW in Node.
 *
 * @throws `MockServiceError` of `osdi-events/mock` for an option that is unknown or wrong, naming it.
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
  const { onUnhandled, handlers } = checkedOthers(options, 'error')
  const server = setupServer(...handlersOver({ http, HttpResponse }, service), ...handlers)
  let listens = false
  return {
    ...changesOf(server, service),
    listen: () => {
      // MSW 3 throws where it is told to do what it does already, MSW 2 does not.
      if (!listens) server.listen(inBothVersions(onUnhandled))
      listens = true
    },
    close: () => {
      if (listens) server.close()
      listens = false
    },
    server,
  }
}
