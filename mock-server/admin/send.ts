import { MockServiceError, type MockServiceErrorCode } from '../errors.ts'
import { isObject, parse } from '../text/json.ts'
import { heartbeatInterval, setTimer, timeLimit } from '../time.ts'
import type { StreamMessage } from '../types/index.ts'
import { type Check, oneOf } from '../validate.ts'
import type { MockAdmin } from './types.ts'

/**
 * Thrown by the methods of `mockAdmin` if the request fails. For a wrong argument, they throw a `MockServiceError` instead.
 *
 * @example
 * ```ts
 * import { mockAdmin, MockAdminError } from 'osdi-events/mock'
 *
 * try {
 *   await mockAdmin('http://127.0.0.1:9').reset() // nothing listens there
 * } catch (error) {
 *   if (error instanceof MockAdminError) console.log(error.code, error.message) // network …
 * }
 * ```
 */
export class MockAdminError extends Error {
  /** Always `MockAdminError`. */
  override readonly name = 'MockAdminError'
  /**
   * What went wrong. `network`: the request got no response. `timeout`: the request got no response in time. `content`: the response is not
   * from a mock service. `refused`: the server refused the request, for example because of a too long body, or because it came from a page
   * of another origin.
   */
  readonly code: 'network' | 'timeout' | 'content' | 'refused'
  /** Status of the response; undefined without a response. */
  readonly status: number | undefined

  constructor(
    code: MockAdminError['code'],
    message: string,
    { status, cause }: { status?: number; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
  }
}

/** The address of an admin API, and how to send requests to it. */
export interface Endpoint {
  readonly url: string
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds that a request may take. */
  readonly timeout: number
}

/** A request to an admin route. */
export interface AdminRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below `/_mock/`. */
  readonly path: string
  /** Query parameters. Undefined parameters are left out. */
  readonly query?: object
  readonly body?: unknown
}

/** Sends a request, and returns the JSON of its response. */
export async function send<Result>(endpoint: Endpoint, { method, path, query, body }: AdminRequest): Promise<Result> {
  const parameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, textOf(value) ?? ''])).toString()
  const address = `${endpoint.url}/_mock/${path}`
  // Error messages show the address without the query, because the query may contain an API key.
  const request = `${method} ${address}`
  const content = body === undefined ? {} : { body: jsonOf(body), headers: { 'Content-Type': 'application/json' } }
  const { signal, stop } = timeLimit(endpoint.timeout)
  const fail = (error: unknown) => {
    if (signal.aborted) throw new MockAdminError('timeout', `${request} got no response within ${endpoint.timeout} ms`)
    throw new MockAdminError('network', `${request} got no response`, { cause: error })
  }
  const call = async () => endpoint.fetch(search ? `${address}?${search}` : address, { method, signal, ...content })
  try {
    const response = await call().catch(fail)
    return resultOf<Result>(request, response, await response.text().catch(fail))
  } finally {
    stop()
  }
}

/** Returns the JSON of a response. Throws for an error response. */
function resultOf<Result>(request: string, { ok, status }: Response, text: string): Result {
  const result = parse(text)
  if (typeof result !== 'object' || result === null) {
    const problem = `${request} answered ${status}, but not with JSON: is this a mock service?`
    throw new MockAdminError('content', problem, { status })
  }
  if (!ok) throw errorOf(request, status, result)
  return result as Result
}

/** Makes the error for an error response: the `MockServiceError` that the service threw, or a {@link MockAdminError}. */
function errorOf(request: string, status: number, result: object): Error {
  const { error, code, field } = isObject(result) ? result : {}
  const problem = typeof error === 'string' ? error : 'gave no reason'
  if (!serviceCode.test(code) || typeof field !== 'string')
    return new MockAdminError('refused', `${request} answered ${status}: ${problem}`, { status })
  const start = `${field}: `
  return new MockServiceError(code, field, problem.startsWith(start) ? problem.slice(start.length) : problem)
}

const serviceCode: Check<MockServiceErrorCode> = oneOf('option', 'argument', 'unknown', 'state', 'service')

/** Converts an argument to text for a URL. An object becomes an empty text, which the service refuses. */
export const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'object' ? '' : String(value)

/** Converts a body to JSON. A value without JSON, such as a function, becomes `null`, which the service refuses. */
function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body) ?? 'null'
  } catch (cause) {
    throw new MockServiceError('argument', 'body', 'must be what JSON can write', { cause })
  }
}

/** Reads the message of a server-sent event. Returns undefined for a comment. */
function messageOf(request: string, block: string): StreamMessage | undefined {
  const data = block.split('\n').find((line) => line.startsWith('data: '))
  if (data === undefined) return undefined
  const message = parse(data.slice('data: '.length))
  if (isObject(message)) return message as unknown as StreamMessage
  throw new MockAdminError('content', `${request} did not send JSON: is this a mock service?`)
}

/** Milliseconds without data after which `stream` treats the connection as broken. In this time, the service sends three heartbeats. */
const silenceTimeout = 3 * heartbeatInterval

/** Reads the event feed of a service. */
export async function* stream(
  { url, fetch, timeout }: Endpoint,
  { signal, after }: NonNullable<Parameters<MockAdmin['stream']>[0]> = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  signal?.throwIfAborted()
  const request = `GET ${url}/_mock/stream`
  const silence = new AbortController()
  let stop = setTimer(timeout, () => silence.abort())
  const fail = (cause: unknown): never => {
    signal?.throwIfAborted()
    if (silence.signal.aborted) throw new MockAdminError('timeout', `${request} sent nothing for too long`)
    throw new MockAdminError('network', `${request} broke off`, { cause })
  }
  try {
    const response = await fetch(`${url}/_mock/stream`, {
      headers: { Accept: 'text/event-stream', ...(after !== undefined && { 'Last-Event-ID': after }) },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    }).catch(fail)
    if (!response.ok || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      resultOf(request, response, await response.text().catch(fail))
      throw new MockAdminError('content', `${request} was not answered with a stream`, { status: response.status })
    }
    stop()
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (reader) {
      stop = setTimer(silenceTimeout, () => silence.abort())
      const { done, value } = await reader.read().catch(fail)
      // Stops the timer while the caller handles a message.
      stop()
      if (done) return
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const message = messageOf(request, block)
        if (message) yield message
      }
    }
  } finally {
    stop()
    // Closes the connection if the caller stops reading early.
    silence.abort()
  }
}
