import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { hostPattern, urlHostOf } from './guard.ts'
import type { ServeSettings } from './options.ts'

/** The addresses of a server. */
export interface ServerAddresses extends Pick<ServeSettings, 'baseUrl' | 'trustProxy'> {
  /** The address that the server listens on. */
  readonly url: string
  /** All known addresses of the server: by loopback names, allowed host names and the base URL. */
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
  /** The host in `Host` and, if the server trusts its proxy, the host in `X-Forwarded-Host`. An invalid host is undefined. */
  readonly hosts: readonly (string | undefined)[]
  /** The server's address as the caller wrote it. */
  readonly caller: string
  /** The address at the start of all links in the response. */
  readonly base: string
  /** The path of the base URL, if the path of the request begins with that path. Otherwise empty. */
  readonly prefix: string
  /**
   * Path and query of the request without the prefix. The path begins with a slash and has no dot segments. The target `*` of an OPTIONS
   * request stays `*`.
   */
  readonly target: string
}

/** Reads the addresses of a request. The request line can contain a whole address instead of a path (RFC 9112 §3.2.2). */
export function requestAddresses(server: ServerAddresses, { url = '/', headers }: IncomingMessage): RequestAddresses {
  const { baseUrl, trustProxy } = server
  const whole = url.startsWith('/') ? undefined : /^(https?):\/\/([^/?#]*)(.*)$/is.exec(url)
  const [, scheme = 'http', authority = headers.host, rest = ''] = whole ?? []
  const path = whole ? withSlash(rest) : url
  const target = path.startsWith('/') ? normalized(path) : path
  const forwarded = trustProxy ? forwardedIn(headers) : {}
  const host = validHost(authority)
  const hosts = forwarded.host === undefined ? [host] : [host, forwarded.host]
  const name = forwarded.host ?? host
  const direct = name === undefined ? server.url : originOf(forwarded.proto ?? scheme.toLowerCase(), name)
  if (baseUrl === undefined) return { hosts, caller: direct, base: direct, prefix: '', target }
  const own = new URL(baseUrl)
  const prefix = own.pathname !== '/' && startsWithPath(target, own.pathname) ? own.pathname : ''
  const caller = name !== undefined && originOf(own.protocol.slice(0, -1), name) === own.origin ? baseUrl : direct
  return { hosts, caller, base: baseUrl, prefix, target: prefix ? withSlash(target.slice(prefix.length)) : target }
}

/** Adds a slash at the start, if there is none. */
const withSlash = (target: string): string => target.replace(/^(?!\/)/, '/')

const startsWithPath = (target: string, path: string): boolean =>
  target.startsWith(path) && /^(?:[/?]|$)/.test(target.slice(path.length))

/**
 * Scheme and host of the client's request, from the headers of a proxy. A header with several entries lists the client's own request first.
 * Ignores invalid entries.
 */
function forwardedIn(headers: IncomingHttpHeaders): { proto?: string; host?: string } {
  const first = (name: string) => headers[name]?.toString().split(',')[0]?.trim().toLowerCase()
  const [proto, host] = [first('x-forwarded-proto'), validHost(first('x-forwarded-host'))]
  return { ...((proto === 'http' || proto === 'https') && { proto }), ...(host !== undefined && { host }) }
}

/** A host in lower case; undefined for an invalid host, which must not get into links. */
const validHost = (host: string | undefined): string | undefined =>
  host !== undefined && hostPattern.test(host) ? host.toLowerCase() : undefined

/** Makes an origin of a scheme and a host. Leaves out the default port of the scheme. */
const originOf = (scheme: string, host: string): string =>
  `${scheme}://${host.replace(scheme === 'https' ? /:443$/ : /:80$/, '')}`

// Matches dot segments, even percent-encoded ones, and the characters `\` and `#`, which `URL` changes or cuts off.
const needsNormalizing = /[/\\]\.|%2e|[\\#]/i

function normalized(target: string): string {
  if (!needsNormalizing.test(target)) return target
  const { pathname, search } = new URL(`http://localhost${target}`)
  return pathname + search
}
