import { EventsError, InputError } from '../errors/error-classes.ts'
import { type Collection, itemsOf, type Paged } from '../hal/hal.ts'
import { readOptions } from '../options/option-schemas.ts'
import type { Deadline } from '../options/read-options.ts'
import { appendStack, type Caller, callerOf } from '../text/messages.ts'
import { PageIterator, type PagerOptions, type PagingObserver } from './page-iterator.ts'
import type { Expand } from './read-ahead.ts'
import type { PagingReport } from './report.ts'

/** Settings of {@link Pager.toArray}. */
export interface ToArrayOptions {
  /** The most events to take: a whole number from 1 up, or `Infinity` for all of them. */
  readonly max: number
}

/** Result of {@link Pager.toArray}. */
export interface EventList<Event> {
  /** The events, in the order of the collection. */
  items: Event[]
  /** Whether the collection has more events after these. A link to a next page shows this, or the service's totals. */
  more: boolean
  /**
   * Whether `items` is the whole list, as `complete` of {@link PagingReport} says. False if `more` is true, or if the list began with a later page.
   */
  complete: boolean
}

/**
 * A list of events. The client requests its pages only while you iterate, and only as far as you iterate. Each iteration starts at the beginning.
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const list = events.list()
 * for await (const event of list) console.log(event.title)
 * console.log(list.report?.events, list.report?.certain) // how many, and whether none was missed
 * ```
 */
export class Pager<Event, Page extends Paged = Collection<Event>> implements AsyncIterable<Event, undefined> {
  readonly #options: PagerOptions<Page>
  /** Reads more for each item; undefined for a list of the items themselves. */
  readonly #expand: Expand | undefined
  #report: PagingReport | undefined

  /** @internal */
  constructor(options: PagerOptions<Page>, expand?: Expand) {
    this.#options = options
    this.#expand = expand
  }

  /** Report of the iteration that ended last; undefined if none has ended yet. */
  get report(): PagingReport | undefined {
    return this.#report
  }

  /**
   * Starts an iteration through the pages. It requests nothing before its first `next`.
   *
   * @example
   * ```ts
   * import { EventsV2, eventsOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for await (const page of events.list().pages()) console.log(page.page, eventsOf(page).length)
   * ```
   */
  pages(): PageIterator<Page> {
    if (this.#expand) throw InputError.of('people', 'cannot be used with pages()')
    return this.#begin(this.observe()).pages
  }

  /** Begins an iteration. `deadline` returns its time limit, after the first request. */
  #begin(observer: PagingObserver, limits = this.#options.limits): Begun<Page> {
    let deadline: Deadline | undefined
    const fetchPage: PagerOptions<Page>['fetchPage'] = (url, signal, ofIteration) => {
      deadline = ofIteration
      return this.#options.fetchPage(url, signal, ofIteration)
    }
    return { pages: new PageIterator({ ...this.#options, limits, fetchPage }, observer), deadline: () => deadline }
  }

  /**
   * Makes the callbacks of a new iteration.
   * @internal
   */
  protected observe(): PagingObserver {
    return {
      onEnd: (report) => {
        this.#report = report
      },
    }
  }

  /** The events one by one, over all pages. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Event, undefined> & AsyncDisposable {
    return new EventIterator<Event>(this.#begin(this.observe()), this.#expand)
  }

  /**
   * The events as an array. The limit is mandatory: collections can be larger than memory.
   *
   * @returns the events, whether there are more, and whether the list is complete. If `max` is reached at the end of a page, the client requests the
   * next page to find out. If that page cannot be read, `more` is true, because there is a link to it
   * @throws InputError if `max` is missing, or is no whole number from 1 up
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const { items, more, complete } = await events.list().toArray({ max: 50 })
   * console.log(items.length, more ? 'and there are more' : 'and that is all')
   * if (!complete) console.log('this is not the whole list')
   * ```
   */
  async toArray(options: ToArrayOptions): Promise<EventList<Event>> {
    const { max } = readOptions<ToArrayOptions>('toArray', options ?? {})
    const { limits } = this.#options
    const items: Event[] = []
    // Reads one event more than `max`, to know whether there are more. With this limit, the iteration also does not prefetch pages that it will not
    // need.
    const few = { ...limits, max: Math.min(limits.max, max + 1) }
    const observer = this.observe()
    let isFull = false
    const onEnd: PagingObserver['onEnd'] = (report, isDone) =>
      observer.onEnd(isFull ? withoutLast(report) : report, isDone)
    const begun = this.#begin({ ...observer, onEnd }, few)
    const { pages } = begun
    try {
      for await (const event of new EventIterator<Event>(begun, this.#expand, max)) {
        isFull = items.length === max
        if (isFull) return { items, more: true, complete: false }
        items.push(event)
      }
    } catch (error) {
      // If all wanted events are there, an error only means that the next page cannot be read. There is a link to that page, so `more` is true. An
      // abort always rejects.
      const isOwn = error instanceof EventsError && error !== this.#options.signal?.reason
      if (items.length < max || !isOwn) throw error
      return { items, more: true, complete: false }
    }
    // The list's own `max` or `maxPages` may have ended the iteration, so there may be more events.
    return { items, more: pages.more, complete: pages.report.complete }
  }
}

/** An iteration that has begun. */
interface Begun<Page extends Paged> {
  readonly pages: PageIterator<Page>
  /** The time limit of its requests; undefined if there is none, or before the first request. */
  readonly deadline: () => Deadline | undefined
}

/** The report without the last event: `toArray` reads it only to know whether there are more. */
const withoutLast = (report: PagingReport): PagingReport =>
  Object.freeze({ ...report, events: report.events - 1, complete: false, certain: false })

/**
 * The events of all pages one by one. If a page fails, `next` rejects; the next call tries that page again. `return` ends the iteration at once,
 * even while a page is being fetched.
 */
class EventIterator<Event> implements AsyncIterableIterator<Event, undefined>, AsyncDisposable {
  readonly #pages: PageIterator<Paged>
  /** The rest of the events of the current page. */
  #events: Iterator<unknown, undefined> = [].values()
  #ended = false
  readonly #controller = new AbortController()
  readonly #expand: ReturnType<Expand> | undefined
  /** Position before the current page. */
  #checkpoint: string | undefined
  /** Settles after all pending calls of `next`; undefined if there is none. */
  #latest: Promise<void> | undefined
  #caller: Caller | undefined

  constructor({ pages, deadline }: Begun<Paged>, expand?: Expand, max = Infinity) {
    this.#pages = pages
    this.#expand = expand?.({ signal: this.#controller.signal, max, deadline })
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next event. Overlapping calls get the events in the order of the calls. */
  next(): Promise<IteratorResult<Event, undefined>> {
    // Returns an event of the current page without a chain of promises, which would take more time than all other work on the event.
    const event = this.#latest || this.#expand ? undefined : this.#take()
    if (event) return Promise.resolve(event)
    this.#caller ??= callerOf(this.next)
    const caller = this.#caller
    const result = Promise.resolve(this.#latest).then(() => this.#next(caller))
    const settled = () => {
      if (this.#latest === latest) this.#latest = undefined
    }
    const latest = result.then(settled, settled)
    this.#latest = latest
    return result
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#ended = true
    this.#controller.abort()
    await this.#pages.return()
    return { done: true, value: undefined }
  }

  /** Ends the iteration, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  async #next(caller: Caller): Promise<IteratorResult<Event, undefined>> {
    for (;;) {
      const event = this.#take()
      if (event) return event.done || !this.#expand ? event : this.#settle(event.value, caller)
      if (this.#expand) this.#checkpoint = this.#pages.checkpoint
      const page = await this.#pages.nextFor(caller)
      if (page.done) return page
      const items = itemsOf(page.value)
      this.#events = this.#expand ? this.#expand(items) : items.values()
    }
  }

  /** Waits for an entry. If the entry fails, the iteration ends: its checkpoint is before the current page, because entries of the page are missing. */
  async #settle(entry: Event | Promise<Event>, caller: Caller): Promise<IteratorResult<Event, undefined>> {
    try {
      return { done: false, value: await entry }
    } catch (error) {
      // After `return`, the failure of a cancelled request is ignored.
      if (this.#ended) return { done: true, value: undefined }
      await this.return()
      if (error instanceof EventsError) appendStack(caller, Object.assign(error, { checkpoint: this.#checkpoint }))
      throw error
    }
  }

  /** The next event of the current page. If `return` was called: the end. Undefined if the iteration must fetch the next page. */
  #take(): IteratorResult<Event, undefined> | undefined {
    if (this.#ended) return { done: true, value: undefined }
    const event = this.#events.next() as IteratorResult<Event, undefined>
    return event.done ? undefined : event
  }
}
