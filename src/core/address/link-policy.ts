import { oneLine } from '../base/messages.ts'
import { type Redactor, replacement } from '../base/redact.ts'
import { InputError, LinkError } from '../errors/error-classes.ts'
import type { Link } from '../hal/hal.ts'
import { addressIn, expand, type ServiceAddress } from './service-address.ts'

/**
 * Reads the argument of `follow`.
 *
 * @throws InputError naming `link` if the argument is a relation or other text that is no address, or a template that needs a value
 */
export function linkFrom(given: string | Link): Link {
  const isLink = typeof given === 'object' && given !== null
  const { href, templated }: { readonly href: unknown; readonly templated?: unknown } = isLink ? given : { href: given }
  if (typeof href !== 'string' || href === '') throw InputError.of('link', 'must be an address, or a link with an href')
  if (/^[a-z][\w.-]*:[a-z][\w-]*$/i.test(href)) {
    throw InputError.of('link', 'is not an address; take the link of a relation with linkOf(resource, relation)')
  }
  const link = { href, templated: Boolean(templated) }
  addressIn('link', link)
  return link
}

/** What a response says of a redirect. */
type RedirectResponse = Pick<Response, 'status' | 'type' | 'redirected' | 'url' | 'headers'>

/** Maximum length of an address. No service writes longer ones, and few servers accept them (RFC 9110 §4.1). */
const maxLinkLength = 16_000

/** Decides which addresses from a response the client may request. An error shows the refused address, without API keys. */
export class LinkPolicy {
  readonly #address: ServiceAddress
  readonly #keys: Redactor
  readonly #hides: boolean

  /** @param hides whether errors show a refused address in `reason` alone, because it may hold personal data */
  constructor(address: ServiceAddress, keys: Redactor, hides = false) {
    this.#address = address
    this.#keys = keys
    this.#hides = hides
  }

  /** The policy for links of people and RSVPs. */
  get hiding(): LinkPolicy {
    return new LinkPolicy(this.#address, this.#keys, true)
  }

  /**
   * Resolves a link of a response, and checks that the client may follow it.
   *
   * @param from the address of the response, for a relative link. @default the service's address
   * @param what the name of the link at the beginning of an error message
   * @throws LinkError if the link leads outside the service's address, or is a template that needs a value
   */
  resolve(link: Link, from?: string, what = 'The link'): URL {
    this.#checkLength(link.href, what)
    const { href, needs } = expand(link)
    if (needs !== undefined) {
      throw this.#refuse(
        `${what} is a template that needs a value for ${this.#hides ? replacement : oneLine(this.#keys.text(needs), 60)}:`,
        link.href,
      )
    }
    const url = this.#address.inside(href, from)
    if (url) return url
    throw this.#refuse(what, href, ` is not under ${this.#only}${this.#advice(href, from, 'into its links')}`)
  }

  /**
   * The target of a redirect; undefined if the response is no redirect. The client follows a redirect only inside the service's address. It follows
   * any redirect of a GET, and a redirect of a POST or PUT only if method and body stay the same. It never follows a redirect of a DELETE.
   *
   * @param followed number of redirects that led to this response
   * @throws LinkError for any other redirect. Its message is a phrase: the caller puts the method and the address in front, such as `POST https://…`
   */
  redirect(response: RedirectResponse, method: string, from: string, followed: number): URL | undefined {
    const { status } = response
    if (response.type === 'opaqueredirect') {
      const why = 'was redirected, and the browser hides where to; redirects out of a page are not followed'
      throw new LinkError(why, undefined, this.base)
    }
    const refusal = (target: string, why: string) => this.#refuse('was redirected to', target, why)
    // The injected `fetch` has ignored `redirect: 'manual'`, and may have sent the API key to another service. The error tells the developer.
    if (response.redirected) throw refusal(response.url, ' by a fetch that follows redirects although told not to')
    const header = response.headers.get('location')
    if (!redirectStatuses.has(status) || header === null) return undefined
    const location = decodedLocation(header)
    this.#checkLength(location, 'was redirected to something that')
    const target = this.#address.inside(location, from)
    if (!target) {
      const href = URL.canParse(location, from) ? new URL(location, from).href : location
      throw refusal(href, `, which is not under ${this.#only}${this.#advice(location, from, 'to')}`)
    }
    if (method !== 'GET' && (method === 'DELETE' || !sameMethodStatuses.has(status))) {
      throw refusal(target.href, ` with status ${status}, which would not repeat the ${method}`)
    }
    if (followed < maxRedirects) return target
    throw refusal(target.href, ` after ${maxRedirects} redirects already`)
  }

  /** The error for a link to a page that was already read. */
  loop({ href }: URL): LinkError {
    const why = ', which was already read; the list would never end'
    return this.#refuse('The link to the next page leads back to', href, why)
  }

  /** The error for a list with many pages in a row that have no new events. */
  endless({ href }: URL, empty: number): LinkError {
    const what = `${empty} pages in a row had no new event, and the last one links to`
    return this.#refuse(what, href, '; the list may never end')
  }

  /** The address that every request stays under. API keys are removed, because `baseUrl` may contain one. */
  get base(): string {
    return this.#keys.text(this.#address.root)
  }

  get #only(): string {
    return `${this.base}, the only address this client sends its key to`
  }

  /**
   * The end of a message: what to do about an address outside the service. It never advises a change that would send the API key without encryption.
   */
  #advice(href: string, from: string = this.base, whither: string): string {
    const { protocol, href: target } = URL.canParse(href, from) ? new URL(href, from) : { protocol: '', href: '' }
    const isDowngrade = protocol === 'http:' && this.#address.root.startsWith('https:')
    if (isDowngrade) return '; over http: it would send the API key unencrypted, so the service must write https: there'
    if (protocol !== 'https:' && protocol !== 'http:') return ''
    const setting = target.startsWith(`${this.#address.base}/`) ? 'apiPath to the path' : 'baseUrl to the address'
    return `; if it is the same service, set ${setting} that the service writes ${whither}`
  }

  #checkLength(href: string, what: string): void {
    if (href.length <= maxLinkLength) return
    throw this.#refuse(
      `${what} is longer than the ${maxLinkLength} characters that this client takes for an address:`,
      href,
    )
  }

  #refuse(before: string, href: string, after = ''): LinkError {
    const link = this.#keys.text(href)
    const shown = oneLine(link)
    const details = { reason: shown }
    if (this.#hides) return new LinkError(`${before} ${replacement}${after}`, undefined, this.base, details)
    return new LinkError(`${before} ${shown}${after}`, link, this.base, details)
  }
}

/** Maximum number of redirects in one attempt. */
const maxRedirects = 3

const redirectStatuses = new Set([301, 302, 303, 307, 308])
/** Redirects that keep the method and the body (RFC 9110 §15.4.8, §15.4.9). */
const sameMethodStatuses = new Set([307, 308])

/**
 * `Location` as text. Some servers write this header in UTF-8, which `Headers` does not decode. The platform decodes it too when it follows a
 * redirect itself.
 */
function decodedLocation(location: string): string {
  if (/[^\0-\u00ff]/.test(location)) return location
  try {
    const bytes = Uint8Array.from(location, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return location
  }
}
