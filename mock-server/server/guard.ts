import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback, nameOf } from './hosts.ts'
import { Problem } from './problem.ts'

/**
 * Keeps the control addresses to programs of this machine: a page elsewhere can make a browser send requests here, under a
 * name of its own that leads to this machine even, but the browser then says where they come from.
 */
export function guard(host: string | undefined, headers: IncomingHttpHeaders, allowed: readonly string[]): void {
  const name = host && nameOf(host)
  if (!name || !(isLoopback(name) || allowed.includes(name))) {
    throw new Problem(403, 'host', `Host: ${name ?? 'this one'} is neither this machine's own name nor an allowed one`)
  }
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase()) {
    throw new Problem(403, 'origin', 'Origin: the control addresses are not for pages of other origins')
  }
  if (site === 'cross-site' || site === 'same-site') {
    throw new Problem(403, 'origin', 'Sec-Fetch-Site: the control addresses are not for pages of other origins')
  }
}
