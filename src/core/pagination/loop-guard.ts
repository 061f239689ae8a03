import type { Link } from '../results/hal.ts'
import type { PageLinks } from './kept-filter.ts'
import type { PageRead } from './page-read.ts'

/** The latest of many texts: a set that forgets the oldest, so that its size does not grow with the list. */
export class RecentTexts {
  // One set, not two by age: nearly every text is new, and each set that it is not in is looked through in vain.
  readonly #texts = new Set<string>()
  readonly #most: number

  /** @param most how many it knows for sure; it may know as many again */
  constructor(most: number) {
    this.#most = most
  }

  has(text: string): boolean {
    return this.#texts.has(text)
  }

  add(text: string): void {
    this.#texts.add(text)
    if (this.#texts.size < 2 * this.#most) return
    // Many at once: a set that loses its oldest with every new one is dearer than what it is kept for.
    let tooMany = this.#most
    for (const oldest of this.#texts) {
      if (tooMany-- === 0) return
      this.#texts.delete(oldest)
    }
  }

  delete(text: string): void {
    this.#texts.delete(text)
  }

  clear(): void {
    this.#texts.clear()
  }
}

/** How many addresses are remembered as they are. */
const mostPages = 1000

/**
 * Knows whether an iteration comes back to a page, in memory that does not grow: at once among the latest pages, and in a longer circle by a mark
 * that is set anew after 1, 2, 4, 8 … pages (Brent's algorithm).
 */
export class RecentPages extends RecentTexts {
  #mark: string | undefined
  #steps = 0
  #reach = 1

  constructor() {
    super(mostPages)
  }

  override has(href: string): boolean {
    return super.has(href) || this.#mark === href
  }

  override add(href: string): void {
    super.add(href)
    this.#steps += 1
    if (this.#steps < this.#reach) return
    this.#mark = href
    this.#steps = 0
    this.#reach *= 2
  }

  override delete(href: string): void {
    super.delete(href)
    if (this.#mark === href) this.#mark = undefined
  }

  override clear(): void {
    super.clear()
    this.#mark = undefined
  }
}

/** The page that an iteration reads next. */
export interface NextPage {
  /** The link to it; undefined at the end of the list. */
  readonly link?: Link | undefined
  /** Address that the link is relative to. */
  readonly from: string
  /** How many of its events were passed already: more than 0 where `max` ended an iteration in the middle of a page. */
  readonly passed: number
}

/** So many pages in a row without an event are taken for a list that never ends. */
const mostEmpty = 100

/** Refuses to go where an iteration would never end. */
export class LoopGuard {
  readonly #links: PageLinks
  readonly #passed = new RecentPages()
  #empty = 0
  /** The page that was passed last, and how much of it. */
  #latest: NextPage | undefined

  constructor(links: PageLinks) {
    this.#links = links
  }

  /**
   * Address of the page that a cursor leads to; undefined at the end of the list.
   *
   * @throws LinkError where it must not be followed; `retreat` then says where to try again
   */
  follow({ link, from }: NextPage): URL | undefined {
    if (!link) return undefined
    const url = this.#links.next(link, from)
    if (this.#passed.has(url.href)) throw this.#links.loop(url)
    if (this.#empty < mostEmpty) return url
    this.#empty = 0
    // The link itself is good: whoever tries again follows it.
    this.#latest = undefined
    throw this.#links.endless(url, mostEmpty)
  }

  /** Whoever tries again is not held to a bad link: the page that it stood on is read once more, for another one. */
  retreat<Cursor extends NextPage>(cursor: Cursor): Cursor {
    if (!this.#latest) return cursor
    this.#passed.delete(this.#latest.from)
    return { ...cursor, ...this.#latest }
  }

  /**
   * A page was taken, or a part of it.
   *
   * @param end how many of its items are passed by now
   * @param taken how many of them are news
   */
  pass({ url: { href }, items }: Pick<PageRead<unknown>, 'url' | 'items'>, end: number, taken: number): void {
    if (end === items.length) this.#passed.add(href)
    this.#latest = { link: { href }, from: href, passed: end }
    this.#empty = taken === 0 ? this.#empty + 1 : 0
  }

  /** The way may lead back to pages that were passed, but for this one. */
  restart(from?: URL): void {
    this.#passed.clear()
    if (from) this.#passed.add(from.href)
  }
}
