import { EventsError } from '../errors/error-classes.ts'
import { type Collection, itemsOf, type Paged } from '../hal/hal.ts'
import { atMost, readOptions } from '../options/option-checks.ts'
import { type Caller, callerOf } from '../text/messages.ts'
import { PageIterator, type PagerOptions, type PagingObserver } from './page-iterator.ts'
import type { PagingReport } from './report.ts'

/** How much {@link Pager.toArray} takes. */
export interface ToArrayOptions {
  /** The most events to take: a whole number from 1 up, or `Infinity` for all of them. */
  readonly max: number
}

/** What {@link Pager.toArray} took. */
export interface EventList<Event> {
  /** The events, in the order of the collection. */
  items: Event[]
  /** Whether the collection has others behind these: there is a link to a next page, or the totals of the service say so. */
  more: boolean
  /** Whether these are the whole list, as in {@link PagingReport}. False where `more` is true, and where the list began with a later page. */
  complete: boolean
}

/**
 * A list of events that is fetched page by page, when and as far as it is iterated. Each iteration starts anew.
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
  #report: PagingReport | undefined

  /** @internal */
  constructor(options: PagerOptions<Page>) {
    this.#options = options
  }

  /** Report of the iteration that ended last; undefined if none has ended yet. */
  get report(): PagingReport | undefined {
    return this.#report
  }

  /**
   * Starts an iteration through the pages. Nothing is asked for before its first `next`.
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
    return new PageIterator(this.#options, this.observe())
  }

  /**
   * Follows an iteration that begins.
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
   * @throws InputError where `max` is missing or no whole number from 1 up
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
    const { max } = readOptions<ToArrayOptions>({ max: atMost }, options ?? {})
    const { limits } = this.#options
    const items: Event[] = []
    // One more tells that there are more; what lies behind it is not asked for ahead of time.
    const few = { ...limits, max: Math.min(limits.max, max + 1) }
    const observer = this.observe()
    let isFull = false
    const onEnd: PagingObserver['onEnd'] = (report, isDone) =>
      observer.onEnd(isFull ? withoutLast(report) : report, isDone)
    const pages = new PageIterator({ ...this.#options, limits: few }, { ...observer, onEnd })
    try {
      for await (const event of new EventIterator<Event>(pages)) {
        isFull = items.length === max
        if (isFull) return { items, more: true, complete: false }
        items.push(event)
      }
    } catch (error) {
      // An abort is the caller's own wish; any other failure comes after all that was asked for.
      const isOwn = error instanceof EventsError && error !== this.#options.signal?.reason
      if (items.length < max || !isOwn) throw error
      return { items, more: true, complete: false }
    }
    // A limit of the list may have ended the iteration.
    return { items, more: pages.more, complete: pages.report.complete }
  }
}

/** The report of an iteration whose last event was read to see whether there is one. */
const withoutLast = (report: PagingReport): PagingReport =>
  Object.freeze({ ...report, events: report.events - 1, complete: false, certain: false })

/**
 * The events of all pages one by one. A page that fails rejects, and the next call of `next` tries it again; `return` ends the iteration at
 * once, also while a page is on its way.
 */
class EventIterator<Event> implements AsyncIterableIterator<Event, undefined>, AsyncDisposable {
  readonly #pages: PageIterator<Paged>
  /** Those of the page in hand. */
  #events: Iterator<unknown, undefined> = [].values()
  #ended = false
  /** Settles after the calls that wait for a page, or for those before them; undefined where none does. */
  #latest: Promise<void> | undefined
  #caller: Caller | undefined

  constructor(pages: PageIterator<Paged>) {
    this.#pages = pages
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next event. Calls that overlap are answered in their order. */
  next(): Promise<IteratorResult<Event, undefined>> {
    // An event that is there already is not waited for: promises that wait for each other would take longer than all else that is done with it.
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

  /** The next event, where it is there already; the end, where the iteration was ended. */
  #take(): IteratorResult<Event, undefined> | undefined {
    if (this.#ended) return { done: true, value: undefined }
    const event = this.#events.next() as IteratorResult<Event, undefined>
    return event.done ? undefined : event
  }
}
