import { parse } from '../text/json.ts'
import { decodeSegment } from '../text/strings.ts'
import { elapsed, setTimer, timeLimit } from '../time.ts'
import type { ResolvedOptions } from './options.ts'

/** Thrown if the responses do not show a behaviour. The message says why, and contains no data of the service. */
export class Inconclusive extends Error {}

export interface CheckResponse {
  /** Address of the request. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown
  /** Milliseconds from the request to the end of the body. */
  readonly duration: number
}

/** Key and headers of a request, if they differ from the defaults. */
export interface RequestOverrides {
  /** Another API key, or `null` for a request without a key. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

interface CheckRequest extends RequestOverrides {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  readonly body?: object
}

const maxAttempts = 3
const maxFailures = 3
const requestTimeout = 30_000
/** Maximum length of a body in characters, far above the length of any page of events. */
const maxBodyLength = 16 * 1024 * 1024
const maxRetryAfter = 60

/** Sends requests to the service's API, and to no other address. Limits the rate, and follows no redirects. */
export class Requester {
  /** How many requests the check has sent. */
  sent = 0
  /** Whether all requests have got a response. If not, a later check may find out more. */
  complete = true
  readonly #options: ResolvedOptions
  readonly #root: string
  #maxSent = 0
  readonly #responses = new Map<string, Promise<CheckResponse>>()
  #failures = 0
  #nextSlot = 0

  constructor(options: ResolvedOptions) {
    this.#options = options
    this.#root = `${options.baseUrl}${options.apiPath}`.replace(/\/?$/, '/')
  }

  /** Hides a text from the service that repeats the key. */
  hideKey(text: string): string {
    const key = this.#options.apiKey.toLowerCase()
    const repeats = [text, decodeSegment(text) ?? ''].some((form) => form.toLowerCase().includes(key))
    return repeats ? '(a text with the key)' : text
  }

  /** Allows so many further requests, and forgets the responses so far. */
  begin(requests: number): void {
    this.#maxSent = this.sent + requests
    this.#responses.clear()
  }

  /** Sends a GET, or returns the response to an equal one. `target` is as in {@link send}. */
  get(target: string, overrides: RequestOverrides = {}): Promise<CheckResponse> {
    const key = JSON.stringify([URL.parse(target, this.#root)?.href, overrides])
    const response = this.#responses.get(key) ?? this.send(target, overrides)
    this.#responses.set(key, response)
    return response
  }

  /** Sends a request. `target` is a link, or a path below the API's address. Throws {@link Inconclusive} without a response. */
  async send(target: string, request: CheckRequest): Promise<CheckResponse> {
    const url = URL.parse(target, this.#root)?.href ?? ''
    if (!url.startsWith(this.#root)) throw new Inconclusive('the link leads outside of the address of the service')
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      // A service that answers 429 has not performed a write, so that a retry cannot repeat it.
      const response = await this.#sendOnce(url, request)
      if (response.status !== 429) return response
      const pause = Math.min(secondsToWait(response.headers), maxRetryAfter) * 1000
      this.#nextSlot = Math.max(this.#nextSlot, elapsed() + pause)
    }
    throw this.#incomplete('the service answers 429 again and again; lower the rate limit')
  }

  async #sendOnce(url: string, { method = 'GET', body, key, headers: added }: CheckRequest): Promise<CheckResponse> {
    const { keyHeader, apiKey, fetch, signal, interval } = this.#options
    if (this.#failures >= maxFailures) throw this.#incomplete('the service does not respond any more')
    if (this.sent >= this.#maxSent) throw this.#incomplete('the check has sent all requests that it may send')
    await this.#waitForSlot()
    this.sent += 1
    const type = body === undefined ? undefined : { 'Content-Type': 'application/json' }
    const headers = new Headers({ Accept: 'application/hal+json, application/json', ...type, ...added })
    if (key !== null) headers.set(keyHeader, key ?? apiKey)
    const timeout = timeLimit(requestTimeout)
    const start = elapsed()
    try {
      const response = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      })
      // The service counts a request when it arrives, which may be late for the first one, but not after its response.
      this.#nextSlot = Math.max(this.#nextSlot, elapsed() + interval)
      const text = await readText(response)
      const { status, headers: received } = response
      return { url, status, headers: received, text, json: parse(text), duration: elapsed() - start }
    } catch (error) {
      signal?.throwIfAborted()
      this.#failures += 1
      throw this.#incomplete(`no response (${codeOf(error)})`)
    } finally {
      timeout.stop()
    }
  }

  #incomplete(reason: string): Inconclusive {
    this.complete = false
    return new Inconclusive(reason)
  }

  async #waitForSlot(): Promise<void> {
    const { signal, interval } = this.#options
    const wait = this.#nextSlot - elapsed()
    this.#nextSlot = Math.max(this.#nextSlot, elapsed()) + interval
    if (wait > 0 && !signal?.aborted) {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const stop = setTimer(wait, () => resolve(undefined))
      signal?.addEventListener('abort', resolve)
      await promise
      stop()
      signal?.removeEventListener('abort', resolve)
    }
    signal?.throwIfAborted()
  }
}

/** The wait that a response asks for: seconds, or a date by the clock of the service. One second if it does not say. */
function secondsToWait(headers: Headers): number {
  const asked = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(asked)
    ? Number(asked)
    : (Date.parse(asked) - Date.parse(headers.get('date') ?? '')) / 1000
  return seconds >= 0 ? seconds : 1
}

/** Reads a body up to its maximum length. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > maxBodyLength) throw Object.assign(new Error(), { code: 'TOO_LONG' })
  }
  return text + decoder.decode()
}

/** The code of a network error, such as ECONNREFUSED. Does not show the error's message, which may contain data of the service. */
function codeOf(error: unknown): string {
  const { name, code, cause } = Object(error)
  const known = [Object(cause).code, code, name].find((one) => typeof one === 'string' && /^\w+$/.test(one))
  return known ?? 'unknown error'
}
