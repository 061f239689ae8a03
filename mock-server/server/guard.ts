import type { IncomingHttpHeaders } from 'node:http'
import { isIPv4 } from 'node:net'
import { AdminError } from './admin-response.ts'

/**
 * Matches a valid `Host` header: a name, an IPv4 address, or an IPv6 address in brackets, each with or without a port. An invalid host must
 * not get into links.
 */
export const hostPattern = /^([a-z0-9](?:[a-z0-9_.-]{0,251}[a-z0-9.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The host name of a `Host` header, in lower case and without the port; undefined for an invalid header. Writes an IPv6 address as URLs do.
 */
export function hostNameOf(host: string): string | undefined {
  const [, name] = hostPattern.exec(host) ?? []
  return name?.startsWith('[') ? URL.parse(`http://${name}`)?.hostname : name?.toLowerCase()
}

/** Whether a host name always means this machine. */
const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'))

/** The host in the URL of a server that listens on `host`. A server on all addresses of the machine gets the loopback address. */
export function urlHostOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Protects the admin API: only programs on this machine may use it. A web page can make a browser send requests to this machine, even by a
 * domain name that resolves to it (DNS rebinding). `Host`, `Origin` or `Sec-Fetch-Site` reveal such a request, and `guard` throws an
 * {@link AdminError} with status 403. `Host` and `X-Forwarded-Host` must both be allowed, because a page can set `X-Forwarded-Host`, but not
 * `Host`.
 */
export function guard(
  hosts: readonly (string | undefined)[],
  ownOrigin: string | undefined,
  headers: IncomingHttpHeaders,
  allowHosts: readonly string[],
): void {
  for (const host of hosts) {
    const name = host && hostNameOf(host)
    if (name && (isLoopback(name) || allowHosts.includes(name))) continue
    const problem = `Host: ${name ?? 'this one'} is neither this machine's own name nor an allowed name`
    throw new AdminError(403, 'host', problem)
  }
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin !== ownOrigin)
    throw new AdminError(403, 'origin', 'Origin: the admin API is not for pages of other origins')
  if (site === 'cross-site' || site === 'same-site')
    throw new AdminError(403, 'origin', 'Sec-Fetch-Site: the admin API is not for pages of other origins')
}
