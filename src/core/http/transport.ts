import type { LinkPolicy } from '../address/link-policy.ts'
import { errorCodeOf, isPlatformCode, oneLine } from '../base/messages.ts'
import { elapsed, LimitReached, sleep } from '../base/time.ts'
import { type EventsError, InputError, LinkError } from '../errors/error-classes.ts'
import { askForKey } from '../options/api-key.ts'
import type { Listeners } from '../options/hooks.ts'
import type { ResolvedCallOptions, ResolvedClientOptions } from '../options/read-options.ts'
import { isJsonType, isWrongEncoding, parseJson, readBody } from './body.ts'
import { CallContext, type ReceivedResponse } from './call-context.ts'
import { RateLimiter } from './rate-limit.ts'
import {
  type ApiRequest,
  cancelBody,
  type HttpRequest,
  NoResponse,
  type ReadableResponse,
  sendRequest,
} from './request.ts'
import {
  contentError,
  httpError,
  networkError,
  noResponseError,
  notSentError,
  refusedError,
  timeoutError,
} from './response-errors.ts'
import { RetryBudget, waitBefore } from './retry.ts'
import { traced, tracingChannel } from './tracing.ts'

/** The parts of a client that every call uses. */
export interface TransportOptions {
  readonly links: LinkPolicy
  readonly settings: Pick<ResolvedClientOptions, 'apiKey' | 'fetch' | 'maxResponseBytes' | 'rateLimit'>
  /** The hooks, the logger and their redactor. The redactor learns each API key before the client sends the key. */
  readonly listeners: Listeners
}

/** The error of the previous attempt, and the milliseconds to wait after it. */
interface EarlierAttempt {
  readonly failure: EventsError
  readonly pause: number
}

/** Sends requests. Retries them, waits between attempts, enforces the time limits, and creates the errors. */
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
   * @param read turns the response into the result. If it throws, the call fails with that error
   * @throws HttpError, NetworkError, TimeoutError, ContentError (a body cut short), LinkError (redirect), InputError (key function), the error that
   * `read` throws, or the signal's own reason
   */
  async send<Result>(
    request: ApiRequest,
    call: ResolvedCallOptions,
    read: (response: ReceivedResponse) => Result,
  ): Promise<Result> {
    call.signal?.throwIfAborted()
    const context = new CallContext(request, call, this.#options.listeners)
    const work = async () => {
      try {
        return read(await this.#respond(context))
      } catch (error) {
        // The reason of a signal can be any value, even an error of this package.
        const isReason = call.signal?.aborted && call.signal.reason === error
        context.onError(isReason ? undefined : error)
        throw error
      }
    }
    const channel = this.#channel
    return channel && channel.hasSubscribers !== false ? traced(channel, context, work) : work()
  }

  /**
   * How many requests can leave in half of `ms` milliseconds, by the rate limit. The other half is for the responses. More would only wait.
   */
  maxInQueue(ms: number): number {
    const { rateLimit } = this.#options.settings
    return rateLimit ? Math.max(1, Math.floor((rateLimit.perSecond * ms) / 2000)) : Infinity
  }

  /** Makes attempts until one succeeds, or until no retry is allowed. */
  async #respond(context: CallContext): Promise<ReceivedResponse> {
    const { request, options, waitLimits } = context
    let earlier: EarlierAttempt | undefined
    for (let made = 1; ; made += 1) {
      const result = await this.#attempt(context, earlier)
      if (!(result instanceof Error)) {
        if (made > 1) this.#budget.refund(made - 1)
        return result
      }
      const wait = waitBefore(made, request, result, options.retry, waitLimits.end - elapsed())
      const pause = wait === undefined ? undefined : this.#limiter.retryIn(wait, waitLimits)
      if (pause === undefined || !this.#budget.take()) throw result
      earlier = { failure: result, pause }
    }
  }

  /**
   * Waits, then makes one attempt within the time limits. The attempt includes redirects to addresses of the service, and reads the whole body.
   *
   * @returns the response, or the error of the attempt
   * @throws the signal's own reason; NetworkError if `fetch` returned no readable response. If the attempt cannot start in time: the error of the
   * previous attempt, or, without a previous attempt, TimeoutError or HttpError
   */
  async #attempt(context: CallContext, earlier?: EarlierAttempt): Promise<ReceivedResponse | EventsError> {
    const { request, options, waitLimits } = context
    const attempt = context.begin(earlier?.failure.outcome)
    try {
      if (earlier) await context.wait(() => sleep(earlier.pause, options.signal))
      // Gets the key before it waits for the rate limit: a slow key function must not delay a request whose turn has come.
      const headers = await this.#headers(context)
      let { url } = request
      for (let followed = 0; ; followed += 1) {
        const limiter = this.#limiter
        const turn = limiter.isFree ? undefined : await context.wait(() => limiter.acquire(waitLimits))
        if (typeof turn === 'object' || turn === 'queue') {
          if (attempt.sent) context.recordAttempt(turn === 'queue' ? 'timeout' : 'http')
          const error = notSentError(context, turn)
          if (attempt.sent) return error
          throw earlier?.failure ?? error
        }
        attempt.departure = turn
        if (earlier && followed === 0) context.onRetry(earlier.failure)
        const result = await context.run((signal) => this.#sendOnce(context, url, headers, followed, signal))
        if (!(result instanceof URL)) return attemptResult(context, result)
        url = result
      }
    } catch (thrown) {
      if (options.signal?.aborted) throw options.signal.reason
      if (thrown instanceof LimitReached) {
        context.recordAttempt('timeout')
        return timeoutError(context)
      }
      if (thrown instanceof NoResponse) {
        context.recordAttempt('no response')
        // No retry: the next attempt would call the same `fetch`.
        throw noResponseError(context, thrown, this.#options.settings.fetch ? 'the fetch option' : 'the global fetch')
      }
      if (!(thrown instanceof InputError || thrown instanceof LinkError)) throw thrown
      context.recordAttempt(thrown.code)
      return refusedError(context, thrown)
    } finally {
      // If the attempt sent nothing, the budget gets the retry back.
      if (earlier && !attempt.sent) this.#budget.refund(1)
    }
  }

  async #headers(context: CallContext): Promise<HttpRequest['headers']> {
    const { settings, listeners } = this.#options
    const { apiKey } = settings
    const key = typeof apiKey === 'string' ? apiKey : await context.run(() => askForKey(apiKey, listeners.redactor))
    return {
      ...context.options.headers,
      accept: 'application/hal+json, application/json;q=0.9',
      ...(context.request.body !== undefined && { 'content-type': 'application/json' }),
      [context.options.keyHeader]: key,
    }
  }

  /**
   * Sends one request of an attempt. Cancels the body of a response that it does not read.
   *
   * @param followed how many redirects led to this request
   * @returns the target of a redirect, the response, or the error that `fetch` threw
   */
  async #sendOnce(
    context: CallContext,
    url: URL,
    headers: HttpRequest['headers'],
    followed: number,
    signal: AbortSignal,
  ): Promise<URL | ReceivedResponse | { readonly failed: unknown }> {
    const { links, settings } = this.#options
    const { attempt, options, request } = context
    const { method, body } = request
    context.onRequest(url)
    // A hook may have aborted the call.
    signal.throwIfAborted()
    let response: ReadableResponse
    try {
      response = await sendRequest({ method, url: url.href, headers, body }, settings.fetch, signal, () => {
        attempt.sent = true
      })
    } catch (failed) {
      signal.throwIfAborted()
      if (failed instanceof NoResponse) throw failed
      return { failed }
    }
    if (attempt.departure !== undefined) this.#limiter.responded(attempt.departure)
    try {
      // An injected `fetch` may ignore the signal and return after the call has ended.
      signal.throwIfAborted()
      context.onResponse(url, response)
      if (response.status === 429) this.#limiter.pause(context.headers(response.headers), options)
      attempt.head = response
      const to = (context.isPersonal ? links.hiding : links).redirect(response, method, url.href, followed)
      if (!to) {
        const text = await readBody(response, settings.maxResponseBytes, signal)
        return { status: response.status, headers: response.headers, url: url.href, context, ...text }
      }
      attempt.redirected = true
      attempt.head = undefined
      return to
    } finally {
      cancelBody(response)
    }
  }
}

/** The result of an attempt: the response if it is a success with its whole body, else the error. */
function attemptResult(
  context: CallContext,
  result: ReceivedResponse | { readonly failed: unknown },
): ReceivedResponse | EventsError {
  // Records the attempt with the platform's error code. The code comes from outside, so this function shortens and redacts it.
  const recordFailure = (cause: unknown, otherwise: string) => {
    const code = errorCodeOf(cause)
    const isShown = !context.isPersonal || isPlatformCode(code)
    context.recordAttempt(oneLine(context.redactor.text((isShown && code) || otherwise), 60))
  }
  if ('failed' in result) {
    recordFailure(result.failed, 'network failure')
    return networkError(context, result.failed)
  }
  const { status, text, end, garbled, cause } = result
  const isSuccess = status >= 200 && status < 300
  const mayBeJson = isSuccess && end === 'whole' && !garbled && text.trim() !== '' && isJsonType(result) !== false
  const json = mayBeJson ? parseJson(text) : undefined
  const isCut = json && 'invalid' in json && json.invalid === 'cut short'
  if (end === 'broken' || isCut) recordFailure(cause, 'cut short')
  else context.recordAttempt()
  if (!isSuccess) return httpError(result)
  if (isCut) return contentError(result, `with JSON that was cut short ${cutByWhom}`)
  if (end !== 'broken') return { ...result, json }
  const encoding = isWrongEncoding(errorCodeOf(cause)) ? result.headers.get('content-encoding') : undefined
  const why = encoding
    ? `with a body that is not compressed as its content-encoding says${context.isPersonal ? '' : `: ${oneLine(context.redactor.text(encoding), 60)}`}`
    : `with a body that was cut short ${cutByWhom}`
  return contentError(result, why, cause)
}

const cutByWhom = '(by the service, or by a proxy in between)'
