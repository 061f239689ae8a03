import { type EventsError, InputError, LinkError } from '../errors/error-classes.ts'
import { askForKey } from '../options/api-key.ts'
import type { Listeners } from '../options/hooks.ts'
import type { ResolvedCallOptions, ResolvedClientOptions } from '../options/read-options.ts'
import { codeOf, oneLine } from '../text/messages.ts'
import { elapsed, LimitReached, sleep } from '../text/time.ts'
import type { LinkPolicy } from '../url/link-policy.ts'
import { isWrongEncoding, type ReceivedResponse, readBody } from './body.ts'
import { type ApiRequest, CallContext } from './call-context.ts'
import { isJsonType, parseJson } from './json.ts'
import { RateLimiter } from './rate-limit.ts'
import { discard, type HttpRequest, NoResponse, sendRequest } from './request.ts'
import {
  contentError,
  httpError,
  networkError,
  noResponseError,
  notSent,
  refusal,
  timeoutError,
} from './response-errors.ts'
import { RetryBudget, waitBefore } from './retry.ts'
import { traced, tracingChannel } from './tracing.ts'

/** What every call of a client needs. */
export interface TransportOptions {
  readonly links: LinkPolicy
  readonly keyHeader: string
  readonly settings: Pick<ResolvedClientOptions, 'apiKey' | 'fetch' | 'maxResponseBytes' | 'rateLimit'>
  /** Their redactor is told every key before it is sent. */
  readonly listeners: Listeners
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
    const context = new CallContext(request, call, this.#options.listeners)
    return traced(this.#channel, context, async () => {
      try {
        return read(await this.#respond(context))
      } catch (error) {
        // Any value will do for a reason, an error of this package too.
        const isReason = call.signal?.aborted && call.signal.reason === error
        context.onError(isReason ? undefined : error)
        throw error
      }
    })
  }

  /** Attempts until one succeeds, or no other may follow. */
  async #respond(context: CallContext): Promise<ReceivedResponse> {
    const { request, options, patience } = context
    let earlier: EarlierAttempt | undefined
    for (let made = 1; ; made += 1) {
      const result = await this.#attempt(context, earlier)
      if (!(result instanceof Error)) {
        if (made > 1) this.#budget.refund(made - 1)
        return result
      }
      const wait = waitBefore(made, request, result, options.retry, patience.end - elapsed())
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
  async #attempt(context: CallContext, earlier?: EarlierAttempt): Promise<ReceivedResponse | EventsError> {
    const { request, options, patience } = context
    const attempt = context.begin(earlier?.failure.outcome)
    try {
      if (earlier) await context.wait(() => sleep(earlier.pause, options.signal))
      // A key may take a while, and whoever has the turn has to use it.
      const headers = await this.#headers(context)
      for (let [url, followed] = [request.url, 0]; ; followed += 1) {
        const limiter = this.#limiter
        const delay = limiter.isFree ? undefined : await context.wait(() => limiter.acquire(patience))
        if (delay) {
          if (attempt.sent) context.recordAttempt(delay === 'queue' ? 'timeout' : 'http')
          const error = notSent(context, delay)
          if (attempt.sent) return error
          throw earlier?.failure ?? error
        }
        if (earlier && followed === 0) context.onRetry(earlier.failure)
        const result = await context.run((signal) => this.#hop(context, url, headers, followed, signal))
        if (!(result instanceof URL)) return resultOf(context, result)
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
        // The next attempt would call the same `fetch`.
        throw noResponseError(
          context,
          thrown,
          this.#options.settings.fetch ? 'the fetch that was given' : 'the global fetch',
        )
      }
      if (!(thrown instanceof InputError || thrown instanceof LinkError)) throw thrown
      context.recordAttempt(thrown.code)
      return refusal(context, thrown)
    } finally {
      // What the attempt took from the budget was not used.
      if (earlier && !attempt.sent) this.#budget.refund(1)
    }
  }

  async #headers(context: CallContext): Promise<HttpRequest['headers']> {
    const { settings, keyHeader, listeners } = this.#options
    const { apiKey } = settings
    const key = typeof apiKey === 'string' ? apiKey : await context.run(() => askForKey(apiKey, listeners.redactor))
    return {
      ...context.options.headers,
      accept: 'application/hal+json, application/json;q=0.9',
      ...(context.request.body !== undefined && { 'content-type': 'application/json' }),
      [keyHeader]: key,
    }
  }

  /**
   * Sends one request of an attempt. A body that is not read is cancelled.
   *
   * @param followed how many redirects led to it
   * @returns where a redirect leads, the response, or what `fetch` threw
   */
  async #hop(
    context: CallContext,
    url: URL,
    headers: HttpRequest['headers'],
    followed: number,
    signal: AbortSignal,
  ): Promise<URL | ReceivedResponse | { readonly failed: unknown }> {
    const { links, settings } = this.#options
    const { attempt, options, redactor, request } = context
    const { method, body } = request
    context.onRequest(url)
    // A hook may have aborted the call.
    signal.throwIfAborted()
    let response: Response
    try {
      response = await sendRequest({ method, url: url.href, headers, body }, settings.fetch, signal, () => {
        attempt.sent = true
      })
    } catch (failed) {
      signal.throwIfAborted()
      if (failed instanceof NoResponse) throw failed
      return { failed }
    }
    try {
      // An injected fetch may answer long after nobody waits any more.
      signal.throwIfAborted()
      context.onResponse(url, response)
      if (response.status === 429) this.#limiter.pause(redactor.headers(response.headers), options)
      attempt.head = response
      const to = links.redirect(response, method, url.href, followed)
      if (!to) {
        const text = await readBody(response, settings.maxResponseBytes, signal)
        return { status: response.status, headers: response.headers, url: url.href, context, ...text }
      }
      attempt.redirected = true
      attempt.head = undefined
      return to
    } finally {
      discard(response)
    }
  }
}

/** What an attempt came to: the response where it is a success in full, else the error that it is. */
function resultOf(
  context: CallContext,
  result: ReceivedResponse | { readonly failed: unknown },
): ReceivedResponse | EventsError {
  // The platform's word for a failure, for the list of attempts: foreign text, so short and free of keys.
  const note = (cause: unknown, otherwise: string) =>
    context.recordAttempt(oneLine(context.redactor.text(codeOf(cause) ?? otherwise), 60))
  if ('failed' in result) {
    note(result.failed, 'network failure')
    return networkError(context, result.failed)
  }
  const { status, text, end, garbled, cause } = result
  const isSuccess = status >= 200 && status < 300
  const mayBeJson = isSuccess && end === 'whole' && !garbled && text.trim() !== '' && isJsonType(result) !== false
  const json = mayBeJson ? parseJson(text) : undefined
  const isCut = json && 'invalid' in json && json.invalid === 'cut short'
  if (end === 'broken' || isCut) note(cause, 'cut short')
  else context.recordAttempt()
  if (!isSuccess) return httpError(result)
  if (isCut) return contentError(result, `with JSON that was cut short ${byWhom}`)
  if (end !== 'broken') return { ...result, json }
  const encoding = isWrongEncoding(codeOf(cause)) ? result.headers.get('content-encoding') : undefined
  const why = encoding
    ? `with a body that is not compressed as its content-encoding says: ${oneLine(context.redactor.text(encoding), 60)}`
    : `with a body that was cut short ${byWhom}`
  return contentError(result, why, cause)
}

const byWhom = '(by the service, or by a proxy in between)'
