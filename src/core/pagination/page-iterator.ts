import { EventsError, TimeoutError } from '../errors/error-classes.ts'
import type { Paged } from '../hal/hal.ts'
import type { Deadline } from '../options/read-options.ts'
import { appendStack, type Caller, callerOf } from '../text/messages.ts'
import { checkpointAt, rememberCheckpoint, type Scope } from './checkpoint.ts'
import { type AlignedPage, align, type Cursor, cursorAfter, findLast, isShort, missingAtEnd } from './cursor.ts'
import { LoopGuard } from './loop-guard.ts'
import type { ParsedPage } from './page-read.ts'
import { type NextPage, type PageSource, Prefetcher } from './prefetch.ts'
import { Deduplicator, type PagingReport } from './report.ts'

/** What a list needs of its client. */
export interface PagerOptions<Page> extends PageSource<Page> {
  /** Where iterations begin. */
  readonly start: Cursor
  /** What their checkpoints are bound to. */
  readonly scope: Scope
  /** The caller's own. `fetchPage` heeds it already. */
  readonly signal: AbortSignal | undefined
  /** The clock of the time limits. */
  readonly clock: () => number
  /** Warns of a list, with its report. */
  readonly warn: (message: string, report: PagingReport) => void
}

/** Follows one iteration. */
export interface PagingObserver {
  /** A page was read. It holds what will be yielded of it. */
  onPage?(page: Paged): void
  /** @param isDone whether it came to its end by itself: nobody broke it off, and nothing failed */
  onEnd(report: PagingReport, isDone: boolean): void
}

/** How often to look for an event that moves on while it is looked for, and how often totals may contradict each other. */
const maxSearches = 10

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
  readonly #observer: PagingObserver
  readonly #pages: Prefetcher<Page>
  readonly #guard: LoopGuard
  readonly #deduplicator: Deduplicator
  #cursor: Cursor
  /** The page that was read last, and how much of it is passed. */
  #before: NextPage | undefined
  /** How often the last event was looked for since there was news. */
  #searches = 0
  /** How often a page said less than what was there before and a moment later. */
  #contradictions = 0
  /** Whether the last page did not say where the list goes on, nor that it ends. */
  #isLost = false
  #stopped = false
  #ended = false
  #warned = false
  #deadline: Deadline | undefined
  #latest: Promise<unknown> = Promise.resolve()
  #caller: Caller | undefined

  /** @internal */
  constructor(options: PagerOptions<Page>, observer: PagingObserver) {
    this.#options = options
    this.#observer = observer
    this.#guard = new LoopGuard(options.links)
    this.#deduplicator = new Deduplicator(options)
    this.#pages = new Prefetcher({
      ...options,
      fetchPage: (url, signal) => options.fetchPage(url, signal, this.#deadline),
    })
    this.#cursor = options.start
  }

  /** How far the iteration has come. */
  get report(): PagingReport {
    return this.#deduplicator.report(this.#cursor, this.#pages.lostFilter)
  }

  /**
   * Where the iteration stands, behind the page that it yielded last: a short text for `list({ resume })`, in this process or in another one. It is
   * there at any time, after an error and an abort too, and holds no key.
   */
  get checkpoint(): string {
    return checkpointAt(this.#cursor, this.#options.scope)
  }

  /**
   * Whether the collection goes on behind what was yielded, by its links or by its totals.
   * @internal
   */
  get more(): boolean {
    return (this.#cursor.link !== undefined && !this.#isLost) || isShort(this.#cursor)
  }

  /** The iteration itself: it can be iterated once. */
  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next page. Calls that overlap are answered in their order. */
  next(): Promise<IteratorResult<Page, undefined>> {
    this.#caller ??= callerOf(this.next)
    return this.nextFor(this.#caller)
  }

  /**
   * The next page.
   * @internal
   */
  nextFor(caller: Caller): Promise<IteratorResult<Page, undefined>> {
    const { clock, limits } = this.#options
    if (limits.deadline < Infinity) this.#deadline ??= { limit: limits.deadline, end: clock() + limits.deadline }
    const result = this.#latest.then(() => this.#next(caller))
    this.#latest = result.catch(() => {})
    return result
  }

  /** Ends the iteration; pages that are being fetched are abandoned. */
  async return(): Promise<IteratorResult<Page, undefined>> {
    this.#stopped = true
    this.#pages.stop()
    return this.#end(false)
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
    } catch (error) {
      // Whoever ended the iteration while a page was on its way wants no news of that page.
      if (!this.#stopped) {
        this.#end(false)
        const isOwn = error instanceof EventsError && error !== this.#options.signal?.reason
        if (isOwn) appendStack(caller, Object.assign(error, { checkpoint: this.checkpoint }))
        throw error
      }
    }
    return this.#end(!this.#stopped)
  }

  /** It may be over: a loop that a failed page ended never comes back. */
  #end(isDone: boolean): IteratorResult<Page, undefined> {
    if (!this.#stopped) this.#pages.clear()
    if (isDone || !this.#ended) this.#observer.onEnd(this.report, isDone)
    if (isDone && !this.#isLimited) this.#warn()
    this.#ended = true
    return { done: true, value: undefined }
  }

  /** Whether a limit ends the iteration. */
  get #isLimited(): boolean {
    const { max, maxPages } = this.#options.limits
    const { pages, events } = this.#deduplicator.counts
    return pages >= maxPages || events >= max
  }

  /** Warns once of a list that has ended and is not complete. */
  #warn(): void {
    const { scope, warn } = this.#options
    const missing = missingAtEnd(this.#cursor)
    if (missing === undefined || this.#warned) return
    this.#warned = true
    warn(`The list ${scope.clean(scope.collection)} is not complete: ${missing}`, this.report)
  }

  /** The next page that has something new, or that is empty; undefined at the end of the list, or of what was asked for of it. */
  async #nextPage(): Promise<Page | undefined> {
    for (;;) {
      if (this.#stopped || this.#isLost || this.#isLimited) return undefined
      const url = this.#follow()
      if (!url) return undefined
      this.#checkDeadline(url)
      const found = await this.#find(url)
      if (this.#stopped) return undefined
      if (this.#take(found)) return found.read.page
    }
  }

  /** @throws TimeoutError where the iteration has no time for a page */
  #checkDeadline({ href }: URL): void {
    const { clock, scope } = this.#options
    const { limit, end } = this.#deadline ?? { limit: Infinity, end: Infinity }
    if (clock() < end) return
    const url = scope.clean(href)
    const message = `GET ${url} was not sent: the list has taken ${limit} ms (deadline)`
    throw new TimeoutError(message, 'deadline', limit, { method: 'GET', url, attempts: [] })
  }

  /** Where the next page is; undefined at the end of the list. */
  #follow(): URL | undefined {
    const { link, from } = this.#cursor
    if (!link) return undefined
    try {
      const url = this.#pages.follow(link, from)
      this.#guard.check(url)
      return url
    } catch (error) {
      // Whoever tries again is not held to a bad link: the page that it stood on is read once more, for another one.
      if (this.#before) this.#guard.forget(this.#before.from)
      this.#cursor = { ...this.#cursor, ...this.#before }
      throw error
    }
  }

  /** The page at an address, or where the last event has moved, the one on which it stands by now. */
  async #find(url: URL): Promise<AlignedPage<Page>> {
    const cursor = this.#cursor
    const wasEarly = this.#pages.has(url)
    let read = this.#trusted(await this.#pages.get(url))
    let alignment = align(read, cursor)
    if (!alignment && wasEarly) {
      // Responses that are under way at once may overtake each other.
      read = await this.#pages.fetch(url)
      alignment = align(read, cursor)
    }
    if (alignment) return { read, ...alignment }
    this.#pages.clear()
    const found = await findLast(cursor, read, this.#pages, this.#options.links)
    // The way may lead back to pages that were passed.
    this.#guard.restart()
    const { total = 0 } = read
    if (total < (cursor.total ?? 0) && total < (found.read.total ?? 0)) this.#contradictions += 1
    this.#searches += 1
    if (this.#searches === maxSearches) this.#contradictions = maxSearches
    return found
  }

  /** Totals that contradict each other whenever they are read are no totals. */
  #trusted(read: ParsedPage<Page>): ParsedPage<Page> {
    return this.#contradictions < maxSearches ? read : { ...read, total: undefined, perPage: undefined }
  }

  /** @returns whether there is anything to yield */
  #take(found: AlignedPage<Page>): boolean {
    const { read, certain } = found
    const { limits, scope } = this.#options
    const before = this.#cursor
    const { end, seen, hasNew, orderBroken } = this.#deduplicator.take(
      found,
      before,
      limits.max - this.#deduplicator.counts.events,
    )
    if (seen > 0) this.#searches = 0
    this.#guard.pass(read.url, end === read.items.length, seen)
    this.#before = { link: { href: read.url.href }, from: read.url.href, offset: end }
    this.#cursor = cursorAfter(read, end, before, {
      seen: before.seen + seen,
      certain: before.certain && certain && !orderBroken && !read.isContradictory && this.#contradictions === 0,
    })
    rememberCheckpoint(read.page, this.#cursor, scope)
    const { pages, events } = this.#deduplicator.counts
    this.#isLost = end === read.items.length && !read.next && !read.isEnd
    const wanted = { pages: limits.maxPages - pages, events: limits.max - events }
    if (!this.#isLost) this.#pages.schedule(read, this.#cursor, wanted)
    this.#observer.onPage?.(read.page)
    return hasNew
  }
}
