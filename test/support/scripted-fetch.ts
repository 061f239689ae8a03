import { type AnyClient, versions } from './versions.ts'

/** A request as an injected `fetch` got it. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string
  readonly signal: AbortSignal
}

/** Answers one request, or fails as a `fetch` would. */
export type Step = (request: SentRequest) => Response | Promise<Response>

/** A `fetch` without a network, and every request it was given. */
export interface ScriptedFetch {
  readonly fetch: typeof globalThis.fetch
  readonly requests: readonly SentRequest[]
}

/** Answers request by request; the last step answers whatever comes after it too. */
export const scripted = (...steps: readonly Step[]): ScriptedFetch => {
  const requests: SentRequest[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { method, url, headers, signal } = request
    const sent = { method, url, headers, signal, body: await request.text() }
    requests.push(sent)
    const step = steps[requests.length - 1] ?? steps.at(-1)
    if (!step) throw new Error('nothing should have been sent')
    return step(sent)
  }
  return { fetch, requests }
}

/** A JSON answer of the service. */
export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Step =>
  () =>
    new Response(typeof value === 'string' ? value : JSON.stringify(value), {
      status,
      headers: { 'content-type': 'application/hal+json', ...headers },
    })

/** A refusal in the service's shape. */
export const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): Step =>
  json({ error: 'Resting' }, status, headers)

/** A redirect to an address. */
export const redirect =
  (status: number, location: string): Step =>
  () =>
    new Response(null, { status, headers: { location } })

/** No answer ever, whatever happens to the signal. */
export const hang: Step = () => new Promise<never>(() => {})

/** A `fetch` that fails like this. */
export const failing =
  (error: unknown): Step =>
  () =>
    Promise.reject(error)

/** A connection that failed, the way Node's `fetch` tells it. */
export const broken = (code: string): Step => failing(new TypeError('fetch failed', { cause: systemError(code) }))

/** An error of the platform with its code. */
export const systemError = (code: string): Error => Object.assign(new Error(`socket: ${code}`), { code })

/** A head and the beginning of a body, which then fails. */
export const cutShort =
  (status = 200, error: unknown = systemError('ECONNRESET'), type = 'application/hal+json'): Step =>
  () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(error),
    })
    return new Response(body, { status, headers: { 'content-type': type } })
  }

/** A head, and a body that never comes. */
export const stalled =
  (status = 200, headers: Readonly<Record<string, string>> = {}): Step =>
  () =>
    new Response(new ReadableStream<Uint8Array>({}), {
      status,
      headers: { 'content-type': 'application/hal+json', ...headers },
    })

/** Address of the service of these tests. */
export const base = 'https://events.example.org'

/** A client over a script, and the requests it made. Retries are off unless the options say otherwise. */
export const clientOver = (
  version: 'v1' | 'v2',
  steps: readonly Step[],
  options: object = {},
): { readonly client: AnyClient; readonly requests: readonly SentRequest[] } => {
  const { fetch, requests } = scripted(...steps)
  const subject = versions.find((each) => each.version === version)
  if (!subject) throw new Error(`There is no version ${version}`)
  return { client: subject.open(base, { fetch, ...options }), requests }
}
