import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { hostPattern, urlHostOf } from './guard.ts'
import type { ServeSettings } from './options.ts'

/** The addresses of a server. */
export interface ServerAddresses extends Pick<ServeSettings, 'baseUrl' | 'trustProxy'> {
  /** The address that the server listens on. */
  readonly url: string
  /** All addresses that lead to the server, by any name that is known. */
  readonly known: readonly string[]
}

/** The addresses of a server that listens on a port. */
export function addressesOf({ baseUrl, trustProxy, host, allowHosts }: ServeSettings, port: number): ServerAddresses {
  const url = `http://${urlHostOf(host)}:${port}`
  const names = ['127.0.0.1', 'localhost', '[::1]', ...allowHosts]
  const known = [url, ...names.map((name) => `http://${name}:${port}`), ...(baseUrl === undefined ? [] : [baseUrl])]
  return { baseUrl, trustProxy, url, known }
}

/** The addresses of one request. */
export interface RequestAddresses {
  /** Every host that the request names, in `Host` and, if the server trusts its proxy, in `X-Forwarded-Host`. One that is not valid is undefined. */
  readonly hosts: readonly (string | undefined)[]
  /** The address by which the caller reaches the server. */
  readonly caller: string
  /** The address that links of the response begin with. */
  readonly base: string
  /** The path of the base URL, if the path of the request begins with it. Else empty. */
  readonly prefix: string
  /** Path and query below the prefix. They begin with a slash, and have no dot segments. `*` stays `*`. */
  readonly target: string
}

/** The addresses of a request. The request line may contain a whole address (RFC 9112 §3.2.2). */
export function requestAddresses(server: ServerAddresses, { url = '/', headers }: IncomingMessage): RequestAddresses {
  const { baseUrl, trustProxy } = server
  const whole = url.startsWith('/') ? undefined : /^https?:\/\/([^/?#]*)(.*)$/is.exec(url)
  const [, authority = headers.host, rest = ''] = whole ?? []
  const path = whole ? withSlash(rest) : url
  const target = path.startsWith('/') ? normalized(path) : path
  const forwarded = trustProxy ? forwardedIn(headers) : {}
  const host = validHost(authority)
  const hosts = forwarded.host === undefined ? [host] : [host, forwarded.host]
  const name = forwarded.host ?? host
  const direct = name === undefined ? server.url : originOf(forwarded.proto ?? 'http', name)
  if (baseUrl === undefined) return { hosts, caller: direct, base: direct, prefix: '', target }
  const own = new URL(baseUrl)
  const prefix = own.pathname !== '/' && startsWithPath(target, own.pathname) ? own.pathname : ''
  const caller = name !== undefined && originOf(own.protocol.slice(0, -1), name) === own.origin ? baseUrl : direct
  return { hosts, caller, base: baseUrl, prefix, target: prefix ? withSlash(target.slice(prefix.length)) : target }
}

/** A path, or only a query, with a slash at its start. */
const withSlash = (target: string): string => target.replace(/^(?!\/)/, '/')

const startsWithPath = (target: string, path: string): boolean =>
  target.startsWith(path) && /^(?:[/?]|$)/.test(target.slice(path.length))

/** What a proxy says of the request that it got. The first entry of a list is the client's. Entries that are not valid do not count. */
function forwardedIn(headers: IncomingHttpHeaders): { proto?: string; host?: string } {
  const first = (name: string) => headers[name]?.toString().split(',')[0]?.trim().toLowerCase()
  const [proto, host] = [first('x-forwarded-proto'), validHost(first('x-forwarded-host'))]
  return { ...((proto === 'http' || proto === 'https') && { proto }), ...(host !== undefined && { host }) }
}

/** A host in lower case. An invalid host must not get into links. */
const validHost = (host: string | undefined): string | undefined =>
  host !== undefined && hostPattern.test(host) ? host.toLowerCase() : undefined

/** A scheme and a host as an origin: without the port that belongs to the scheme. */
const originOf = (scheme: string, host: string): string =>
  `${scheme}://${host.replace(scheme === 'https' ? /:443$/ : /:80$/, '')}`

// Dot segments, percent-encoded or not, and characters that no path has.
const needsNormalizing = /[/\\]\.|%2e|[\\#]/i

function normalized(target: string): string {
  if (!needsNormalizing.test(target)) return target
  const { pathname, search } = new URL(`http://localhost${target}`)
  return pathname + search
}
