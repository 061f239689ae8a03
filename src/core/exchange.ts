import type { ServiceAddress } from './address.ts'
import { LimitReached, sleep, within } from './deadline.ts'
import {
  type Attempt,
  ContentError,
  EventsError,
  HttpError,
  InputError,
  LinkError,
  NetworkError,
  TimeoutError,
} from './errors.ts'
import { codeOf, contentError, httpError, networkError, refusal, type Trace, timeoutError } from './failure.ts'
import { mostRedirects, redirectOf } from './redirect.ts'
import { waitBefore } from './retry.ts'
import { Redactor } from './secret.ts'
import { type Call, checkKey, type Settings } from './settings.ts'
import { transmit } from './transport.ts'

/** What to ask of the service. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: URL
  /** JSON text. */
  readonly body?: string
}

/** A success, read in full but not yet understood. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly url: string
  readonly text: string
  readonly trace: Trace
}

type Received = Omit<Answer, 'trace'>

/** How far an attempt came. */
interface Progress {
  /** Whether the request may have left. */
  sent: boolean
  status: number | undefined
}

/** The body of an answer broke off; it never reaches a caller. */
class BrokenBody extends Error {
  readonly answer: Received

  constructor(answer: Received, cause: unknown) {
    super('', { cause })
    this.answer = answer
  }
}

/** Sends requests under one address with one key header: attempts, waits, limits and redirects, and the errors they end in. */
export class Exchange {
  readonly #address: ServiceAddress
  readonly #keyHeader: string
  readonly #settings: Settings
  readonly #recentKeys: Redactor

  /** @param recentKeys is told every key that is sent */
  constructor(address: ServiceAddress, keyHeader: string, settings: Settings, recentKeys: Redactor) {
    this.#address = address
    this.#keyHeader = keyHeader
    this.#settings = settings
    this.#recentKeys = recentKeys
  }

  /**
   * @throws HttpError, NetworkError, TimeoutError, LinkError (redirect), InputError (key function), or the signal's own reason
   */
  async send(outgoing: Outgoing, call: Call): Promise<Answer> {
    call.signal?.throwIfAborted()
    const redactor = new Redactor()
    if (typeof this.#settings.apiKey === 'string') redactor.add(this.#settings.apiKey)
    const { method, url } = outgoing
    const trace: Trace = { method, url: redactor.text(url.href), attempts: [], redactor, unsure: false }
    const end = performance.now() + call.totalTimeout

    for (let wait = 0; ; ) {
      const result = await this.#attempt(outgoing, call, trace, wait, end)
      if (!(result instanceof EventsError)) return result
      const failure = result instanceof HttpError ? result : {}
      const next = waitBefore(trace.attempts.length, method, failure, call.retry)
      if (next === undefined || !mayPass(result) || performance.now() + next >= end) throw result
      trace.unsure ||= result.outcome === 'unknown'
      await sleep(next, call.signal)
      wait = Math.round(next)
    }
  }

  async #attempt(
    outgoing: Outgoing,
    call: Call,
    trace: Trace,
    wait: number,
    end: number,
  ): Promise<Answer | EventsError> {
    const started = performance.now()
    const left = end - started
    const note = (what: Pick<Attempt, 'status' | 'cause'>) =>
      trace.attempts.push({ ...what, wait, duration: Math.round(performance.now() - started) })
    const progress: Progress = { sent: false, status: undefined }
    try {
      const received = await within(Math.min(call.timeout, left), call.signal, (signal) =>
        this.#roundTrip(outgoing, call, trace.redactor, signal, progress),
      )
      note({ status: received.status })
      if (isSuccess(received.status)) return { ...received, trace }
      return httpError(trace, received.status, received.headers, received.text)
    } catch (thrown) {
      if (call.signal?.aborted) throw call.signal.reason
      const { status } = progress
      const known = status === undefined ? {} : { status }
      if (thrown instanceof LimitReached) {
        note({ ...known, cause: 'timeout' })
        return call.timeout <= left
          ? timeoutError(trace, 'timeout', call.timeout, progress.sent)
          : timeoutError(trace, 'totalTimeout', call.totalTimeout, progress.sent)
      }
      if (thrown instanceof LinkError || thrown instanceof InputError) {
        note({ ...known, cause: thrown.code })
        return refusal(trace, thrown, progress)
      }
      if (thrown instanceof BrokenBody) {
        const { answer, cause } = thrown
        note({ ...known, cause: trace.redactor.text(codeOf(cause) ?? 'cut short') })
        return isSuccess(answer.status)
          ? contentError(trace, answer, 'with a body that was cut short', cause)
          : httpError(trace, answer.status, answer.headers, '')
      }
      note({ ...known, cause: trace.redactor.text(codeOf(thrown) ?? 'network failure') })
      return networkError(trace, thrown)
    }
  }

  /** One attempt: the request, its redirects inside the service's address, and the whole body of the answer. */
  async #roundTrip(
    outgoing: Outgoing,
    call: Call,
    redactor: Redactor,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<Received> {
    const headers = new Headers(call.headers)
    headers.set('accept', 'application/hal+json, application/json;q=0.9')
    if (outgoing.body !== undefined) headers.set('content-type', 'application/json')
    headers.set(this.#keyHeader, await this.#key(redactor))
    let { url } = outgoing
    for (let followed = 0; ; followed += 1) {
      signal.throwIfAborted()
      progress.sent = true
      const request = { method: outgoing.method, url: url.href, headers, body: outgoing.body }
      const response = await transmit(request, this.#settings.fetch, signal)
      progress.status = response.status
      const target = redirectOf(response, outgoing.method, url.href, this.#address)
      if (!target) {
        const answer = { status: response.status, headers: response.headers, url: url.href, text: '' }
        try {
          return { ...answer, text: await response.text() }
        } catch (cause) {
          throw new BrokenBody(answer, cause)
        }
      }
      await response.body?.cancel()
      if (followed === mostRedirects) {
        throw new LinkError(`was redirected more than ${mostRedirects} times`, target.href, this.#address.root)
      }
      url = target
    }
  }

  async #key(redactor: Redactor): Promise<string> {
    const { apiKey } = this.#settings
    if (typeof apiKey === 'string') {
      this.#recentKeys.add(apiKey)
      return apiKey
    }
    let key: unknown
    try {
      key = await apiKey()
    } catch (thrown) {
      throw InputError.of('apiKey', 'the function that gives the key failed', { cause: redactor.cause(thrown) })
    }
    const checked = checkKey(key)
    redactor.add(checked)
    this.#recentKeys.add(checked)
    return checked
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** Whether trying again can help at all: refusals of this package itself, and a call that used up its time, stay what they are. */
function mayPass(error: EventsError): boolean {
  if (error instanceof TimeoutError) return error.option === 'timeout'
  return error instanceof HttpError || error instanceof NetworkError || error instanceof ContentError
}
