import type { RequestHandler } from 'msw'
import type { MockService } from './types/index.ts'
import { list, oneOf } from './validate.ts'

/** What is used of MSW. Only the entry points import it, and pass it in: if it is missing, the error names their folder, `npm-install-msw`. */
type Msw = Pick<typeof import('msw'), 'http' | 'HttpResponse'>

/** MSW request handlers over a service: every request under its base address, and no other. */
export const handlersOver = (
  { http, HttpResponse }: Msw,
  service: Pick<MockService, 'baseUrl' | 'fetch'>,
): RequestHandler[] => [
  // MSW follows redirects itself, to whatever answers at their address.
  http.all(addressesBelow(service.baseUrl), ({ request }) =>
    service.fetch(request, { redirect: 'manual' }).catch((error: unknown) => {
      // MSW makes status 500 of a handler that throws; a request that failed must fail.
      if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error()
      throw error
    }),
  ),
]

/** Matches a base address and everything below it. */
const addressesBelow = (baseUrl: string): RegExp =>
  new RegExp(`^${baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/.*)?$`)

/**
 * What happens to a request that no handler answers. `'error'`: it fails. `'warn'`: MSW prints a warning, and the request goes out.
 * `'bypass'`: it goes out.
 */
export type Unhandled = 'error' | 'warn' | 'bypass'

/** Checks of the options that both ways to intercept have. */
export const optionChecks = { onUnhandled: oneOf('error', 'warn', 'bypass'), handlers: list }

/** MSW's option: the first name is MSW 2's, the second is MSW 3's. Each ignores the other. */
export const unhandledOptions = (onUnhandled: Unhandled) => ({
  onUnhandledRequest: onUnhandled,
  onUnhandledFrame: onUnhandled,
})
