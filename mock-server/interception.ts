import type { RequestHandler } from 'msw'
import type { MockService } from './types/index.ts'
import { list, oneOf } from './validate.ts'

/** What is needed of MSW; handed in, so that only the entry points import it: where it is missing, their place says what to install. */
type Msw = Pick<typeof import('msw'), 'http' | 'HttpResponse'>

/** MSW request handlers over a service: every request under its base address, and no other. */
export const handlersOver = (
  { http, HttpResponse }: Msw,
  service: Pick<MockService, 'baseUrl' | 'fetch'>,
): RequestHandler[] => [
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

/** What becomes of a request that no handler answers: it fails, it is warned of and goes out, or it just goes out. */
export type Unhandled = 'error' | 'warn' | 'bypass'

/** What the options of both kinds of interception must be. */
export const optionChecks = { onUnhandled: oneOf('error', 'warn', 'bypass'), handlers: list }

/** The first name is that of MSW 2, the second that of MSW 3; each ignores the other. */
export const unhandledOptions = (onUnhandled: Unhandled) => ({
  onUnhandledRequest: onUnhandled,
  onUnhandledFrame: onUnhandled,
})
