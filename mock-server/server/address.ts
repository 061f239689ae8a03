import type { IncomingMessage } from 'node:http'
import { isHost } from './hosts.ts'

/** Where a request goes. */
export interface Address {
  /** The address that the caller knows the server by, such as `http://localhost:4010`. */
  readonly origin: string
  /** Path and query, beginning with a slash, without dot segments; `*` stays as it is. */
  readonly target: string
}

// Dot segments, written plainly or not, and what no address has in it.
const unusual = /[/\\]\.|%2e|[\\#]/i

/** The address of a request, whose line may hold a whole address (RFC 9112 §3.2.2). */
export function addressOf({ url = '/', headers }: IncomingMessage, own: string): Address {
  if (url.startsWith('/')) return { origin: originOf(headers.host, own), target: tidied(url) }
  const whole = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url)
  if (!whole) return { origin: originOf(headers.host, own), target: url }
  const [, authority = '', rest = ''] = whole
  return { origin: originOf(authority, own), target: tidied(rest.startsWith('/') ? rest : `/${rest}`) }
}

/** A host that is none must not come to stand in links: the server's own address does instead. */
const originOf = (host: string | undefined, own: string): string =>
  host !== undefined && isHost(host) ? `http://${host}` : own

function tidied(target: string): string {
  if (!unusual.test(target)) return target
  const { pathname, search } = new URL(`http://localhost${target}`)
  return pathname + search
}
