import { parse } from '../text/json.ts'
import { elapsed, setTimer, timeLimit } from '../time.ts'
import type { Version } from '../types/index.ts'

/** Thrown where something cannot be told; the message is the reason, and holds nothing of the service's data. */
export class Inconclusive extends Error {}

/** What came back, as far as it is looked at. */
export interface CheckResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body out of JSON; undefined where it is none. */
  readonly json: unknown
  readonly ms: number
}

/** What a requester needs to know. */
export interface RequesterOptions {
  readonly baseUrl: string
  readonly api: Version
  readonly apiKey: string
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds from one request to the next. */
  readonly spacing: number
  readonly signal: AbortSignal | undefined
}

/** How a request differs from a plain one. */
export interface RequestChanges {
  /** Another key, or none. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

const maxRequests = 60
const maxFailures = 3
const requestTimeout = 30_000
/** Characters of a body: far more than any page of events has. */
const maxBodyLength = 16 * 1024 * 1024
const maxPause = 60_000

/** The one place that sends: GETs alone, each address once, at a distance, never beyond the API's own address, and without redirects. */
export class Requester {
  /** How many requests were sent. */
  sent = 0
  /** Whether all that was asked got an answer, be it an error: then what is not known cannot be known this way. */
  complete = true
  /** Where everything stands that is asked. */
  readonly root: string
  readonly #options: RequesterOptions
  readonly #responses = new Map<string, Promise<CheckResponse>>()
  #failed = 0
  #nextSlot = 0

  constructor(options: RequesterOptions) {
    this.#options = options
    this.root = `${options.baseUrl}/api/${options.api}/`
  }

  /** Asks for a path below the API's address, or for a link. Throws {@link Inconclusive} where there is no response. */
  get(target: string, different: RequestChanges = {}): Promise<CheckResponse> {
    const url = URL.parse(target, this.root)?.href ?? ''
    if (!url.startsWith(`${new URL(this.#options.baseUrl).href.replace(/\/$/, '')}/api/`))
      throw new Inconclusive('the link leads outside of the address of the service')
    const name = JSON.stringify([url, different])
    const known = this.#responses.get(name)
    if (known) return known
    const made = this.#sendWithRetries(url, different)
    this.#responses.set(name, made)
    return made
  }

  /** Asks again after a 429, three times in all. */
  async #sendWithRetries(url: string, different: RequestChanges): Promise<CheckResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#send(url, different)
      if (answer.status !== 429) return answer
      if (attempt === 3) throw this.#inconclusive('the service answers 429 again and again; lower the rate limit')
      const seconds = Number(answer.headers.get('retry-after') ?? 1)
      this.#nextSlot = Math.max(this.#nextSlot, elapsed() + Math.min((seconds >= 0 ? seconds : 1) * 1000, maxPause))
    }
  }

  async #send(url: string, { key, headers }: RequestChanges): Promise<CheckResponse> {
    const { api, apiKey, fetch, signal } = this.#options
    if (this.#failed >= maxFailures) throw this.#inconclusive('the service does not answer any more')
    if (this.sent >= maxRequests) throw this.#inconclusive(`${maxRequests} requests were sent, and no more are`)
    await this.#waitForSlot()
    this.sent += 1
    const sent = new Headers({ Accept: 'application/hal+json, application/json', ...headers })
    if (key !== null) sent.set(api === 'v1' ? 'api-key' : 'OSDI-API-Token', key ?? apiKey)
    const time = timeLimit(requestTimeout)
    const ended = signal ? AbortSignal.any([signal, time.signal]) : time.signal
    const start = elapsed()
    try {
      const response = await fetch(url, { headers: sent, redirect: 'manual', signal: ended })
      const text = await textOf(response)
      return { status: response.status, headers: response.headers, text, json: parse(text), ms: elapsed() - start }
    } catch (error) {
      signal?.throwIfAborted()
      this.#failed += 1
      throw this.#inconclusive(`no response (${nameOf(error)})`)
    } finally {
      time.stop()
    }
  }

  #inconclusive(reason: string): Inconclusive {
    this.complete = false
    return new Inconclusive(reason)
  }

  /** Waits until the next request may leave. */
  async #waitForSlot(): Promise<void> {
    const { signal, spacing } = this.#options
    signal?.throwIfAborted()
    const wait = this.#nextSlot - elapsed()
    this.#nextSlot = Math.max(this.#nextSlot, elapsed()) + spacing
    if (wait <= 0) return
    await new Promise<void>((resolve) => {
      const stop = setTimer(wait, resolve)
      signal?.addEventListener('abort', () => resolve(stop()), { once: true })
    })
    signal?.throwIfAborted()
  }
}

/** Reads a body, and leaves it where it is too long: what comes then is not held in memory. */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > maxBodyLength) throw Object.assign(new Error(), { code: 'TOO_LONG' })
  }
  return text + decoder.decode()
}

/** The code of an error of the network, such as ECONNREFUSED. Its message may hold anything. */
function nameOf(error: unknown): string {
  const { name, code, cause } = Object(error)
  const known = [Object(cause).code, code, name].find((one) => typeof one === 'string' && /^\w+$/.test(one))
  return known ?? 'unknown error'
}
