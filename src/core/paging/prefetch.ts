import type { LinkPolicy } from '../address/link-policy.ts'
import { filterParameter, pageNumberOf, withPageNumber, withQuery } from '../address/service-address.ts'
import type { Deadline } from '../base/time.ts'
import type { Link, Paged } from '../hal/hal.ts'
import { type Counters, type ParsedPage, parsePage } from './page-read.ts'

/** The filter of a list. */
export interface ListFilter {
  /** Its text in addresses. */
  readonly text: string
  /** Whether an event meets the filter. Undefined if the client cannot tell. */
  readonly holds?: (event: object) => boolean
}

/** Where the pages of an iteration come from. */
export interface PageSource<Page> {
  /** Decides which links the client may follow. */
  readonly links: LinkPolicy
  /** Filter of the list; undefined for all events. */
  readonly filter: ListFilter | undefined
  /** Requests one page. The signal aborts the request, and so does the deadline of the iteration. */
  fetchPage(url: URL, signal: AbortSignal, deadline: Deadline | undefined): Promise<Page>
}

/** The page that an iteration reads next. */
export interface NextPage {
  /** The link to that page; undefined at the end of the list. */
  readonly link?: Link | undefined
  /** Address that the link is relative to. */
  readonly from: string
  /** Number of items of that page that the iteration has passed. More than 0 if `max` ended an iteration in the middle of the page. */
  readonly offset: number
}

/** A page that was requested in advance. */
interface PrefetchedPage<Page> {
  readonly url: URL
  readonly read: Promise<ParsedPage<Page>>
}

/** Fetches the pages of an iteration, some of them in advance. */
export class Prefetcher<Page extends Paged> {
  /** Whether a link to a next page did not have the filter. */
  lostFilter = false
  /** The time limit of the iteration. Undefined if there is none, or before the first page. */
  deadline: Deadline | undefined
  readonly #source: PageSource<Page>
  /** Number of pages to request in advance. */
  readonly #ahead: number
  #slots: PrefetchedPage<Page>[] = []
  #controller = new AbortController()
  /** Whether all `next` links so far were the addresses that the prefetcher had derived. */
  #linksAgree = true

  constructor(source: PageSource<Page>, ahead: number) {
    this.#source = source
    this.#ahead = ahead
  }

  /**
   * Resolves the link to a page. If the link does not have the filter of the list, adds the filter.
   *
   * @throws LinkError if the link must not be followed
   */
  follow(link: Link, from: string): URL {
    // The prefetcher derived this address from a checked link, so it needs no check.
    const [ahead] = this.#slots
    if (ahead?.url.href === link.href && !link.templated) return ahead.url
    const { filter, links } = this.#source
    const url = links.resolve(link, from, 'The link to the next page')
    if (filter) {
      const kept = url.searchParams.getAll(filterParameter)
      if (kept.length === 0) this.lostFilter = true
      if (kept.length !== 1 || kept[0] !== filter.text) withQuery(url, { [filterParameter]: filter.text })
    }
    return url
  }

  /** Whether the page is the first of the prefetched pages. */
  has(url: URL): boolean {
    return this.#slots[0]?.url.href === url.href
  }

  /** The next page: the prefetched one, or else from a new request. */
  get(url: URL): Promise<ParsedPage<Page>> {
    return (this.has(url) && this.#slots.shift()?.read) || this.fetch(url)
  }

  /** Requests a page now, even if it was prefetched. */
  async fetch(url: URL): Promise<ParsedPage<Page>> {
    const { signal } = this.#controller
    const page = await this.#source.fetchPage(url, signal, this.deadline)
    // `clear` or `stop` may have been called while the last bytes arrived.
    signal.throwIfAborted()
    return parsePage(url, page)
  }

  /**
   * Requests pages in advance, after the iteration has read a page. Only if the addresses of the next pages follow from that page, and only if it has
   * a total: the iteration then notices when concurrent pages do not fit together.
   *
   * @param after the position of the iteration after the page
   * @param wanted how many more pages and events the iteration may yield
   */
  schedule(
    { counters, items, total }: ParsedPage<Page>,
    after: NextPage,
    wanted: { readonly pages: number; readonly events: number },
  ): void {
    if (this.#ahead === 0) return
    const next = this.#nextUrl(after)
    if (this.#slots.length > 0 && !(next && this.has(next))) {
      // The link is not the derived address. So the prefetcher derives no more addresses in this iteration.
      if (next) this.#linksAgree = false
      this.clear()
    }
    if (!next || !this.#linksAgree || total === undefined) return
    const most = Math.min(
      this.#ahead,
      wanted.pages,
      Math.ceil(wanted.events / (counters.per_page || items.length || 1)),
    )
    for (const url of derivePageUrls(counters, next, this.#slots.length, most)) {
      const read = this.fetch(url)
      // Prevents an unhandled rejection. The iteration still gets the error when it asks for this page.
      read.catch(() => {})
      this.#slots.push({ url, read })
    }
  }

  /** Cancels all pending requests. */
  clear(): void {
    this.stop()
    this.#controller = new AbortController()
  }

  /** Cancels all pending requests, and all later ones. */
  stop(): void {
    this.#slots = []
    this.#controller.abort(new DOMException('This page is needed no more', 'AbortError'))
  }

  /**
   * Address of the next page. Undefined if the iteration has passed a part of that page. Also undefined for a link that must not be followed: the
   * iteration reports that error when it follows the link.
   */
  #nextUrl({ link, from, offset }: NextPage): URL | undefined {
    try {
      return link && offset === 0 ? this.follow(link, from) : undefined
    } catch {
      return undefined
    }
  }
}

/**
 * Derives the addresses of later pages from the `next` link and the counters of a page. Returns an empty array if the addresses do not follow from
 * these.
 *
 * @param next the target of the link
 * @param known number of addresses to leave out, because the caller has them already
 * @param most maximum number of addresses, including those left out
 */
function derivePageUrls({ page, total_pages }: Counters, next: URL, known: number, most: number): URL[] {
  const number = pageNumberOf(next)
  if (number === undefined || total_pages === undefined || (page ?? number - 1) !== number - 1) return []
  const count = Math.min(most, total_pages - number + 1)
  return Array.from({ length: Math.max(0, count - known) }, (_, index) => withPageNumber(next, number + known + index))
}
