import { HttpResponse, http, type RequestHandler } from 'msw'
import { type HandlersOptions, handlersChecks, handlersOver } from './interception.ts'
import type { MockService } from './types/index.ts'
import { validateMembers } from './validate.ts'

export type { HandlersOptions } from './interception.ts'

/**
 * Makes MSW request handlers for a mock service, to pass to `setupServer` or `setupWorker`. The service answers every request below its
 * base address, even for unknown paths. MSW handles all other requests.
 *
 * @throws `MockServiceError` of `osdi-events/mock` for an unknown or wrong option. `field` of the error names the option.
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
