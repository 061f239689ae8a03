/**
 * MSW request handlers over a mock service.
 *
 * @module osdi-events/mock/msw
 */
import { HttpResponse, http, type RequestHandler } from 'msw'
import type { MockService } from './types.ts'

/**
 * MSW request handlers over a service, for `setupServer` or `setupWorker`: every request under the service's base address is
 * its own to answer, an unknown path included; all other addresses are left to MSW.
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
export const handlersFor = (service: Pick<MockService, 'baseUrl' | 'fetch'>): RequestHandler[] => [
  // MSW follows redirects by itself, to whatever answers at their address.
  http.all(under(service.baseUrl), ({ request }) =>
    service.fetch(request, { redirect: 'manual' }).catch((error: unknown) => {
      // A handler that throws is an answer with status 500 to MSW; a request that failed must stay one.
      if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error()
      throw error
    }),
  ),
]

/** Matches a base address and everything below it. */
const under = (baseUrl: string): RegExp => new RegExp(`^${baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/.*)?$`)
