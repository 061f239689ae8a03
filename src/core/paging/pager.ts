import type { Collection, Paged } from '../hal/hal.ts'
import { itemsOf } from '../hal/relations.ts'
import { readOptions } from '../options/option-schemas.ts'
import { type Caller, callerOf, PageIterator } from './page-iterator.ts'
import type { ListSource, PagingObserver, PagingReport } from './report.ts'

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
  readonly #source: ListSource<Page>
  #report: PagingReport | undefined

  /** @internal */
  constructor(source: ListSource<Page>) {
    this.#source = source
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
    return new PageIterator(this.#source, this.observe())
  }

  /**
   * Starts an iteration of a pager for {@link Pager.toArray}. It reads one event more than `max`, to know whether there are more. With this limit, it
   * also does not prefetch pages that it will not need. Static, so that no editor offers it for a list.
   * @internal
   */
  static pagesOf<Page extends Paged>(pager: Pager<unknown, Page>, max: number): PageIterator<Page> {
    const { limits } = pager.#source
    const observer = pager.observe()
    const onEnd: PagingObserver['onEnd'] = (report, isDone) =>
      observer.onEnd(report.events > max ? withoutLast(report) : report, isDone)
    const fewer = { ...limits, max: Math.min(limits.max, max + 1) }
    return new PageIterator(pager.#source, { ...observer, onEnd }, fewer)
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
    return new EventIterator<Event>(this.pages())
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
    const max = readMax(options)
    const pages = Pager.pagesOf(this, max)
    return collect(max, pages, new EventIterator<Event>(pages))
  }
}

/** @throws InputError if `max` is missing, or is no whole number from 1 up */
export const readMax = (options: ToArrayOptions): number => readOptions<ToArrayOptions>('toArray', options ?? {}).max

/**
 * Collects up to `max` items.
 *
 * @param pages the iteration that the items come from, of {@link Pager.pagesOf}
 */
export async function collect<Item>(
  max: number,
  pages: PageIterator<Paged>,
  all: AsyncIterable<Item>,
): Promise<EventList<Item>> {
  const items: Item[] = []
  try {
    for await (const item of all) if (items.length < max) items.push(item)
  } catch (error) {
    // If all wanted items are there, an error only means that the next page cannot be read. There is a link to that page, so `more` is true. An abort
    // always rejects.
    if (items.length < max || !pages.isOwn(error)) throw error
    return { items, more: true, complete: false }
  }
  if (pages.report.events > max) return { items, more: true, complete: false }
  // The list's own `max` or `maxPages` may have ended the iteration, so there may be more items.
  return { items, more: pages.more, complete: pages.report.complete }
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
  /** Settles after all pending calls of `next`; undefined if there is none. */
  #latest: Promise<void> | undefined
  #caller: Caller | undefined

  constructor(pages: PageIterator<Paged>) {
    this.#pages = pages
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next event. Overlapping calls get the events in the order of the calls. */
  next(): Promise<IteratorResult<Event, undefined>> {
    // Returns an event of the current page without a chain of promises, which would take more time than all other work on the event.
    const event = this.#latest ? undefined : this.#take()
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
      if (event) return event
      const page = await this.#pages.nextFor(caller)
      if (page.done) return page
      this.#events = itemsOf(page.value).values()
    }
  }

  /** The next event of the current page. If `return` was called: the end. Undefined if the iteration must fetch the next page. */
  #take(): IteratorResult<Event, undefined> | undefined {
    if (this.#ended) return { done: true, value: undefined }
    const event = this.#events.next() as IteratorResult<Event, undefined>
    return event.done ? undefined : event
  }
}
