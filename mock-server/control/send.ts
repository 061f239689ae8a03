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
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  const address = `${sending.url}/_mock/${path}`
  // Without the query, which may hold a key.
  const called = `${method} ${address}`
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const signal = AbortSignal.timeout(sending.timeout)
  const fail = (error: unknown) => {
    if (signal.aborted) throw new MockControlError('timeout', `${called} was not answered in ${sending.timeout} ms`)
    throw new MockControlError('network', `${called} got no answer`, { cause: error })
  }
  const response = await sending
    .fetch(search ? `${address}?${search}` : address, { method, signal, ...content })
    .catch(fail)
  const text = await response.text().catch(fail)
  const answer = parsed(text)
  if (answer === undefined) {
    const { status } = response
    throw new MockControlError('content', `${called} answered ${status} and no JSON: is this a mock service?`, {
      status,
    })
  }
  if (!response.ok) throw errorOf(called, response.status, answer)
  return answer as Answer
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
