import type { RequestHandler } from 'msw'
import { MockServiceError } from './errors.ts'
import { isPlain } from './text/json.ts'
import type { MockService } from './types.ts'

/** What becomes of a request that no handler answers: it fails, it is warned of and goes out, or it just goes out. */
export type Unhandled = 'error' | 'warn' | 'bypass'

/** What is said of requests that are not for the service, wherever MSW runs. */
export interface Others {
  readonly onUnhandled?: Unhandled
  readonly handlers?: readonly RequestHandler[]
}

const ways = ['error', 'warn', 'bypass'] as const satisfies Unhandled[]

/** What two or more that differ come to; undefined for none. */
export const strictest = (all: readonly Unhandled[]): Unhandled | undefined => ways.find((way) => all.includes(way))

export const wrongOption = (field: string, problem: string, options?: ErrorOptions): MockServiceError =>
  new MockServiceError('option', field, problem, options)

/** Checks what both kinds of interception take; `own` are the names of the options that only the caller knows. */
export function checkedOthers(options: Others, usual: Unhandled, own: readonly string[] = []): Required<Others> {
  if (!isPlain(options as unknown)) throw wrongOption('options', 'must be an object')
  const known = ['onUnhandled', 'handlers', ...own]
  for (const name of Object.keys(options)) if (!known.includes(name)) throw wrongOption(name, 'is no option here')
  const { onUnhandled = usual, handlers = [] } = options
  if (!ways.some((way) => way === onUnhandled)) throw wrongOption('onUnhandled', "must be 'error', 'warn' or 'bypass'")
  if (!Array.isArray(handlers)) throw wrongOption('handlers', 'must be an array of MSW handlers')
  return { onUnhandled, handlers }
}

/** The first name is that of MSW 2, the second that of MSW 3; each ignores the other. */
export const inBothVersions = (onUnhandled: Unhandled) => ({
  onUnhandledRequest: onUnhandled,
  onUnhandledFrame: onUnhandled,
})

/** MSW's server and its worker alike. */
interface Changeable {
  use(...handlers: RequestHandler[]): void
  resetHandlers(): void
}

/** Members that need no `this`, and take no more than they name: a test runner hands its hooks a context. */
export const changesOf = (msw: Changeable, service: MockService) => ({
  use: (...added: RequestHandler[]) => msw.use(...added),
  resetHandlers: () => msw.resetHandlers(),
  reset: () => {
    msw.resetHandlers()
    service.reset()
  },
})
