import type { Link, Paged } from '../hal/hal.ts'
import type { Deadline, PagingLimits } from '../options/read-options.ts'
import type { LinkPolicy } from '../url/link-policy.ts'
import { derivedFrom, withQuery } from '../url/service-url.ts'
import { type Filter, filterParameter } from '../version/filter.ts'
import { type ParsedPage, parsePage } from './page-read.ts'

/** Where pages come from. */
export interface PageSource<Page> {
  /** Gets one page by its address, until the signal ends it, or until the deadline of the iteration. */
  readonly fetchPage: (url: URL, signal: AbortSignal, deadline?: Deadline) => Promise<Page>
  /** Which links may be followed. */
  readonly links: LinkPolicy
  /** Which events of the list are wanted; undefined where all are. */
  readonly filter: Filter | undefined
  /** How many items the service has named for the same list without a filter, a short while ago. */
  readonly unfilteredTotal: () => number | undefined
  readonly limits: PagingLimits
}

/** The page that an iteration reads next. */
export interface NextPage {
  /** The link to it; undefined at the end of the list. */
  readonly link?: Link | undefined
  /** Address that the link is relative to. */
  readonly from: string
  /** How many of its events were passed already: more than 0 where `max` ended an iteration in the middle of a page. */
  readonly offset: number
}

/** A page that was asked for before its turn. */
interface Slot<Page> {
  readonly url: URL
  readonly read: Promise<ParsedPage<Page>>
}

/** Fetches pages: when they are wanted, or ahead of their turn, in their order. */
export class Prefetcher<Page extends Paged> {
  /** Whether a link had lost the filter. */
  lostFilter = false
  readonly #source: PageSource<Page>
  #slots: Slot<Page>[] = []
  #controller = new AbortController()
  /** Whether the service's links lead where was derived. */
  #agrees = true

  constructor(source: PageSource<Page>) {
    this.#source = source
  }

  /**
   * Where the link to a page leads. One that has lost the filter of the list gets it back.
   *
   * @throws LinkError where it must not be followed
   */
  follow(link: Link, from: string): URL {
    // Of the pages that were asked for ahead, each address is known: it was derived from one that was checked.
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

  /** Whether a page was asked for ahead of its turn, which has come. */
  has(url: URL): boolean {
    return this.#slots[0]?.url.href === url.href
  }

  /** A page whose turn has come. */
  get(url: URL): Promise<ParsedPage<Page>> {
    return (this.has(url) && this.#slots.shift()?.read) || this.fetch(url)
  }

  /** A page as it is from now on. */
  async fetch(url: URL): Promise<ParsedPage<Page>> {
    const { signal } = this.#controller
    const page = await this.#source.fetchPage(url, signal)
    // Let go of while its last bytes came in.
    signal.throwIfAborted()
    return parsePage(url, page)
  }

  /**
   * Asks for the pages behind one, where their addresses can be told and totals will show whether they fit together.
   *
   * @param behind where the iteration stands behind the page
   * @param wanted how much it wants from there on
   */
  schedule(
    { counters, items, total }: ParsedPage<Page>,
    behind: NextPage,
    wanted: { readonly pages: number; readonly events: number },
  ): void {
    const { prefetch } = this.#source.limits
    if (prefetch === 0) return
    const next = this.#linked(behind)
    if (this.#slots.length > 0 && !(next && this.has(next))) {
      // A link that leads elsewhere than was derived: the service has its own way, which is followed step by step.
      if (next) this.#agrees = false
      this.clear()
    }
    if (!next || !this.#agrees || total === undefined) return
    const most = Math.min(prefetch, wanted.pages, Math.ceil(wanted.events / (counters.per_page || items.length || 1)))
    for (const url of derivedFrom(counters, next, this.#slots.length, most)) {
      const read = this.fetch(url)
      // If it fails, that is told when its turn comes, if ever.
      read.catch(() => {})
      this.#slots.push({ url, read })
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
  #linked({ link, from, offset }: NextPage): URL | undefined {
    try {
      return link && offset === 0 ? this.follow(link, from) : undefined
    } catch {
      return undefined
    }
  }
}
