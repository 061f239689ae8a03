import { MockServiceError, type MockServiceErrorCode } from '../errors.ts'
import { isObject, parse } from '../text/json.ts'
import { setTimer, timeLimit } from '../time.ts'
import type { StreamMessage } from '../types/index.ts'
import type { MockAdmin } from './types.ts'

/**
 * Thrown by the members of `mockAdmin` where not an argument but the request is at fault.
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
   * What went wrong: no response came (`network`), none in time (`timeout`), it is no mock service's (`content`), or the server refused
   * (`refused`), a body that is too long, say, or a page of another origin.
   */
  readonly code: 'network' | 'timeout' | 'content' | 'refused'
  /** Status of the response, where there was one. */
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

/** How the admin API is reached. */
export interface Sending {
  readonly url: string
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds. */
  readonly timeout: number
}

/** A request to an admin route. */
export interface AdminRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_mock/`. */
  readonly path: string
  /** Search parameters; those that are undefined are left out. */
  readonly query?: object
  readonly body?: unknown
}

/** Sends a request and waits for its response, which is JSON. */
export async function send<Answer>(sending: Sending, { method, path, query, body }: AdminRequest): Promise<Answer> {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, textOf(value) ?? ''])).toString()
  const address = `${sending.url}/_mock/${path}`
  // Without the query, which may hold a key.
  const called = `${method} ${address}`
  const content = body === undefined ? {} : { body: written(body), headers: { 'Content-Type': 'application/json' } }
  const { signal, stop } = timeLimit(sending.timeout)
  const fail = (error: unknown) => {
    if (signal.aborted) throw new MockAdminError('timeout', `${called} was not answered in ${sending.timeout} ms`)
    throw new MockAdminError('network', `${called} got no answer`, { cause: error })
  }
  const call = async () => sending.fetch(search ? `${address}?${search}` : address, { method, signal, ...content })
  try {
    const response = await call().catch(fail)
    return answerIn<Answer>(called, response, await response.text().catch(fail))
  } finally {
    stop()
  }
}

/** What a response says, or the error that it tells of, thrown. */
function answerIn<Answer>(called: string, { ok, status }: Response, text: string): Answer {
  const answer = parse(text)
  if (typeof answer !== 'object' || answer === null) {
    const problem = `${called} answered ${status} and no JSON: is this a mock service?`
    throw new MockAdminError('content', problem, { status })
  }
  if (!ok) throw errorIn(called, status, answer)
  return answer as Answer
}

/** The error of a response: the one that the service's member would have thrown, where it was one. */
function errorIn(called: string, status: number, answer: object): Error {
  const { error, code, field } = isObject(answer) ? answer : {}
  const problem = typeof error === 'string' ? error : 'said nothing about why'
  if (!isServiceCode(code) || typeof field !== 'string')
    return new MockAdminError('refused', `${called} answered ${status}: ${problem}`, { status })
  const start = `${field}: `
  return new MockServiceError(code, field, problem.startsWith(start) ? problem.slice(start.length) : problem)
}

const codes: Readonly<Record<MockServiceErrorCode, true>> = {
  option: true,
  argument: true,
  unknown: true,
  state: true,
  service: true,
}

const isServiceCode = (code: unknown): code is MockServiceErrorCode =>
  typeof code === 'string' && Object.hasOwn(codes, code)

/** An argument as it stands in an address; the service checks what is sent, and refuses what is nothing. */
export const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'object' ? '' : String(value)

function written(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch (cause) {
    throw new MockServiceError('argument', 'body', 'must be what JSON can write', { cause })
  }
}

/** The message of a block of server-sent events; undefined for a comment. */
function messageIn(called: string, block: string): StreamMessage | undefined {
  const data = block.split('\n').find((line) => line.startsWith('data: '))
  if (data === undefined) return undefined
  const message = parse(data.slice('data: '.length))
  if (isObject(message)) return message as unknown as StreamMessage
  throw new MockAdminError('content', `${called} tells what is no JSON: is this a mock service?`)
}

/** Milliseconds without a byte after which a feed counts as broken: the service gives three signs of life in that time. */
const silenceTimeout = 45_000

/** Reads the event feed of a service. */
export async function* stream(
  { url, fetch, timeout }: Sending,
  { signal, after }: NonNullable<Parameters<MockAdmin['stream']>[0]> = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  signal?.throwIfAborted()
  const called = `GET ${url}/_mock/stream`
  const silence = new AbortController()
  let stop = setTimer(timeout, () => silence.abort())
  const fail = (cause: unknown): never => {
    signal?.throwIfAborted()
    if (silence.signal.aborted) throw new MockAdminError('timeout', `${called} has not been heard of for too long`)
    throw new MockAdminError('network', `${called} broke off`, { cause })
  }
  try {
    const response = await fetch(`${url}/_mock/stream`, {
      headers: { Accept: 'text/event-stream', ...(after !== undefined && { 'Last-Event-ID': after }) },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    }).catch(fail)
    if (!response.ok || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      answerIn(called, response, await response.text().catch(fail))
      throw new MockAdminError('content', `${called} is answered with no stream`, { status: response.status })
    }
    stop()
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (reader) {
      stop = setTimer(silenceTimeout, () => silence.abort())
      const { done, value } = await reader.read().catch(fail)
      // How long whoever reads takes for a message says nothing of the service.
      stop()
      if (done) return
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const message = messageIn(called, block)
        if (message) yield message
      }
    }
  } finally {
    stop()
    // Whoever stops listening early must not leave the connection behind.
    silence.abort()
  }
}
