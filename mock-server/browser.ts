import { HttpResponse, http, type RequestHandler } from 'msw'
import { type SetupWorker, type StartOptions, setupWorker } from 'msw/browser'
import { MockServiceError } from './errors.ts'
import { handlersOver, optionChecks, type Unhandled, unhandledOptions } from './interception.ts'
import { setTimer, timeLimit } from './time.ts'
import type { MockService } from './types/index.ts'
import { filledText, flag, object, validateMembers } from './validate.ts'

export type { Unhandled } from './interception.ts'

/** The script of MSW's service worker, and options for its registration. */
export interface ServiceWorkerScript {
  /**
   * Address of the script that `npx msw init` wrote.
   * @default '/mockServiceWorker.js'
   */
  readonly url?: string
  /** Options for `navigator.serviceWorker.register`, such as `scope`. */
  readonly options?: RegistrationOptions
}

/** Options of {@link setupMockWorker}. */
export interface MockWorkerOptions {
  /**
   * What happens to requests to other addresses. By default, MSW lets them go out, because the page needs such requests to load its
   * scripts, styles and images.
   * @default 'bypass'
   */
  readonly onUnhandled?: Unhandled
  /** Handlers for other addresses. @default none */
  readonly handlers?: readonly RequestHandler[]
  /** The script of MSW's service worker, if it is not at the root of the page's server. @default `/mockServiceWorker.js` */
  readonly serviceWorker?: ServiceWorkerScript
  /**
   * `true`: MSW writes nothing to the console. `false`: MSW writes every request with its headers, including the API key.
   * @default true
   */
  readonly quiet?: boolean
}

/**
 * Controls MSW in a page. MSW passes requests to a mock service. You can pass the methods directly to the hooks of a test runner, because
 * they need no `this`, and only `use` reads arguments.
 */
export interface MockWorker {
  /**
   * Registers MSW's service worker and starts to intercept requests. Does nothing if MSW already intercepts. After the promise resolves,
   * all requests to the base address go to the mock service.
   *
   * @throws `MockServiceError` of `osdi-events/mock`, field `serviceWorker.url`, if the script at that address is missing or is not from
   * MSW, or if the service worker does not answer within 30 seconds.
   */
  readonly start: () => Promise<void>
  /** Resets the mock service, and removes the handlers that `use` added. */
  readonly reset: () => void
  /** Stops intercepting requests. Does nothing if MSW does not intercept. */
  readonly stop: () => Promise<void>
  /** Adds MSW handlers in front of the others, until the next reset. */
  readonly use: (...handlers: RequestHandler[]) => void
  /**
   * Removes the handlers that `use` added. The mock service keeps its data. To replace the handlers, call `worker.resetHandlers` with the
   * new handlers.
   */
  readonly resetHandlers: () => void
  /** MSW's own worker, for all other features of MSW. */
  readonly worker: SetupWorker
}

/**
 * Intercepts a page's requests to the base address of a mock service, with MSW's service worker. First run `npx msw init public`. This
 * command writes the worker's script into `public`, which must be the folder that the page's server serves. In Node, even with jsdom or
 * happy-dom, use `setupMockServer` of `osdi-events/mock/node` instead.
 *
 * @throws `MockServiceError` of `osdi-events/mock` for an unknown or wrong option. `field` of the error names the option.
 *
 * @example
 * ```ts
 * import { createMockService } from 'osdi-events/mock'
 * import { setupMockWorker } from 'osdi-events/mock/browser'
 *
 * const service = createMockService({ events: 60 })
 * await setupMockWorker(service).start()
 *
 * const answer = await fetch(`${service.baseUrl}/api/v2/events`, {
 *   headers: { 'OSDI-API-Token': service.seeded.group.token },
 * })
 * console.log(answer.status)
 * ```
 */
export function setupMockWorker(service: MockService, options: MockWorkerOptions = {}): MockWorker {
  validateMembers(options, '', { ...optionChecks, serviceWorker: object, quiet: flag }, 'option', 'options')
  const { onUnhandled = 'bypass', handlers = [], serviceWorker = {}, quiet = true } = options
  validateMembers(serviceWorker, 'serviceWorker', { url: filledText, options: object }, 'option')
  const { url = '/mockServiceWorker.js' } = serviceWorker
  const startOptions = { ...unhandledOptions(onUnhandled), serviceWorker: { ...serviceWorker, url }, quiet }
  const worker = setupWorker(...handlersOver({ http, HttpResponse }, service), ...handlers)
  let isStarted = false
  let last: Promise<void> = Promise.resolve()
  // Runs the steps one after the other, so that a stop waits for an earlier start.
  const enqueue = (step: () => Promise<void>) => {
    last = last.then(step, step)
    return last
  }
  return {
    // Passes on no arguments, because a test runner passes a context to its hooks, and MSW would treat the context as a handler.
    resetHandlers: () => worker.resetHandlers(),
    use: (...added) => worker.use(...added),
    reset: () => {
      worker.resetHandlers()
      service.reset()
    },
    start: () =>
      enqueue(async () => {
        // MSW 3 throws if it is started twice, MSW 2 warns.
        if (!isStarted) await startWorker(worker, startOptions)
        isStarted = true
      }),
    stop: () =>
      enqueue(async () => {
        if (isStarted) await stopWorker(worker)
        isStarted = false
      }),
    worker,
  }
}

type WorkerOptions = StartOptions & { readonly serviceWorker: { readonly url: string } }

/** Maximum wait in milliseconds until the service worker is registered and answers. */
const startTimeout = 30_000

/** Maximum wait in milliseconds for open requests when MSW stops, because a request may never get a response. */
const stopTimeout = 5_000

/** Starts MSW's worker. Rejects with a `MockServiceError` if its script is missing, or if the worker does not answer. */
async function startWorker(worker: SetupWorker, options: WorkerOptions): Promise<void> {
  const { url } = options.serviceWorker
  await checkScript(url)
  await within(startTimeout, worker.start(options), () => {
    throw scriptError(`no service worker of MSW answered within 30 seconds at ${url}`)
  })
}

/** Stops MSW's worker. MSW 3 waits for open requests; this function waits for {@link stopTimeout} at most. */
const stopWorker = (worker: SetupWorker): Promise<void> => within(stopTimeout, Promise.resolve(worker.stop()), () => {})

const advice =
  'run `npx msw init public`, where `public` is the folder that the server of the page serves, after each change of MSW’s version too'

const scriptError = (problem: string, cause?: unknown) =>
  new MockServiceError('option', 'serviceWorker.url', `${problem}; ${advice}`, { cause })

/** Checks that the address has MSW's script. MSW itself only detects status 404. If the server sends a page instead, MSW waits forever. */
async function checkScript(url: string): Promise<void> {
  // Without service workers, MSW replaces the page's `fetch`, and needs no script.
  if (!('serviceWorker' in navigator) || location.protocol === 'file:') return
  const noScript = (found: string, cause?: unknown) =>
    scriptError(`${found} at ${url}, but no service worker of MSW`, cause)
  const { signal, stop } = timeLimit(startTimeout)
  const response = await fetch(url, { signal })
    .catch((cause: unknown) => {
      throw noScript('nothing answered', cause)
    })
    .finally(stop)
  await response.body?.cancel()
  const type = response.headers.get('content-type') ?? 'nothing with a type'
  if (!response.ok) throw noScript(`the server answered ${response.status}`)
  if (!/javascript|ecmascript/i.test(type)) throw noScript(`the server answered ${type}`)
}

/** Waits for `work`. Calls `onTimeout` if `work` takes longer than `limit` milliseconds. */
async function within(limit: number, work: Promise<unknown>, onTimeout: () => void): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const stop = setTimer(limit, resolve)
  await Promise.race([work, timeout.then(onTimeout)]).finally(stop)
}
