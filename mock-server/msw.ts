import { HttpResponse, http, type RequestHandler } from 'msw'
import { handlersOver } from './interception.ts'
import type { MockService } from './types/index.ts'

/**
 * MSW request handlers over a service, for `setupServer` or `setupWorker`. The service answers every request under its base
 * address, unknown paths included; all other addresses are left to MSW.
 *
 * @example
 * ```ts
 * import { setupServer } from 'msw/node'
 * import { createMockService } from 'osdi-events/mock'
 * import { handlersFor } from 'osdi-events/mock/msw'
 *
 * const server = setupServer(...handlersFor(createMockService()))
 * ```
 */
export const handlersFor = (service: Pick<MockService, 'baseUrl' | 'fetch'>): RequestHandler[] =>
  handlersOver({ http, HttpResponse }, service)
