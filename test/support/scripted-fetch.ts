import { type AnyClient, versions } from './versions.ts'

/** A request that an injected `fetch` received. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string
  readonly signal: AbortSignal
}

/** Responds to one request, or fails like `fetch`. */
export type Step = (request: SentRequest) => Response | Promise<Response>

/** A `fetch` without a network, and all requests that it received. */
export interface ScriptedFetch {
  readonly fetch: typeof globalThis.fetch
  readonly requests: readonly SentRequest[]
}

/** Responds with one step after the other. The last step also responds to all further requests. */
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

/** A JSON response of the service. */
export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Step =>
  () =>
    new Response(typeof value === 'string' ? value : JSON.stringify(value), {
      status,
      headers: { 'content-type': 'application/hal+json', ...headers },
    })

/** An error response in the service's shape. */
export const refusal = (status: number, headers: Readonly<Record<string, string>> = {}): Step =>
  json({ error: 'Resting' }, status, headers)

/** A redirect to an address. */
export const redirect =
  (status: number, location: string): Step =>
  () =>
    new Response(null, { status, headers: { location } })

/** Never responds, not even after an abort. */
export const hang: Step = () => new Promise<never>(() => {})

/** Fails with this error. */
export const failing =
  (error: unknown): Step =>
  () =>
    Promise.reject(error)

/** Fails like Node's `fetch` after a connection error. */
export const broken = (code: string): Step => failing(new TypeError('fetch failed', { cause: systemError(code) }))

/** An error of the platform with a code. */
export const systemError = (code: string): Error => Object.assign(new Error(`socket: ${code}`), { code })

/** A head and the beginning of a body that then fails. */
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

/** Base address of the service in these tests. */
export const base = 'https://events.example.org'

/** A client over a script, and the requests that it sends. Retries are off unless the options turn them on. */
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
