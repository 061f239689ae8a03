import { type EventsError, InputError, LinkError } from '../errors/error-classes.ts'
import { codeOf, oneLine } from '../errors/messages.ts'
import type { Listeners } from '../observe/hooks.ts'
import { traceCall, tracingChannel } from '../observe/tracing.ts'
import { askForKey } from '../option-checks.ts'
import type { ResolvedCallOptions, ResolvedClientOptions } from '../read-options.ts'
import type { LinkPolicy } from '../url/link-policy.ts'
import { CallContext } from './call-context.ts'
import { type Patience, RateLimiter } from './rate-limit.ts'
import { discard, type ReceivedResponse, readBody } from './read-body.ts'
import type { Redactor } from './redact.ts'
import { sendRequest } from './request.ts'
import { contentError, httpError, networkError, notSent, refusal, timeoutError } from './response-errors.ts'
import { type Repeatable, RetryBudget, waitBefore } from './retry.ts'
import { AttemptClock, elapsed, LimitReached, sleep } from './timeout.ts'

/** What to ask of the service. */
export interface ApiRequest extends Repeatable {
  readonly url: URL
  /** JSON text. */
  readonly body?: string
  /** Texts of the body that are people's data: no error and no hook shows them. */
  readonly personal?: readonly string[]
}

/** What every call of a client needs. */
export interface TransportOptions {
  readonly links: LinkPolicy
  readonly keyHeader: string
  readonly settings: Pick<ResolvedClientOptions, 'apiKey' | 'fetch' | 'maxResponseBytes' | 'rateLimit'>
  /** Is told every key before it is sent. */
  readonly redactor: Redactor
  readonly listeners: Listeners
}

/** One call while it runs. */
interface RunningCall {
  readonly request: ApiRequest
  readonly call: ResolvedCallOptions
  readonly context: CallContext
  readonly patience: Patience
}

/** The attempt before, and how long to wait after it. */
interface EarlierAttempt {
  readonly failure: EventsError
  readonly pause: number
}

/** Sends requests: attempts, waits and limits, and the errors they end in. */
export class Transport {
  readonly #options: TransportOptions
  readonly #limiter: RateLimiter
  readonly #budget = new RetryBudget()
  readonly #channel = tracingChannel()

  constructor(options: TransportOptions) {
    this.#options = options
    this.#limiter = new RateLimiter(options.settings.rateLimit)
  }

  /**
   * @param read understands the response; what it throws is a failure of the call
   * @throws HttpError, NetworkError, TimeoutError, ContentError (a body cut short), LinkError (redirect), InputError (key function),
   * or the signal's own reason
   */
  async send<Result>(
    request: ApiRequest,
    call: ResolvedCallOptions,
    read: (response: ReceivedResponse) => Result,
  ): Promise<Result> {
    call.signal?.throwIfAborted()
    const { listeners } = this.#options
    const redactor = this.#options.redactor.with(request.personal)
    const tracing = traceCall(this.#channel)
    const told = tracing ? { ...listeners, hooks: [...listeners.hooks, tracing.hooks] } : listeners
    const context = new CallContext(request.method, request.url, redactor, told)
    const work = async () => {
      try {
        return read(await this.#respond(request, call, context))
      } catch (error) {
        // Any value will do for a reason, an error of this package too.
        const isReason = call.signal?.aborted && call.signal.reason === error
        context.onError(isReason ? undefined : error)
        throw error
      }
    }
    return tracing ? tracing.run(context, work) : work()
  }

  /** Attempts until one succeeds, or no other may follow. */
  async #respond(request: ApiRequest, call: ResolvedCallOptions, context: CallContext): Promise<ReceivedResponse> {
    const { signal, retry, totalTimeout } = call
    const patience = { signal, pause: retry.maxRetryAfter, end: context.started + totalTimeout }
    let earlier: EarlierAttempt | undefined
    for (let made = 1; ; made += 1) {
      const result = await this.#attempt({ request, call, context, patience }, earlier)
      if (!(result instanceof Error)) {
        if (made > 1) this.#budget.giveBack(made - 1)
        return result
      }
      const wait = waitBefore(made, request, result, retry, patience.end - elapsed())
      const pause = wait === undefined ? undefined : this.#limiter.retryIn(wait, patience)
      if (pause === undefined || !this.#budget.take()) throw result
      earlier = { failure: result, pause }
    }
  }

  /**
   * One attempt under its limits, after the wait for it: the request, its redirects inside the service's address, and the whole body.
   *
   * @returns the response, or the error that the attempt ended in
   * @throws the signal's own reason; and where the attempt could not be made in time, what the one before ended in
   */
  async #attempt(running: RunningCall, earlier?: EarlierAttempt): Promise<ReceivedResponse | EventsError> {
    const { request, call, context, patience } = running
    const clock = new AttemptClock(call, patience.end)
    const progress = context.begin(earlier?.failure.outcome)
    const note = (cause?: string) => context.note(clock, cause)
    try {
      if (earlier) await clock.wait(() => sleep(earlier.pause, call.signal))
      // A key may take a while, and whoever has the turn has to use it.
      const headers = await this.#headers(request, call, clock)
      for (let [url, followed] = [request.url, 0]; ; followed += 1) {
        const delay = this.#limiter.isFree ? undefined : await clock.wait(() => this.#limiter.turn(patience))
        if (delay) {
          if (progress.sent) note(delay === 'queue' ? 'timeout' : 'http')
          const error = notSent(context, delay, call.totalTimeout)
          if (progress.sent) return error
          throw earlier?.failure ?? error
        }
        if (earlier && followed === 0) context.onRetry(earlier.failure, clock.waited)
        const result = await clock.run((signal) => this.#hop(running, url, headers, followed, signal))
        if (result instanceof URL) {
          url = result
        } else if ('failed' in result) {
          note(wordOf(context, result.failed, 'network failure'))
          return networkError(context, result.failed)
        } else {
          note(result.end === 'broken' ? wordOf(context, result.cause, 'cut short') : undefined)
          return resultOf(result)
        }
      }
    } catch (thrown) {
      if (call.signal?.aborted) throw call.signal.reason
      if (thrown instanceof LimitReached) {
        note('timeout')
        return timeoutError(context, clock.limit, call[clock.limit])
      }
      if (!(thrown instanceof InputError || thrown instanceof LinkError) || thrown.method) throw thrown
      note(thrown.code)
      return refusal(context, thrown)
    } finally {
      // What the attempt took from the budget was not used.
      if (earlier && !progress.sent) this.#budget.giveBack(1)
    }
  }

  async #headers({ body }: ApiRequest, call: ResolvedCallOptions, clock: AttemptClock): Promise<Headers> {
    const { settings, keyHeader, redactor } = this.#options
    const { apiKey } = settings
    const key = typeof apiKey === 'string' ? apiKey : await clock.run(() => askForKey(apiKey, redactor))
    const headers = new Headers(call.headers)
    headers.set('accept', 'application/hal+json, application/json;q=0.9')
    if (body !== undefined) headers.set('content-type', 'application/json')
    headers.set(keyHeader, key)
    return headers
  }

  /**
   * Sends one request of an attempt. A body that is not read is cancelled.
   *
   * @param followed how many redirects led to it
   * @returns where a redirect leads, the response, or what `fetch` threw
   */
  async #hop(
    { request: { method, body }, call, context }: RunningCall,
    url: URL,
    headers: Headers,
    followed: number,
    signal: AbortSignal,
  ): Promise<URL | ReceivedResponse | { readonly failed: unknown }> {
    const { links, settings, redactor } = this.#options
    context.onRequest(url)
    // Whoever was told may have ended the call.
    signal.throwIfAborted()
    const { progress } = context
    progress.sent = true
    let response: Response
    try {
      response = await sendRequest({ method, url: url.href, headers, body }, settings.fetch, signal)
    } catch (failed) {
      signal.throwIfAborted()
      return { failed }
    }
    try {
      // An injected fetch may answer long after nobody waits any more.
      signal.throwIfAborted()
      context.onResponse(url, response)
      if (response.status === 429) this.#limiter.pause(redactor.headers(response.headers), call)
      progress.head = response
      const to = links.redirect(response, method, url.href, followed)
      if (!to) {
        const text = await readBody(response, settings.maxResponseBytes, signal)
        return { status: response.status, headers: response.headers, url: url.href, context, ...text }
      }
      progress.redirected = true
      progress.head = undefined
      return to
    } finally {
      discard(response)
    }
  }
}

/** The response where it is a success in full, else the error that it is. */
function resultOf(response: ReceivedResponse): ReceivedResponse | EventsError {
  const { status, end, cause } = response
  if (status < 200 || status >= 300) return httpError(response)
  if (end !== 'broken') return response
  return contentError(response, 'with a body that was cut short (by the service, or by a proxy in between)', cause)
}

/** The platform's word for a failure, for the list of attempts: foreign text, so short and free of keys. */
const wordOf = ({ redactor }: CallContext, cause: unknown, otherwise: string) =>
  oneLine(redactor.text(codeOf(cause) ?? otherwise), 60)
