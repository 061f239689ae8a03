import { RecentTexts } from '../text/recent-texts.ts'
import type { LinkPolicy } from '../url/link-policy.ts'

/** Number of the latest addresses that are remembered. */
const maxAddresses = 1000

/** After this many pages in a row without a new event, a list counts as endless. */
const maxEmptyPages = 100

/**
 * Detects iterations that would never end. Its memory does not grow with the list: it remembers only the latest pages, and one marked page. The marked
 * page reveals longer circles: it is replaced after 1, 2, 4, 8 … pages (Brent's algorithm).
 */
export class LoopGuard {
  readonly #links: LinkPolicy
  readonly #passed = new RecentTexts(maxAddresses)
  #mark: string | undefined
  #steps = 0
  #markAfter = 1
  #emptyPages = 0

  constructor(links: LinkPolicy) {
    this.#links = links
  }

  /** @throws LinkError if the next page was read before, or if the list seems endless */
  check(url: URL): void {
    if (this.#passed.has(url.href) || this.#mark === url.href) throw this.#links.loop(url)
    if (this.#emptyPages < maxEmptyPages) return
    // If the caller calls `next` again, the iteration continues.
    this.#emptyPages = 0
    throw this.#links.endless(url, maxEmptyPages)
  }

  /**
   * Records a page that was read.
   *
   * @param isWhole whether all of its items were passed
   * @param newEvents number of its events that did not come before
   */
  pass({ href }: URL, isWhole: boolean, newEvents: number): void {
    this.#emptyPages = newEvents === 0 ? this.#emptyPages + 1 : 0
    if (!isWhole) return
    this.#passed.add(href)
    this.#steps += 1
    if (this.#steps < this.#markAfter) return
    this.#mark = href
    this.#steps = 0
    this.#markAfter *= 2
  }

  /** Allows one page to be read again. */
  forget(href: string): void {
    this.#passed.delete(href)
    if (this.#mark === href) this.#mark = undefined
  }

  /** Allows all pages to be read again. */
  restart(): void {
    this.#passed.clear()
    this.#mark = undefined
  }
}
