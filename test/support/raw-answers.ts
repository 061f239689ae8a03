import { fill } from './documents.ts'
import { type Bindings, type Json, samples } from './placeholders.ts'
import type { SeenRequest } from './raw-request.ts'
import type { RawAnswer, Script } from './raw-server.ts'

const reasons: Readonly<Record<number, string>> = { 200: 'OK', 302: 'Found', 403: 'Forbidden', 404: 'Not Found' }

/** A whole HTTP answer; its length is declared and the connection ends after it. */
export const http = (status: number, headers: Readonly<Record<string, string>>, body: string): RawAnswer => {
  const all = { ...headers, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return { bytes: `HTTP/1.1 ${status} ${reasons[status] ?? 'Other'}\r\n${lines.join('')}\r\n${body}`, ending: 'close' }
}

/** 200 with any text as HAL. */
export const hal = (body: string): RawAnswer => http(200, { 'Content-Type': 'application/hal+json' }, body)

/** The same answer, its bytes sent in pieces of this length whatever characters they cut. */
export const inPieces = ({ bytes, ending }: RawAnswer, length: number): RawAnswer => {
  const all = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.concat(bytes)
  const count = Math.ceil(all.length / length)
  return { bytes: Array.from({ length: count }, (_, at) => all.subarray(at * length, (at + 1) * length)), ending }
}

/** An error answer in the service's shape. */
export const refusal = (status: number, text: string): RawAnswer =>
  http(status, { 'Content-Type': 'application/json' }, JSON.stringify({ error: text }))

/** A redirect to an address. */
export const redirect = (status: number, location: string): RawAnswer => http(status, { Location: location }, '')

/** The head of an answer and half of its body, then silence. */
export const stalled = (): RawAnswer => ({
  bytes: 'HTTP/1.1 200 OK\r\nContent-Type: application/hal+json\r\nContent-Length: 1000\r\n\r\n{"identifiers": [',
  ending: 'stall',
})

/** No answer at all. */
export const silent = (): RawAnswer => ({ bytes: '', ending: 'stall' })

/** A connection that breaks before any answer. */
export const broken = (): RawAnswer => ({ bytes: '', ending: 'reset' })

/** The text of a fixture as the server serves it: `{base_url}` is the server itself, the rest is `samples`. */
export const served = (fixture: Json, request: Pick<SeenRequest, 'server'>, more: Bindings = {}): string =>
  JSON.stringify(fill(fixture, { ...samples, '{base_url}': request.server, ...more }))

/** Answers every request with a fixture. */
export const serving =
  (fixture: Json, more: Bindings = {}): Script =>
  (request) =>
    hal(served(fixture, request, more))

/** Answers request by request with fixtures, in their order; what comes after them gets 410. */
export const inTurn =
  (...fixtures: readonly Json[]): Script =>
  (request, number) => {
    const fixture = fixtures[number - 1]
    return fixture === undefined ? refusal(410, 'the script is over') : hal(served(fixture, request))
  }

/** Never meant to be asked: whatever comes is answered 410. */
export const nothing: Script = () => refusal(410, 'nothing should have been sent')
