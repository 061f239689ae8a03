import type { DecodedPage } from '../results/decode.ts'
import type { Paged } from '../results/hal.ts'
import { derivedFrom } from '../url/service-url.ts'
import type { Cursor } from './cursor.ts'
import type { PageLinks } from './kept-filter.ts'
import { type PageRead, readPage } from './page-read.ts'

/** Gets one page by its address, until the signal ends it. */
export type FetchPage<Page> = (url: URL, signal: AbortSignal) => Promise<DecodedPage<Page>>

/** A page that was asked for before its turn. */
interface Slot<Page> {
  readonly href: string
  readonly read: Promise<PageRead<Page>>
}

/** Fetches pages: when they are wanted, or ahead of their turn, in their order. */
export class Prefetcher<Page extends Paged> {
  readonly #fetchPage: FetchPage<Page>
  readonly #links: PageLinks
  readonly #most: number
  #slots: Slot<Page>[] = []
  #controller = new AbortController()
  /** Whether the service's links lead where was derived. */
  #agrees = true

  /** @param most how many pages to ask for before their turn */
  constructor(fetchPage: FetchPage<Page>, links: PageLinks, most: number) {
    this.#fetchPage = fetchPage
    this.#links = links
    this.#most = most
  }

  /** Whether a page was asked for ahead of its turn, which has come. */
  has(url: URL): boolean {
    return this.#slots[0]?.href === url.href
  }

  /** A page whose turn has come. */
  get(url: URL): Promise<PageRead<Page>> {
    return (this.has(url) && this.#slots.shift()?.read) || this.fetch(url)
  }

  /** A page as it is from now on. */
  async fetch(url: URL): Promise<PageRead<Page>> {
    const { signal } = this.#controller
    const decoded = await this.#fetchPage(url, signal)
    // Let go of while its last bytes came in.
    signal.throwIfAborted()
    return readPage(url, decoded)
  }

  /**
   * Asks for the pages behind one, where their addresses can be told and totals will show whether they fit together.
   *
   * @param cursor where the iteration stands behind the page
   * @param wanted how much it wants from there on
   */
  schedule({ page, items }: PageRead<Page>, cursor: Cursor, wanted: { pages: number; events: number }): void {
    if (this.#most === 0) return
    const next = this.#linked(cursor)
    if (this.#slots.length > 0 && !(next && this.has(next))) {
      // A link that leads elsewhere than was derived: the service has its own way, which is followed step by step.
      if (next) this.#agrees = false
      this.clear()
    }
    if (!next || !this.#agrees || cursor.total === undefined) return
    const most = Math.min(this.#most, wanted.pages, Math.ceil(wanted.events / (page.per_page || items.length || 1)))
    for (const url of derivedFrom(page, next, this.#slots.length, most)) {
      const read = this.fetch(url)
      // If it fails, that is told when its turn comes, if ever.
      read.catch(() => {})
      this.#slots.push({ href: url.href, read })
    }
  }

  /** Lets go of everything that is under way. */
  clear(): void {
    this.stop()
    this.#controller = new AbortController()
  }

  /** Lets go of everything, and fetches nothing from now on. */
  stop(): void {
    this.#slots = []
    this.#controller.abort(new DOMException('This page is needed no more', 'AbortError'))
  }

  /** Where the next page is, if it is a whole one. What is wrong with its link is told when its turn comes. */
  #linked({ link, from, passed }: Cursor): URL | undefined {
    try {
      return link && passed === 0 ? this.#links.next(link, from) : undefined
    } catch {
      return undefined
    }
  }
}
