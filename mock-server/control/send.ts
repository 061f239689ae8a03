import { MockServiceError } from '../errors.ts'
import { limit } from '../time.ts'
import { errorOf, MockControlError } from './errors.ts'

/** How control addresses are reached. */
export interface Sending {
  readonly url: string
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds. */
  readonly timeout: number
}

/** A request to a control address. */
export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_mock/`. */
  readonly path: string
  /** Search parameters; those that are undefined are left out. */
  readonly query?: object
  readonly body?: unknown
}

/** Sends a request and waits for its answer, which is JSON. */
export async function send<Answer>(
  sending: Sending,
  { method, path, query = {}, body }: ControlRequest,
): Promise<Answer> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, textOf(value) ?? ''])).toString()
  const address = `${sending.url}/_mock/${path}`
  // Without the query, which may hold a key.
  const called = `${method} ${address}`
  const content = body === undefined ? {} : { body: written(body), headers: { 'Content-Type': 'application/json' } }
  const { signal, stop } = limit(sending.timeout)
  const fail = (error: unknown) => {
    if (signal.aborted) throw new MockControlError('timeout', `${called} was not answered in ${sending.timeout} ms`)
    throw new MockControlError('network', `${called} got no answer`, { cause: error })
  }
  const call = async () => sending.fetch(search ? `${address}?${search}` : address, { method, signal, ...content })
  try {
    const response = await call().catch(fail)
    const text = await response.text().catch(fail)
    return answerIn<Answer>(called, response, text)
  } finally {
    stop()
  }
}

/** What an answer says, or the error that it tells of, thrown. */
export function answerIn<Answer>(called: string, { ok, status }: Response, text: string): Answer {
  const answer = parsed(text)
  if (answer === undefined) {
    throw new MockControlError('content', `${called} answered ${status} and no JSON: is this a mock service?`, {
      status,
    })
  }
  if (!ok) throw errorOf(called, status, answer)
  return answer as Answer
}

/** An argument as it stands in an address; the service looks at what is sent, and refuses what is nothing. */
export const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'object' ? '' : String(value)

function written(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch (cause) {
    throw new MockServiceError('argument', 'body', 'must be what JSON can write', { cause })
  }
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
