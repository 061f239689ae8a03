import type { LinkPolicy } from '../url/link-policy.ts'

/** Number of addresses to remember, the latest ones. */
const maxAddresses = 1000

/** After this many pages in a row without a new event, a list counts as endless. */
const maxEmptyPages = 100

/**
 * Detects iterations that would never end. Its memory does not grow with the list: it remembers the addresses of the latest pages, and one older
 * address. That one reveals longer circles. It is replaced after 1, 2, 4, 8 … pages (Brent's algorithm).
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
    // Starts to count again, so that the iteration continues if the caller calls `next` after this error.
    this.#emptyPages = 0
    throw this.#links.endless(url, maxEmptyPages)
  }

  /**
   * Records a page that was read.
   *
   * @param isWhole false if `max` ended the iteration in the middle of the page
   * @param newEvents number of its events that no earlier page had
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

/** A set of the latest texts. It forgets the oldest ones, so its size is limited. */
export class RecentTexts extends Set<string> {
  // Two sets, for old and new texts, would be slower: nearly every text is new, and `has` would search both.
  readonly #most: number

  /** @param most the number of latest texts that the set always keeps. It may keep up to twice as many */
  constructor(most: number) {
    super()
    this.#most = most
  }

  override add(text: string): this {
    super.add(text)
    if (this.size < 2 * this.#most) return this
    // Deletes many texts at once. To delete one text for each new text would take longer than all other work with the set.
    for (const oldest of this) {
      if (this.size === this.#most) break
      this.delete(oldest)
    }
    return this
  }
}
