import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Body, ServiceRequest } from '../api/message.ts'
import { hostAndPort } from './guard.ts'

/** A request of Node's server as the service takes it, its body read. */
export function serviceRequestOf(message: IncomingMessage, base: string, target: string, body: Body): ServiceRequest {
  const { method = 'GET', headers } = message
  return {
    method,
    base,
    target,
    header: (name) => headers[name]?.toString(),
    // Written out when somebody looks: most requests are never looked at.
    headers: { [Symbol.iterator]: () => entriesOf(headers).values() },
    ...body,
  }
}

const entriesOf = (headers: IncomingHttpHeaders) =>
  Object.entries(headers).map(([name, value = '']) => [name, value.toString()] as const)

/** Reads a body; undefined where it has more bytes than are taken. Never settles where the client goes away half-way. */
export function readBody(message: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let size = 0
    message.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else {
        // The rest is taken in and dropped: a connection that is cut while the client still writes would cost it the response.
        chunks = []
        resolve(undefined)
      }
    })
    message.on('end', () => resolve(Buffer.concat(chunks)))
    message.on('error', () => {})
  })
}

/** Where a request goes. */
export interface Address {
  /** The host that the caller knows the server by, with its port; undefined where it named none, or none that can be. */
  readonly host: string | undefined
  /** Path and query, beginning with a slash, without dot segments; `*` stays as it is. */
  readonly target: string
}

// Dot segments, written plainly or not, and what no address has in it.
const needsNormalizing = /[/\\]\.|%2e|[\\#]/i

/** The address of a request, whose line may hold a whole address (RFC 9112 §3.2.2). */
export function addressOf({ url = '/', headers }: IncomingMessage): Address {
  if (url.startsWith('/')) return { host: validHost(headers.host), target: normalized(url) }
  const whole = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url)
  if (!whole) return { host: validHost(headers.host), target: url }
  const [, authority, rest = ''] = whole
  return { host: validHost(authority), target: normalized(rest.startsWith('/') ? rest : `/${rest}`) }
}

/** A host as the platform writes it in addresses. One that is none must not come to stand in links. */
const validHost = (host: string | undefined): string | undefined =>
  host !== undefined && hostAndPort.test(host) ? host.toLowerCase().replace(/:80$/, '') : undefined

function normalized(target: string): string {
  if (!needsNormalizing.test(target)) return target
  const { pathname, search } = new URL(`http://localhost${target}`)
  return pathname + search
}
