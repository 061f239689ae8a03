import { EventsError } from '../errors/error-classes.ts'
import { type Caller, callerOf, leadTo } from '../errors/messages.ts'
import type { Paged } from '../results/hal.ts'
import { checkpointAt, rememberCheckpoint } from './checkpoint.ts'
import { type AlignedPage, align, type Cursor, cursorAfter, findLast } from './cursor.ts'
import { FilteredLinks, type PageLinks } from './kept-filter.ts'
import { LoopGuard, RecentTexts } from './loop-guard.ts'
import { type PageRead, retain, selectNew } from './page-read.ts'
import type { PagerOptions, PagingObserver } from './pager-options.ts'
import { Prefetcher } from './prefetch.ts'
import type { PagingReport } from './report.ts'

/** How often to look for an event that moves on while it is looked for. */
const mostSearches = 10

/** How many ids are kept to know an event that is met again. */
const mostIds = 1000

/**
 * One iteration through the pages of a collection: an async iterator that starts when `next` is called. A page that fails rejects, and the next
 * call of `next` tries that page again.
 *
 * @example
 * ```ts
 * import { EventsV2, eventsOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * await using pages = events.list().pages() // what is asked for ahead is let go of with the block
 * for (let page = await pages.next(); !page.done; page = await pages.next()) {
 *   for (const event of eventsOf(page.value)) console.log(event.title)
 *   console.log(pages.checkpoint) // to go on here another time: events.list({ resume })
 * }
 * console.log(pages.report.events, pages.report.certain)
 * ```
 */
export class PageIterator<Page extends Paged> implements AsyncIterableIterator<Page, undefined> {
  readonly #options: PagerOptions<Page>
  readonly #onEnd: (report: PagingReport) => void
  readonly #enough: number
  readonly #links: PageLinks
  readonly #observer: PagingObserver<Page> | undefined
  readonly #prefetcher: Prefetcher<Page>
  readonly #guard: LoopGuard
  readonly #ids = new RecentTexts(mostIds)
  #cursor: Cursor
  #counts: Omit<PagingReport, 'complete' | 'certain' | 'filter'> = {
    pages: 0,
    events: 0,
    rejected: 0,
    duplicates: 0,
    totalAtStart: undefined,
    totalAtEnd: undefined,
    shifted: false,
  }
  /** Whether what pages say of totals and sizes is worth anything. */
  #trustsTotals = true
  /** Whether the service sent events that the filter leaves out. */
  #filtersHere = false
  /** How often a page said less than what was there before and a moment later. */
  #contradictions = 0
  #stopped = false
  #ended = false
  #latest: Promise<unknown> = Promise.resolve()

  /**
   * @internal
   * @param enough how many events will be looked at: what lies behind them is not asked for ahead of time
   */
  constructor(options: PagerOptions<Page>, onEnd: (report: PagingReport) => void, enough = Infinity) {
    const { fetchPage, filter, limits, start } = options
    const links = filter?.text === undefined ? options.links : new FilteredLinks(options.links, filter.text)
    this.#options = options
    this.#links = links
    this.#observer = options.observe?.()
    this.#onEnd = onEnd
    this.#enough = enough
    this.#prefetcher = new Prefetcher(fetchPage, links, limits.prefetch)
    this.#guard = new LoopGuard(links)
    this.#cursor = start
  }

  /** How far the iteration has come. */
  get report(): PagingReport {
    const { link, met, fewest = 0, certain } = this.#cursor
    const complete = link === undefined && met >= fewest
    return Object.freeze({ ...this.#counts, complete, certain: certain && complete, filter: this.#filterReport })
  }

  get #filterReport(): PagingReport['filter'] {
    const { filter } = this.#options
    if (!filter?.holds) return filter && 'sent'
    if (this.#filtersHere || filter.text === undefined) return 'ignored'
    return this.#links instanceof FilteredLinks && this.#links.lost ? 'dropped' : 'honoured'
  }

  /**
   * Where the iteration stands, behind the page that it yielded last: a short text for `list({ resume })`, in this process or in another one. It is
   * there at any time, after an error and an abort too, and holds no key.
   */
  get checkpoint(): string {
    return checkpointAt(this.#cursor, this.#options.scope)
  }

  /**
   * Whether the collection goes on behind what was yielded.
   * @internal
   */
  get more(): boolean {
    return this.#cursor.link !== undefined
  }

  /** The iteration itself: it can be iterated once. */
  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next page. Calls that overlap are answered in their order. */
  next(): Promise<IteratorResult<Page, undefined>> {
    return this.nextFor(callerOf(this.next))
  }

  /**
   * The next page.
   * @internal
   */
  nextFor(caller: Caller): Promise<IteratorResult<Page, undefined>> {
    const result = this.#latest.then(() => this.#next(caller))
    this.#latest = result.catch(() => {})
    return result
  }

  /** Ends the iteration; pages that are being fetched are abandoned. */
  async return(): Promise<IteratorResult<Page, undefined>> {
    this.#stopped = true
    this.#prefetcher.stop()
    return this.#end()
  }

  /** Ends the iteration, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  async #next(caller: Caller): Promise<IteratorResult<Page, undefined>> {
    try {
      const page = await this.#nextPage()
      if (page) {
        // One that a failed page ended has gone on.
        this.#ended = false
        return { done: false, value: page }
      }
      // Nobody will ask for what lies behind a limit.
      this.#prefetcher.clear()
      if (!this.#stopped) this.#observer?.onDone(this.report)
    } catch (error) {
      // Whoever ended the iteration while a page was on its way wants no news of that page.
      if (!this.#stopped) {
        this.#prefetcher.clear()
        this.#end()
        const isOwn = error instanceof EventsError && error !== this.#options.signal?.reason
        if (isOwn) leadTo(caller, Object.assign(error, { checkpoint: this.checkpoint }))
        throw error
      }
    }
    return this.#end()
  }

  /** It may be over: a loop that a failed page ended never comes back. */
  #end(): IteratorResult<Page, undefined> {
    if (!this.#ended) this.#onEnd(this.report)
    this.#ended = true
    return { done: true, value: undefined }
  }

  /** The next page that has something new, or that is empty; undefined at the end of the list, or of what was asked for of it. */
  async #nextPage(): Promise<Page | undefined> {
    const { max, maxPages } = this.#options.limits
    for (;;) {
      if (this.#stopped || this.#counts.pages >= maxPages || this.#counts.events >= max) return undefined
      const found = await this.#find()
      if (this.#stopped) return undefined
      if (!found) {
        this.#cursor = { ...this.#cursor, link: undefined }
        return undefined
      }
      const isNews = this.#take(found)
      const { pages, events } = this.#counts
      const wanted = { pages: maxPages - pages, events: Math.min(max, this.#enough) - events }
      this.#prefetcher.schedule(found.read, this.#cursor, wanted)
      if (isNews) return found.read.page
    }
  }

  /** The page behind the last event, as it stands by now. */
  async #find(): Promise<AlignedPage<Page> | undefined> {
    let cursor = this.#cursor
    let shifted = false
    for (let searches = 0; ; searches += 1) {
      const url = this.#follow(cursor)
      if (!url) return undefined
      const wasEarly = this.#prefetcher.has(url)
      let read = this.#trusted(await this.#prefetcher.get(url))
      let alignment = align(read, cursor)
      if (!alignment && wasEarly) {
        // Responses that are under way at once may overtake each other.
        read = await this.#prefetcher.fetch(url)
        alignment = align(read, cursor)
      }
      if (alignment) return { read, ...alignment, shifted: alignment.shifted || shifted }
      // Totals that contradict each other whenever they are read are no totals.
      if (searches === mostSearches) {
        this.#trustsTotals = false
        return { read: this.#trusted(read), drop: cursor.passed, certain: false, shifted }
      }
      this.#prefetcher.clear()
      const found = await findLast(cursor, read, (address) => this.#prefetcher.fetch(address), this.#links)
      const { total = 0 } = read
      if (total < (cursor.total ?? 0) && total < (found.read.total ?? 0)) this.#contradictions += 1
      if (this.#contradictions === mostSearches) this.#trustsTotals = false
      const isBehind = found.certain && found.drop === found.read.items.length
      this.#guard.restart(isBehind ? found.read.url : undefined)
      if (!isBehind) return found
      // The event stands at the end of that page, and the way leads on.
      shifted ||= found.shifted
      cursor = cursorAfter(found.read, found.drop, cursor, cursor)
    }
  }

  #trusted(read: PageRead<Page>): PageRead<Page> {
    return this.#trustsTotals ? read : { ...read, total: undefined, perPage: undefined }
  }

  #follow(cursor: Cursor): URL | undefined {
    try {
      return this.#guard.follow(cursor)
    } catch (error) {
      this.#cursor = this.#guard.retreat(this.#cursor)
      throw error
    }
  }

  /** @returns whether there is anything to yield */
  #take({ read, drop, certain, shifted }: AlignedPage<Page>): boolean {
    const { page, items, total } = read
    const before = this.#cursor
    const counts = this.#counts
    const { limits, filter, scope } = this.#options
    const most = limits.max - counts.events
    const selection = selectNew(items, drop, most, (id) => this.#ids.has(id), filter?.holds)
    const { kept, events, leftOut, repeated, twice, end } = selection
    const met = kept.length + leftOut.length
    if (kept.length < items.length) retain(read, kept)
    for (const { id } of [...kept, ...leftOut]) this.#ids.add(id)
    if (leftOut.length > 0) this.#filtersHere = true
    // An event that comes again although nothing has moved: the order of the list is not to be relied on.
    const isCertain = certain && this.#contradictions === 0 && twice === 0 && (repeated === 0 || total !== before.total)
    this.#cursor = cursorAfter(read, end, before, {
      met: before.met + met,
      certain: before.certain && isCertain,
    })
    this.#guard.pass(read, end, met)
    const isNews = kept.length > 0 || items.length === 0
    this.#counts = {
      pages: counts.pages + (isNews ? 1 : 0),
      events: counts.events + events,
      rejected: counts.rejected + kept.length - events,
      duplicates: counts.duplicates + Math.max(0, drop - before.passed) + repeated + twice,
      totalAtStart: counts.pages === 0 ? total : counts.totalAtStart,
      totalAtEnd: total,
      shifted: counts.shifted || shifted || repeated > 0,
    }
    rememberCheckpoint(page, this.#cursor, scope)
    this.#observer?.onPage(page)
    return isNews
  }
}
