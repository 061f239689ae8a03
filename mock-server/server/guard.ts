import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { ServiceResponse } from '../api/message.ts'
import { AdminError } from './admin-response.ts'

// A name, an IPv4 address, or an IPv6 address in brackets. Nothing else may come to stand in a link.
const name = String.raw`(?:[a-z0-9](?:[a-z0-9_.-]{0,251}[a-z0-9.])?|\[[0-9a-f:.]{2,45}\])`
const hostName = new RegExp(`^${name}$`, 'i')
/** What a `Host` header may hold. */
export const hostAndPort = new RegExp(`^(${name})(?::\\d{1,5})?$`, 'i')

/** The host that a value is, without a port, in its one spelling; undefined for what is none. An IPv6 address may stand without brackets. */
export function hostNameOf(value: unknown): string | undefined {
  const host = typeof value === 'string' && isIPv6(value) ? `[${value}]` : value
  return typeof host === 'string' && hostName.test(host) ? normalizedName(host) : undefined
}

/** The name of a `Host` header, in its one spelling and without its port; undefined where it is none. */
export function nameOf(host: string): string | undefined {
  const [, name] = hostAndPort.exec(host) ?? []
  return name && normalizedName(name)
}

/** A name in lower case; an IPv6 address, which can be written in many ways, as the platform writes it. */
const normalizedName = (name: string): string | undefined =>
  name.startsWith('[') ? URL.parse(`http://${name}`)?.hostname : name.toLowerCase()

/** Whether a name is this machine's own, wherever it is looked up. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '[::1]' ||
  /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host)

/** A host as it stands in an address: one that stands for every address of the machine as the loopback one. */
export function shownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Keeps the admin API to programs of this machine: a page elsewhere can make a browser send requests here, under a
 * name of its own that leads to this machine even, but the browser then says where they come from.
 */
export function guard(host: string | undefined, headers: IncomingHttpHeaders, allowed: readonly string[]): void {
  const name = host && nameOf(host)
  if (!name || !(isLoopback(name) || allowed.includes(name))) {
    throw new AdminError(
      403,
      'host',
      `Host: ${name ?? 'this one'} is neither this machine's own name nor an allowed one`,
    )
  }
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase()) {
    throw new AdminError(403, 'origin', 'Origin: the admin API is not for pages of other origins')
  }
  if (site === 'cross-site' || site === 'same-site') {
    throw new AdminError(403, 'origin', 'Sec-Fetch-Site: the admin API is not for pages of other origins')
  }
}

/** Lets every page read a response. The API has no cookies: a page that has the key may have the response. */
export const corsHeaders = new Map([
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'Retry-After, Allow, Location, Date'],
])

/** Whether a browser asks if a page may send a request. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

/** That it may, whatever headers it names: a client may have headers of its own. */
export const preflightResponse = ({ headers }: IncomingMessage): ServiceResponse => ({
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': namesIn(headers['access-control-request-headers'] ?? ''),
    'Access-Control-Max-Age': '600',
    Vary: 'Access-Control-Request-Headers',
  },
  body: '',
})

/** The documents' own headers, and the names that were asked for. */
const namesIn = (asked: string): string => {
  const others = asked.split(',').map((name) => name.trim().toLowerCase())
  const names = ['api-key', 'osdi-api-token', 'content-type', ...others.filter((name) => token.test(name))]
  return [...new Set(names)].join(', ')
}

const token = /^[\w!#$%&'*+.^`|~-]+$/
