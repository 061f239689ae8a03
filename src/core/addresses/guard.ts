import { LinkError } from '../errors/errors.ts'
import { oneLine } from '../errors/say.ts'
import type { Link } from '../resources/hal.ts'
import type { Redactor } from '../secrecy/secret.ts'
import type { ServiceAddress } from './address.ts'

/** No service writes longer addresses, and few take them (RFC 9110 §4.1). */
const longestAddress = 16_000

const advice = 'if it is the same service, set baseUrl to the address that the service writes'

/** Decides which addresses of an answer may be requested. A refusal shows the address, without the keys that it may repeat. */
export class LinkGuard {
  readonly #address: ServiceAddress
  readonly #keys: Redactor
  #latest: { readonly href: string; readonly from: string; readonly url: URL } | undefined

  constructor(address: ServiceAddress, keys: Redactor) {
    this.#address = address
    this.#keys = keys
  }

  /**
   * Where a link leads.
   *
   * @param from what a relative link is relative to. @default the service's address
   * @throws LinkError where it leads outside the service's address
   */
  resolve(href: string, from?: string): URL {
    this.#checkLength(href, 'The link')
    const url = this.#address.inside(href, from)
    if (url) return url
    throw this.#refuse(href, (shown) => `The link ${shown} is not under ${this.#only}; ${advice} into its links`)
  }

  /**
   * Where a link to the next page leads.
   *
   * @throws LinkError where it leads outside the service's address, or is a template that nobody filled in
   */
  next({ href, templated }: Link, from: string): URL {
    if (!templated) return this.#again(href, from)
    throw this.#refuse(href, (shown) => `The link to the next page is a template and no address: ${shown}`)
  }

  /** A walk asks about each link twice: when it sees it, and when it follows it. */
  #again(href: string, from: string): URL {
    if (this.#latest?.href !== href || this.#latest.from !== from) {
      this.#latest = { href, from, url: this.resolve(href, from) }
    }
    return this.#latest.url
  }

  /**
   * Where a redirect leads; the message of its refusal goes on from the request.
   *
   * @throws LinkError where it leads outside the service's address
   */
  redirect(location: string, from: string): URL {
    this.#checkLength(location, 'was redirected to what')
    const url = this.#address.inside(location, from)
    if (url) return url
    const target = URL.canParse(location, from) ? new URL(location, from).href : location
    throw this.#refuse(target, (shown) => `was redirected to ${shown}, which is not under ${this.#only}; ${advice} to`)
  }

  /** The refusal of a redirect for another reason. */
  unsafe(target: string | undefined, why: string): LinkError {
    if (target === undefined) return new LinkError(why, undefined, this.base)
    return this.#refuse(target, (shown) => `was redirected to ${shown} ${why}`)
  }

  /** The refusal of a page that was read already. */
  loop({ href }: URL): LinkError {
    return this.#refuse(
      href,
      (shown) => `The link to the next page leads back to ${shown}, which was read already; the walk would never end`,
    )
  }

  /** The refusal to follow any further a list whose pages hold nothing. */
  endless({ href }: URL, empty: number): LinkError {
    return this.#refuse(
      href,
      (shown) =>
        `${empty} pages in a row held no event, and the last one leads on to ${shown}; the walk would hardly ever end`,
    )
  }

  /** The address that everything stays under. Who writes a key into it should not have to see it in a log. */
  get base(): string {
    return this.#keys.text(this.#address.root)
  }

  get #only(): string {
    return `${this.base}, the only address this client sends its key to`
  }

  #checkLength(href: string, what: string): void {
    if (href.length <= longestAddress) return
    const why = `is longer than the ${longestAddress} characters that this client takes for an address`
    throw this.#refuse(href, (shown) => `${what} ${why}: ${shown}`)
  }

  #refuse(href: string, say: (shown: string) => string): LinkError {
    const link = this.#keys.bounded(href)
    return new LinkError(say(oneLine(link)), link, this.base)
  }
}
