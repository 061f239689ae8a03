import type { ServiceAddress } from './address.ts'
import { LinkError } from './errors.ts'

/** Redirects that one attempt follows. */
export const mostRedirects = 3

const redirects = new Set([301, 302, 303, 307, 308])
/** Redirects that keep the method and the body (RFC 9110 §15.4.8, §15.4.9). */
const keepsMethod = new Set([307, 308])

/**
 * Where an answer sends the request on, or undefined where it is no redirect. Reads are followed inside the service's own address;
 * POST and PUT only where the redirect keeps them what they are; DELETE never.
 *
 * @throws LinkError for any other redirect
 */
export function redirectOf(response: Response, method: string, from: string, address: ServiceAddress): URL | undefined {
  if (response.type === 'opaqueredirect') {
    throw new LinkError(
      'was redirected, and the browser hides where to; redirects out of a page are not followed',
      undefined,
      address.root,
    )
  }
  const location = response.headers.get('location')
  if (!redirects.has(response.status) || location === null) return undefined
  const target = URL.canParse(location, from) ? new URL(location, from).href : location
  if (method !== 'GET' && !(keepsMethod.has(response.status) && method !== 'DELETE')) {
    throw new LinkError(
      `was redirected to ${target} with status ${response.status}, which would not repeat the ${method}`,
      target,
      address.root,
    )
  }
  const inside = address.inside(location, from)
  if (inside) return inside
  throw new LinkError(
    `was redirected to ${target}, which is not under ${address.root}, the only address this client sends its key to`,
    target,
    address.root,
  )
}
