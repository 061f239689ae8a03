import type { ServiceAddress } from './address.ts'
import { LinkError } from './errors.ts'
import { oneLine } from './say.ts'
import type { Redactor } from './secret.ts'

/** Decides which links of an answer may be requested. A refusal shows the link, without the keys that it may repeat. */
export class LinkGuard {
  readonly #address: ServiceAddress
  readonly #keys: Redactor

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
    const url = this.#address.inside(href, from)
    if (url) return url
    const { root } = this.#address
    throw this.#refuse(
      href,
      (shown) =>
        `The link ${shown} is not under ${root}, the only address this client sends its key to; ` +
        'if it is the same service, set baseUrl to the address that the service writes into its links',
    )
  }

  /** The refusal of a page that was read already. */
  loop({ href }: URL): LinkError {
    return this.#refuse(
      href,
      (shown) => `The link to the next page leads back to ${shown}, which was read already; the walk would never end`,
    )
  }

  #refuse(href: string, say: (shown: string) => string): LinkError {
    const link = this.#keys.text(href)
    return new LinkError(say(oneLine(link)), link, this.#address.root)
  }
}
