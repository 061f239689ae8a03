import { HttpResponse, http, type RequestHandler } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { MockServiceError } from './errors.ts'
import { handlersChecks, handlersOver, optionChecks, type Unhandled, unhandledOptions } from './interception.ts'
import type { MockService } from './types/index.ts'
import { validateMembers } from './validate.ts'

export type { Unhandled } from './interception.ts'

/** Options of {@link setupMockServer}. */
export interface MockServerOptions {
  /**
   * What happens to requests to other addresses.
   * @default 'error'
   */
  readonly onUnhandled?: Unhandled
  /** Handlers for other addresses. @default none */
  readonly handlers?: readonly RequestHandler[]
  /**
   * Answers CORS preflights, and lets pages of other origins read every response, like the option `cors` of `serve`. Use this option for
   * simulated pages in Node that send preflights, such as pages of happy-dom.
   * @default false
   */
  readonly cors?: boolean
}

/**
 * Controls MSW in Node. MSW passes requests to a mock service. You can pass the methods directly to the hooks of a test runner, because
 * they need no `this`, and only `use` reads arguments.
 */
export interface MockServer {
  /**
   * Starts to intercept requests. Call it in `beforeAll`. Does nothing if this mock server already listens. Several mock servers can
   * listen, each for its own address. For other addresses, the strictest of their `onUnhandled` options applies.
   *
   * @throws `MockServiceError` of `osdi-events/mock`, field `baseUrl`, if another mock server already listens for the same address.
   */
  readonly listen: () => void
  /** Resets the mock service, and removes the handlers that `use` added. Call it in `afterEach`. */
  readonly reset: () => void
  /** Stops intercepting requests. Call it in `afterAll`. Does nothing if this mock server does not listen. */
  readonly close: () => void
  /**
   * Adds MSW handlers in front of the others, until the next reset.
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
  /**
   * Removes the handlers that `use` added. The mock service keeps its data. To replace the handlers, call `server.resetHandlers` with the
   * new handlers.
   */
  readonly resetHandlers: () => void
  /** MSW's own server, for all other features of MSW. All mock servers of a process use the same MSW server. */
  readonly server: SetupServer
}

/**
 * Intercepts requests of this process to the base address of a mock service, with MSW. Works in Node; with MSW 2, also on Bun and Deno.
 *
 * @throws `MockServiceError` of `osdi-events/mock` for an unknown or wrong option. `field` of the error names the option.
 * @throws `MockServiceError` of `osdi-events/mock`, code `runtime`, on Bun and Deno with MSW 3, because MSW 3 intercepts nothing there.
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
  validateMembers(options, '', { ...optionChecks, ...handlersChecks }, 'option', 'options')
  checkRuntime()
  const { onUnhandled = 'error', handlers = [], cors = false } = options
  const { baseUrl } = service
  const listener: Listener = {
    onUnhandled,
    handlers: [...handlersOver({ http, HttpResponse }, service, { cors }), ...handlers],
    added: [],
  }
  const isListening = () => listeners.get(baseUrl) === listener
  const resetHandlers = () => {
    listener.added = []
    if (isListening()) applyHandlers()
  }
  return {
    use: (...added) => {
      listener.added = [...added, ...listener.added]
      if (isListening()) server.use(...added)
    },
    resetHandlers,
    reset: () => {
      resetHandlers()
      service.reset()
    },
    listen: () => {
      if (isListening()) return
      if (listeners.has(baseUrl)) {
        const problem = `another mock server listens for ${baseUrl} already: give each service its own`
        throw new MockServiceError('option', 'baseUrl', problem)
      }
      listeners.set(baseUrl, listener)
      intercept()
    },
    close: () => {
      if (!isListening()) return
      listeners.delete(baseUrl)
      intercept()
    },
    server,
  }
}

/** Throws on Bun and Deno with MSW 3. MSW 3 starts there, but does not intercept requests, so a test would write to the real service. */
function checkRuntime(): void {
  const runtime = ['Bun', 'Deno'].find((name) => name in globalThis)
  // MSW 2 intercepts on these runtimes. Its server does not have `readyState`.
  if (runtime === undefined || !('readyState' in server)) return
  const advice = 'install msw@2, or give the client service.fetch'
  throw new MockServiceError('runtime', 'msw', `MSW 3 intercepts nothing on ${runtime}; ${advice}`)
}

/** The options and handlers of one mock server. */
interface Listener extends Required<Pick<MockServerOptions, 'onUnhandled' | 'handlers'>> {
  /** Handlers added by `use`, the latest first. */
  added: readonly RequestHandler[]
}

/** The mock servers that listen, by base address. */
const listeners = new Map<string, Listener>()

// There is one MSW server for the whole process, because a second one would take the requests from the first.
const server = setupServer()

/** The setting with which MSW currently runs; undefined while MSW is stopped. */
let active: Unhandled | undefined

/** Makes MSW intercept for all mock servers that listen. Stops MSW if none listens. */
function intercept(): void {
  const all = [...listeners.values()].map(({ onUnhandled }) => onUnhandled)
  const strictest = (['error', 'warn', 'bypass'] as const).find((unhandled) => all.includes(unhandled))
  if (strictest !== active) {
    // Restarts MSW, because MSW reads the option only when it starts. MSW 3 throws if it is started or stopped twice.
    if (active !== undefined) server.close()
    if (strictest !== undefined) server.listen(unhandledOptions(strictest))
    active = strictest
  }
  applyHandlers()
}

/**
 * Gives MSW the handlers of all mock servers that listen. Handlers for longer addresses come first, because a longer address may be below a
 * shorter one.
 */
function applyHandlers(): void {
  const all = [...listeners].toSorted(([a], [b]) => b.length - a.length).map(([, one]) => one)
  server.resetHandlers(...all.flatMap(({ handlers }) => handlers))
  server.use(...all.flatMap(({ added }) => added))
}
