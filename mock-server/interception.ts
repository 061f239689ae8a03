import type { RequestHandler } from 'msw'
import { corsHeaders, preflightResponse } from './cors.ts'
import type { MockService } from './types/index.ts'
import { flag, list, oneOf } from './validate.ts'

/** What is used of MSW. Only the entry points import it, and pass it in: if it is missing, the error names their folder, `npm-install-msw`. */
type Msw = Pick<typeof import('msw'), 'http' | 'HttpResponse'>

/** Settings of `handlersFor`. */
export interface HandlersOptions {
  /**
   * Answers the preflights of pages of other origins, and lets them read every response, as `cors` of `serve` does. For pages that are
   * simulated in Node and ask before they send, such as those of happy-dom. The service worker of a browser sees no preflights.
   * @default false
   */
  readonly cors?: boolean
}

/** MSW request handlers over a service: every request under its base address, and no other. */
export const handlersOver = (
  { http, HttpResponse }: Msw,
  service: Pick<MockService, 'baseUrl' | 'fetch'>,
  { cors = false }: HandlersOptions = {},
): RequestHandler[] => [
  http.all(addressesBelow(service.baseUrl), async ({ request }) => {
    try {
      // MSW follows redirects itself, to whatever answers at their address.
      if (!cors) return await service.fetch(request, { redirect: 'manual' })
      const response = preflightOf(request) ?? (await service.fetch(request, { redirect: 'manual' }))
      for (const [name, value] of corsHeaders) response.headers.set(name, value)
      return response
    } catch (error) {
      // MSW makes status 500 of a handler that throws; a request that failed must fail.
      if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error()
      throw error
    }
  }),
]

function preflightOf({ method, headers }: Request): Response | undefined {
  const preflight = preflightResponse({ method, header: (name) => headers.get(name) ?? undefined })
  return preflight && new Response(null, preflight)
}

/** Matches a base address and everything below it. */
const addressesBelow = (baseUrl: string): RegExp =>
  new RegExp(`^${baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/.*)?$`)

/**
 * What happens to a request that no handler answers. `'error'`: it fails. `'warn'`: MSW prints a warning, and the request goes out.
 * `'bypass'`: it goes out.
 */
export type Unhandled = 'error' | 'warn' | 'bypass'

/** Checks of the options of `handlersFor`. */
export const handlersChecks = { cors: flag }

/** Checks of the options that both ways to intercept have. */
export const optionChecks = { onUnhandled: oneOf('error', 'warn', 'bypass'), handlers: list }

/** MSW's option: the first name is MSW 2's, the second is MSW 3's. Each ignores the other. */
export const unhandledOptions = (onUnhandled: Unhandled) => ({
  onUnhandledRequest: onUnhandled,
  onUnhandledFrame: onUnhandled,
})
