import type { RequestHandler } from 'msw'
import { corsHeaders, preflightResponse } from './api/cors.ts'
import type { MockService } from './types/index.ts'
import { flag, list, oneOf } from './validate.ts'

/**
 * The parts of MSW that this module uses. The entry points import MSW and pass it on. After the build, their folder has the name
 * `npm-install-msw`, so that the error for a missing MSW shows what to install.
 */
type Msw = Pick<typeof import('msw'), 'http' | 'HttpResponse'>

/** Options of `handlersFor`. */
export interface HandlersOptions {
  /**
   * Answers CORS preflights, and lets pages of other origins read every response, like the option `cors` of `serve`. Use this option for
   * simulated pages in Node that send preflights, such as pages of happy-dom. In a browser, the option has no effect on preflights, because
   * a service worker does not get them.
   * @default false
   */
  readonly cors?: boolean
}

/** Makes MSW request handlers for a service. They handle all requests below its base address, and no other requests. */
export const handlersOver = (
  { http, HttpResponse }: Msw,
  service: Pick<MockService, 'baseUrl' | 'fetch'>,
  { cors = false }: HandlersOptions = {},
): RequestHandler[] => [
  http.all(addressesBelow(service.baseUrl), async ({ request }) => {
    try {
      // Leaves redirects to MSW, because another handler may respond at the new address.
      if (!cors) return await service.fetch(request, { redirect: 'manual' })
      const response = preflightOf(request) ?? (await service.fetch(request, { redirect: 'manual' }))
      for (const [name, value] of corsHeaders) response.headers.set(name, value)
      return response
    } catch (error) {
      // `HttpResponse.error()` makes the request fail. For a thrown error, MSW would respond with status 500.
      if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error()
      throw error
    }
  }),
]

function preflightOf({ method, headers }: Request): Response | undefined {
  const preflight = preflightResponse({ method, header: (name) => headers.get(name) ?? undefined })
  return preflight && new Response(null, preflight)
}

/** Matches a base address and all addresses below it. */
const addressesBelow = (baseUrl: string): RegExp =>
  new RegExp(`^${baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/.*)?$`)

/**
 * What happens to a request that no handler answers. `'error'`: the request fails. `'warn'`: MSW prints a warning, and the request goes
 * out. `'bypass'`: the request goes out.
 */
export type Unhandled = 'error' | 'warn' | 'bypass'

/** Checks of the options of `handlersFor`. */
export const handlersChecks = { cors: flag }

/** Checks of the options that `setupMockServer` and `setupMockWorker` share. */
export const optionChecks = { onUnhandled: oneOf('error', 'warn', 'bypass'), handlers: list }

/** Options for MSW. MSW 2 reads the first name, MSW 3 the second. Each ignores the other name. */
export const unhandledOptions = (onUnhandled: Unhandled) => ({
  onUnhandledRequest: onUnhandled,
  onUnhandledFrame: onUnhandled,
})
