import { HttpResponse, http, type RequestHandler } from 'msw'
import { type SetupWorker, type StartOptions, setupWorker } from 'msw/browser'
import { MockServiceError } from './errors.ts'
import { handlersOver, optionChecks, type Unhandled, unhandledOptions } from './interception.ts'
import { setTimer, timeLimit } from './time.ts'
import type { MockService } from './types/index.ts'
import { filledText, flag, object, validateMembers } from './validate.ts'

export type { Unhandled } from './interception.ts'

/** Where MSW's service worker is, and how the browser registers it. */
export interface ServiceWorkerScript {
  /**
   * Address of the script that `npx msw init` wrote.
   * @default '/mockServiceWorker.js'
   */
  readonly url?: string
  /** What `navigator.serviceWorker.register` takes, such as `scope`. */
  readonly options?: RegistrationOptions
}

/** Settings of {@link setupMockWorker}. */
export interface MockWorkerOptions {
  /**
   * What happens to requests to other addresses. By default they go out: the page loads its scripts, styles and images by such
   * requests.
   * @default 'bypass'
   */
  readonly onUnhandled?: Unhandled
  /** Handlers for other addresses. @default none */
  readonly handlers?: readonly RequestHandler[]
  /** Where MSW's service worker is, if not at the root of the page's server. @default `/mockServiceWorker.js` */
  readonly serviceWorker?: ServiceWorkerScript
  /**
   * `true`: MSW writes nothing to the console. `false`: it writes every request with its headers, the API key included.
   * @default true
   */
  readonly quiet?: boolean
}

/**
 * MSW in a page over a mock service. Its methods need no `this`, and all but `use` take no arguments: you can pass them directly to the
 * hooks of a test runner.
 */
export interface MockWorker {
  /**
   * Registers MSW's service worker and starts to intercept; requests made after it resolves go to the service. If it intercepts
   * already, nothing happens.
   *
   * @throws `MockServiceError` of `osdi-events/mock`, field `serviceWorker.url`, if no script of MSW is at that address, or if it
   * does not answer within 30 seconds.
   */
  readonly start: () => Promise<void>
  /** Resets the service, and removes the handlers added by `use`. */
  readonly reset: () => void
  /** Stops intercepting. If it does not intercept, nothing happens. */
  readonly stop: () => Promise<void>
  /** Adds MSW handlers in front of the others, until the next reset. */
  readonly use: (...handlers: RequestHandler[]) => void
  /** Removes the handlers added by `use`; the service keeps its data. To replace handlers, call the method of `worker`. */
  readonly resetHandlers: () => void
  /** MSW's own worker, for everything else. */
  readonly worker: SetupWorker
}

/**
 * Intercepts a page's requests to a mock service's base address, with MSW's service worker. Run `npx msw init public` once: it
 * puts the worker's script into `public`, the folder that the page's server serves. In Node, also with jsdom and the like, use
 * `setupMockServer` of `osdi-events/mock/node` instead.
 *
 * @throws `MockServiceError` of `osdi-events/mock` for an option that is unknown or wrong, naming it.
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
  // Runs the steps one after the other: a stop waits for an earlier start.
  const enqueue = (step: () => Promise<void>) => {
    last = last.then(step, step)
    return last
  }
  return {
    // Takes no arguments: a test runner passes a context to its hooks, and a context is not a handler.
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

/** Longest wait for a service worker to be registered and to answer, in milliseconds. */
const startTimeout = 30_000

/** Longest wait for open requests when the worker is stopped, in milliseconds: one of them may never be answered. */
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

/** Checks that MSW's script is there. MSW itself only detects status 404; if the server sends a page instead, MSW waits forever. */
async function checkScript(url: string): Promise<void> {
  // Without service workers MSW patches the page's own fetch, and needs no script.
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
