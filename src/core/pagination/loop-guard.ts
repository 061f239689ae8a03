import { RecentTexts } from '../text/recent-texts.ts'
import type { LinkPolicy } from '../url/link-policy.ts'

/** How many addresses are remembered as they are. */
const maxPages = 1000

/** So many pages in a row without an event are taken for a list that never ends. */
const maxEmpty = 100

/**
 * Refuses to go where an iteration would never end, in memory that does not grow: it knows the latest pages at once, and a longer circle by one page
 * that is marked anew after 1, 2, 4, 8 … pages (Brent's algorithm).
 */
export class LoopGuard {
  readonly #links: LinkPolicy
  readonly #passed = new RecentTexts(maxPages)
  #mark: string | undefined
  #steps = 0
  #reach = 1
  #empty = 0

  constructor(links: LinkPolicy) {
    this.#links = links
  }

  /** @throws LinkError where the next page must not be read */
  check(url: URL): void {
    if (this.#passed.has(url.href) || this.#mark === url.href) throw this.#links.loop(url)
    if (this.#empty < maxEmpty) return
    // Whoever tries again goes on.
    this.#empty = 0
    throw this.#links.endless(url, maxEmpty)
  }

  /**
   * A page was read.
   *
   * @param isWhole whether all of it is passed
   * @param news how many of its events were not met before
   */
  pass({ href }: URL, isWhole: boolean, news: number): void {
    this.#empty = news === 0 ? this.#empty + 1 : 0
    if (!isWhole) return
    this.#passed.add(href)
    this.#steps += 1
    if (this.#steps < this.#reach) return
    this.#mark = href
    this.#steps = 0
    this.#reach *= 2
  }

  /** A page may be read once more. */
  forget(href: string): void {
    this.#passed.delete(href)
    if (this.#mark === href) this.#mark = undefined
  }

  /** The way may lead back to all pages that were passed. */
  restart(): void {
    this.#passed.clear()
    this.#mark = undefined
  }
}
