import { type Deadline, elapsed } from '../base/time.ts'
import { EventsError, TimeoutError } from '../errors/error-classes.ts'
import type { Paged } from '../hal/hal.ts'
import type { PagingLimits } from '../options/read-options.ts'
import { rememberCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { type AlignedPage, align, type Cursor, cursorAfter, findLast, hasMore, missingAtEnd } from './cursor.ts'
import type { ParsedPage } from './page-read.ts'
import { type NextPage, Prefetcher } from './prefetch.ts'
import { Deduplicator, LoopGuard } from './repeats.ts'
import type { ListSource, PagingObserver, PagingReport } from './report.ts'

/** The iteration ignores totals after this many searches without a new event, and after this many contradictory totals. */
const maxSearches = 10

/**
 * One iteration through the pages of a collection: an async iterator that starts when `next` is called. If a page fails, `next` rejects; the next
 * call tries that page again.
 *
 * @example
 * ```ts
 * import { EventsV2, eventsOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * await using pages = events.list().pages() // the end of the block cancels pages that were requested in advance
 * for (let page = await pages.next(); !page.done; page = await pages.next()) {
 *   for (const event of eventsOf(page.value)) console.log(event.title)
 *   console.log(pages.checkpoint) // to continue here another time: events.list({ resume })
 * }
 * console.log(pages.report.events, pages.report.certain)
 * ```
 */
export class PageIterator<Page extends Paged> implements AsyncIterableIterator<Page, undefined> {
  readonly #source: ListSource<Page>
  readonly #limits: PagingLimits
  readonly #observer: PagingObserver
  readonly #pages: Prefetcher<Page>
  readonly #guard: LoopGuard
  readonly #deduplicator: Deduplicator
  #cursor: Cursor
  /** The latest page, and how many of its items the iteration has passed. */
  #before: NextPage | undefined
  /** Number of searches for the last passed event since the iteration found a new event. */
  #searches = 0
  /** How often a page had a smaller total than the pages that were read before and after it. */
  #contradictions = 0
  /** Whether the last page has no `next` link and does not show the end of the list. */
  #isLost = false
  #stopped = false
  #ended = false
  #warned = false
  #latest: Promise<unknown> = Promise.resolve()
  #caller: Caller | undefined

  /** @internal */
  constructor(source: ListSource<Page>, observer: PagingObserver, limits = source.limits) {
    this.#source = source
    this.#limits = limits
    this.#observer = observer
    this.#guard = new LoopGuard(source.links)
    this.#deduplicator = new Deduplicator(source)
    this.#pages = new Prefetcher(source, limits.prefetch)
    this.#cursor = source.start
  }

  /** The report of the iteration so far. */
  get report(): PagingReport {
    return this.#deduplicator.report(this.#cursor, this.#pages.lostFilter)
  }

  /**
   * Position after the page that was yielded last: a short text for `list({ resume })`, in this process or another one. You can read it at any time,
   * also after an error or an abort. It does not contain the API key.
   */
  get checkpoint(): string {
    return writeCheckpoint(this.#cursor, this.#source.scope)
  }

  /**
   * Whether the collection has more events after the yielded ones, by its links or its totals.
   * @internal
   */
  get more(): boolean {
    return (this.#cursor.link !== undefined && !this.#isLost) || hasMore(this.#cursor)
  }

  /** The time limit of the requests. Undefined if there is none, or before the first page. @internal */
  get deadline(): Deadline | undefined {
    return this.#pages.deadline
  }

  /** Whether an error is one of this package, and not the reason that the caller gave to the signal. @internal */
  isOwn(error: unknown): error is EventsError {
    return error instanceof EventsError && error !== this.#source.signal?.reason
  }

  /** Returns the iteration itself, so that `for await` works. It can be iterated once. */
  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next page. Overlapping calls get the pages in the order of the calls. */
  next(): Promise<IteratorResult<Page, undefined>> {
    this.#caller ??= callerOf(this.next)
    return this.nextFor(this.#caller)
  }

  /** The next page. The stack of an error continues with `caller`. @internal */
  nextFor(caller: Caller): Promise<IteratorResult<Page, undefined>> {
    const { deadline: limit } = this.#limits
    if (limit < Infinity) this.#pages.deadline ??= { limit, end: elapsed() + limit }
    const result = this.#latest.then(() => this.#next(caller))
    this.#latest = result.catch(() => {})
    return result
  }

  /** Ends the iteration and cancels all pending requests. */
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
        // An error of an earlier call had ended the iteration. Now it continues.
        this.#ended = false
        return { done: false, value: page }
      }
    } catch (error) {
      // After `return`, a failure of the cancelled page is ignored.
      if (!this.#stopped) {
        this.#end(false)
        if (this.isOwn(error)) appendStack(caller, Object.assign(error, { checkpoint: this.checkpoint }))
        throw error
      }
    }
    return this.#end(!this.#stopped)
  }

  /** Ends the iteration. After an error, the caller may still call `next` again, and the iteration continues. */
  #end(isDone: boolean): IteratorResult<Page, undefined> {
    if (!this.#stopped) this.#pages.clear()
    if (isDone || !this.#ended) this.#observer.onEnd(this.report, isDone)
    if (isDone && !this.#isLimited) this.#warn()
    this.#ended = true
    return { done: true, value: undefined }
  }

  /** Whether `max` or `maxPages` ends the iteration. */
  get #isLimited(): boolean {
    const { max, maxPages } = this.#limits
    const { pages, events } = this.#deduplicator.counts
    return pages >= maxPages || events >= max
  }

  /** Writes a warning, once, if the list has ended and is not complete. */
  #warn(): void {
    const missing = missingAtEnd(this.#cursor)
    if (missing === undefined || this.#warned) return
    this.#warned = true
    const { scope } = this.#source
    this.#source.warn(`The list ${scope.clean(scope.collection)} is not complete: ${missing}`, this.report)
  }

  /** The next page that has a new event or is empty; undefined at the end of the list, and if a limit is reached. */
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

  /** @throws TimeoutError if the deadline of the iteration has passed */
  #checkDeadline({ href }: URL): void {
    if (!this.deadline || elapsed() < this.deadline.end) return
    const { limit } = this.deadline
    const url = this.#source.scope.clean(href)
    const message = `GET ${url} was not sent: the list has taken ${limit} ms (deadline)`
    throw new TimeoutError(message, 'deadline', limit, { method: 'GET', url, attempts: [] })
  }

  /** Address of the next page; undefined at the end of the list. */
  #follow(): URL | undefined {
    const { link, from } = this.#cursor
    if (!link) return undefined
    try {
      const url = this.#pages.follow(link, from)
      this.#guard.check(url)
      return url
    } catch (error) {
      // If the caller calls `next` again, the iteration reads the page with the bad link again: the service may have corrected the link.
      if (this.#before) this.#guard.forget(this.#before.from)
      this.#cursor = { ...this.#cursor, ...this.#before }
      throw error
    }
  }

  /** Gets the page at an address or, if the last passed event has moved, the page that has this event now. */
  async #find(url: URL): Promise<AlignedPage<Page>> {
    const cursor = this.#cursor
    const wasPrefetched = this.#pages.has(url)
    let read = this.#trusted(await this.#pages.get(url))
    if (!this.#source.isOrdered) return { read, drop: cursor.offset, certain: false, shifted: false }
    let alignment = align(read, cursor)
    if (!alignment && wasPrefetched) {
      // The prefetched response may show an older state of the list, because concurrent responses can arrive in another order.
      read = await this.#pages.fetch(url)
      alignment = align(read, cursor)
    }
    if (alignment) return { read, ...alignment }
    this.#pages.clear()
    const found = await findLast(cursor, read, this.#pages, this.#source.links)
    // The search may have gone back, so the iteration may read some pages again.
    this.#guard.restart()
    const { total = 0 } = read
    if (total < (cursor.total ?? 0) && total < (found.read.total ?? 0)) this.#contradictions += 1
    this.#searches += 1
    if (this.#searches === maxSearches) this.#contradictions = maxSearches
    return found
  }

  /** Removes the totals of a page if the totals of this list have contradicted each other too often. */
  #trusted(read: ParsedPage<Page>): ParsedPage<Page> {
    return this.#contradictions < maxSearches ? read : { ...read, total: undefined, perPage: undefined }
  }

  /** Removes repeated events from a page, moves the cursor behind it, and prefetches. Returns whether there is anything to yield. */
  #take(found: AlignedPage<Page>): boolean {
    const { read, certain } = found
    const { max, maxPages } = this.#limits
    const before = this.#cursor
    const most = max - this.#deduplicator.counts.events
    const { end, seen, hasNew, orderBroken } = this.#deduplicator.take(found, before, most)
    if (seen > 0) this.#searches = 0
    this.#guard.pass(read.url, end === read.items.length, seen)
    this.#before = { link: { href: read.url.href }, from: read.url.href, offset: end }
    this.#cursor = cursorAfter(read, end, before, {
      seen: before.seen + seen,
      certain: before.certain && certain && !orderBroken && !read.isContradictory && this.#contradictions === 0,
    })
    rememberCheckpoint(read.page, this.#cursor, this.#source.scope)
    const { pages, events } = this.#deduplicator.counts
    this.#isLost = end === read.items.length && !read.next && !read.isEnd
    if (!this.#isLost) this.#pages.schedule(read, this.#cursor, { pages: maxPages - pages, events: max - events })
    this.#observer.onPage?.(read.page)
    return hasNew
  }
}

/** The stack of a caller, if the runtime gives it. */
export interface Caller {
  readonly stack?: string
}

/**
 * The stack of a function's caller. An iterator appends it to its errors. Without it, the ten frames that a runtime keeps would all be from this
 * package.
 */
export function callerOf(called: () => unknown): Caller {
  const caller: Caller = {}
  // The runtime formats this stack only when it is read.
  Error.captureStackTrace?.(caller, called)
  return caller
}

/** Appends the stack of the caller to the stack of an error. */
export function appendStack({ stack = '' }: Caller, error: Error): void {
  const [frames = ''] = /(?:\n +at .*)+/.exec(stack) ?? []
  // In some runtimes, an assignment would make `stack` enumerable, so that the error's JSON would contain it.
  if (frames) Object.defineProperty(error, 'stack', { value: error.stack + frames, configurable: true, writable: true })
}
