import { HttpResponse, http, type RequestHandler } from 'msw'
import { type HandlersOptions, handlersChecks, handlersOver } from './interception.ts'
import type { MockService } from './types/index.ts'
import { validateMembers } from './validate.ts'

export type { HandlersOptions } from './interception.ts'

/**
 * MSW request handlers over a service, for `setupServer` or `setupWorker`. The service answers every request under its base
 * address, unknown paths included; all other addresses are left to MSW.
 *
 * @throws `MockServiceError` of `osdi-events/mock` for an option that is unknown or wrong, naming it.
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
export function handlersFor(
  service: Pick<MockService, 'baseUrl' | 'fetch'>,
  options: HandlersOptions = {},
): RequestHandler[] {
  validateMembers(options, '', handlersChecks, 'option', 'options')
  return handlersOver({ http, HttpResponse }, service, options)
}
