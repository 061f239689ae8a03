import { InputError, LinkError } from '../errors/error-classes.ts'
import type { Link } from '../hal/hal.ts'
import { oneLine } from '../text/messages.ts'
import type { Redactor } from '../text/redact.ts'
import { guarded } from '../values/arguments.ts'
import type { ServiceAddress } from './service-url.ts'
import { expand } from './template.ts'

/**
 * The link that a caller asks to follow.
 *
 * @throws InputError naming `link` for what is no address: a relation, or a template that needs a value
 */
export const linkFrom = (given: string | Link): Link => guarded('link', () => readLink(given))

function readLink(given: string | Link): Link {
  const isLink = typeof given === 'object' && given !== null
  const { href, templated }: { readonly href: unknown; readonly templated?: unknown } = isLink ? given : { href: given }
  if (typeof href !== 'string' || href === '') throw InputError.of('link', 'must be an address, or a link with an href')
  if (/^[a-z][\w.-]*:[a-z][\w-]*$/i.test(href)) {
    throw InputError.of('link', 'is not an address; take the link of a relation with linkOf(resource, relation)')
  }
  const link = { href, templated: Boolean(templated) }
  const { needs } = expand(link)
  if (needs === undefined) return link
  throw InputError.of('link', `is a template; fill in ${oneLine(needs, 60)} first`)
}

/** No service writes longer addresses, and few take them (RFC 9110 §4.1). */
const longestAddress = 16_000

/** Decides which addresses of a response may be requested. A refusal shows the address, without the keys that it may repeat. */
export class LinkPolicy {
  readonly #address: ServiceAddress
  readonly #keys: Redactor

  constructor(address: ServiceAddress, keys: Redactor) {
    this.#address = address
    this.#keys = keys
  }

  /**
   * Where a link leads: one rule for every link of a response.
   *
   * @param from the address that answered, which a relative link is relative to. @default the service's address
   * @param what the link is, at the beginning of a message
   * @throws LinkError where it leads outside the service's address, or is a template that needs a value
   */
  resolve(link: Link, from?: string, what = 'The link'): URL {
    this.#checkLength(link.href, what)
    const { href, needs } = expand(link)
    if (needs !== undefined) {
      throw this.#refuse(
        `${what} is a template that needs a value for ${oneLine(this.#keys.text(needs), 60)}:`,
        link.href,
      )
    }
    const url = this.#address.inside(href, from)
    if (url) return url
    throw this.#refuse(what, href, ` is not under ${this.#only}${this.#advice(href, from, 'into its links')}`)
  }

  /**
   * Where a response sends the request on, or undefined where it is no redirect. Reads are followed inside the service's own address;
   * POST and PUT only where the redirect keeps them what they are; DELETE never.
   *
   * @param followed how many redirects led to the response
   * @throws LinkError for any other redirect; its message goes on from the request
   */
  redirect(response: Response, method: string, from: string, followed: number): URL | undefined {
    const { status } = response
    if (response.type === 'opaqueredirect') {
      const why = 'was redirected, and the browser hides where to; redirects out of a page are not followed'
      throw new LinkError(why, undefined, this.base)
    }
    const refusal = (target: string, why: string) => this.#refuse('was redirected to', target, why)
    // Whoever hands in a fetch that does not heed redirect: 'manual' should hear of it: the key went along.
    if (response.redirected) throw refusal(response.url, ' by a fetch that follows redirects although told not to')
    const header = response.headers.get('location')
    if (!redirects.has(status) || header === null) return undefined
    const location = readable(header)
    this.#checkLength(location, 'was redirected to something that')
    const target = this.#address.inside(location, from)
    if (!target) {
      const href = URL.canParse(location, from) ? new URL(location, from).href : location
      throw refusal(href, `, which is not under ${this.#only}${this.#advice(location, from, 'to')}`)
    }
    if (method !== 'GET' && (method === 'DELETE' || !keepsMethod.has(status))) {
      throw refusal(target.href, ` with status ${status}, which would not repeat the ${method}`)
    }
    if (followed < mostRedirects) return target
    throw refusal(target.href, ` after ${mostRedirects} redirects already`)
  }

  /** The refusal of a page that was read already. */
  loop({ href }: URL): LinkError {
    const why = ', which was already read; the list would never end'
    return this.#refuse('The link to the next page leads back to', href, why)
  }

  /** The refusal to follow any further a list whose pages hold nothing. */
  endless({ href }: URL, empty: number): LinkError {
    const what = `${empty} pages in a row held no event, and the last one leads on to`
    return this.#refuse(what, href, '; the list would hardly ever end')
  }

  /** The address that everything stays under. Who writes a key into it should not have to see it in a log. */
  get base(): string {
    return this.#keys.text(this.#address.root)
  }

  get #only(): string {
    return `${this.base}, the only address this client sends its key to`
  }

  /** What to do about an address that is not the client's. Nobody is told to send the key in the open. */
  #advice(href: string, from: string = this.base, whither: string): string {
    const { protocol } = URL.canParse(href, from) ? new URL(href, from) : { protocol: '' }
    const isDowngrade = protocol === 'http:' && this.#address.root.startsWith('https:')
    if (isDowngrade) return '; over http: it would send the key in the open, so the service must write https: there'
    if (protocol !== 'https:' && protocol !== 'http:') return ''
    return `; if it is the same service, set baseUrl to the address that the service writes ${whither}`
  }

  #checkLength(href: string, what: string): void {
    if (href.length <= longestAddress) return
    throw this.#refuse(
      `${what} is longer than the ${longestAddress} characters that this client takes for an address:`,
      href,
    )
  }

  #refuse(before: string, href: string, after = ''): LinkError {
    const link = this.#keys.text(href)
    return new LinkError(`${before} ${oneLine(link)}${after}`, link, this.base)
  }
}

/** Redirects that one attempt follows. */
const mostRedirects = 3

const redirects = new Set([301, 302, 303, 307, 308])
/** Redirects that keep the method and the body (RFC 9110 §15.4.8, §15.4.9). */
const keepsMethod = new Set([307, 308])

/** `Location` as text: headers are bytes, and some servers write UTF-8 into this one, as the platform's own redirects know. */
function readable(location: string): string {
  if (/[^\0-\u00ff]/.test(location)) return location
  try {
    const bytes = Uint8Array.from(location, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return location
  }
}
