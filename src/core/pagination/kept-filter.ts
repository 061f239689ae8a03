import type { Link } from '../results/hal.ts'
import type { LinkPolicy } from '../url/link-policy.ts'
import { withQuery } from '../url/service-url.ts'

/** What an iteration asks of the policy of links. */
export type PageLinks = Pick<LinkPolicy, 'next' | 'loop' | 'endless'>

/** Name of the search parameter that holds a filter. */
export const filterParameter = 'filter'

/** Links to pages of a filtered list: one that has lost the filter gets it back. */
export class FilteredLinks implements PageLinks {
  readonly #links: PageLinks
  readonly #text: string
  #lost = false

  /** @param text the filter as it is sent */
  constructor(links: PageLinks, text: string) {
    this.#links = links
    this.#text = text
  }

  /** Whether a link had lost the filter. */
  get lost(): boolean {
    return this.#lost
  }

  next(link: Link, from: string): URL {
    const url = this.#links.next(link, from)
    const kept = url.searchParams.getAll(filterParameter)
    if (kept.length === 0) this.#lost = true
    return kept.length === 1 && kept[0] === this.#text ? url : withQuery(url, { [filterParameter]: this.#text })
  }

  loop = (url: URL) => this.#links.loop(url)

  endless = (url: URL, empty: number) => this.#links.endless(url, empty)
}
