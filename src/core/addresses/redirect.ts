import type { LinkGuard } from './guard.ts'

/** Redirects that one attempt follows. */
export const mostRedirects = 3

const redirects = new Set([301, 302, 303, 307, 308])
/** Redirects that keep the method and the body (RFC 9110 §15.4.8, §15.4.9). */
const keepsMethod = new Set([307, 308])

/** `Location` as text: headers are bytes, and some servers write UTF-8 into this one, as the platform's own redirects know. */
function readable(location: string): string {
  if (!/[\u0080-\u00ff]/.test(location) || /[^\0-\u00ff]/.test(location)) return location
  try {
    const bytes = Uint8Array.from(location, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return location
  }
}

/**
 * Where an answer sends the request on, or undefined where it is no redirect. Reads are followed inside the service's own address;
 * POST and PUT only where the redirect keeps them what they are; DELETE never.
 *
 * @throws LinkError for any other redirect
 */
export function redirectOf(response: Response, method: string, from: string, guard: LinkGuard): URL | undefined {
  if (response.type === 'opaqueredirect') {
    const why = 'was redirected, and the browser hides where to; redirects out of a page are not followed'
    throw guard.unsafe(undefined, why)
  }
  // Whoever hands in a fetch that does not heed redirect: 'manual' should hear of it: the key went along.
  if (response.redirected) throw guard.unsafe(response.url, 'by a fetch that follows redirects although told not to')
  const location = response.headers.get('location')
  if (!redirects.has(response.status) || location === null) return undefined
  const target = guard.redirect(readable(location), from)
  const repeats = method === 'GET' || (method !== 'DELETE' && keepsMethod.has(response.status))
  if (!repeats) throw guard.unsafe(target.href, `with status ${response.status}, which would not repeat the ${method}`)
  return target
}
