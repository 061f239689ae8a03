import type { RequestHandler } from 'msw'
import { corsHeaders, preflightResponse } from './cors.ts'
import type { MockService } from './types/index.ts'
import { flag, list, oneOf } from './validate.ts'

/**
 * The parts of MSW that this module uses. Only the entry points import MSW, and pass it in: if MSW is missing, the error then names their
 * folder, `npm-install-msw`.
 */
type Msw = Pick<typeof import('msw'), 'http' | 'HttpResponse'>

/** Settings of `handlersFor`. */
export interface HandlersOptions {
  /**
   * Answers CORS preflights, and lets pages of other origins read every response, like `cors` of `serve`. For simulated pages in Node that
   * send preflights, such as those of happy-dom. In a browser, a service worker sees no preflights.
   * @default false
   */
  readonly cors?: boolean
}

/** MSW request handlers over a service. They handle every request below its base address, and no other request. */
export const handlersOver = (
  { http, HttpResponse }: Msw,
  service: Pick<MockService, 'baseUrl' | 'fetch'>,
  { cors = false }: HandlersOptions = {},
): RequestHandler[] => [
  http.all(addressesBelow(service.baseUrl), async ({ request }) => {
    try {
      // MSW follows redirects itself: another handler may answer at the new address.
      if (!cors) return await service.fetch(request, { redirect: 'manual' })
      const response = preflightOf(request) ?? (await service.fetch(request, { redirect: 'manual' }))
      for (const [name, value] of corsHeaders) response.headers.set(name, value)
      return response
    } catch (error) {
      // MSW turns an error of a handler into status 500. A failed request must fail instead.
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

/** Checks of the options that `setupMockServer` and `setupMockWorker` share. */
export const optionChecks = { onUnhandled: oneOf('error', 'warn', 'bypass'), handlers: list }

/** MSW's option: the first name is for MSW 2, the second for MSW 3. Each version ignores the other name. */
export const unhandledOptions = (onUnhandled: Unhandled) => ({
  onUnhandledRequest: onUnhandled,
  onUnhandledFrame: onUnhandled,
})
