import { EventsError, type LinkError } from '../errors/error-classes.ts'
import { type Caller, callerOf } from '../errors/messages.ts'
import { checkOptions, required, wholeFrom } from '../option-checks.ts'
import type { WalkLimits } from '../read-options.ts'
import { type Collection, eventsOf, type Link } from '../results/hal.ts'
import type { Scope } from './checkpoint.ts'
import type { Place } from './cursor.ts'
import { Walk, type WalkReport } from './page-iterator.ts'

/** How much {@link Pager.toArray} takes. */
export interface ToArrayOptions {
  /** The most events to take, a whole number from 1 up. */
  readonly max: number
}

/** What {@link Pager.toArray} took. */
export interface EventList<Event> {
  /** The events, in the order of the collection. */
  items: Event[]
  /** Whether the collection has others. */
  more: boolean
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
export class Pager<Event, Page extends Collection<Event> = Collection<Event>>
  implements AsyncIterable<Event, undefined>
{
  readonly #source: PageSource<Page>
  #report: WalkReport | undefined

  /** @internal */
  constructor(source: PageSource<Page>) {
    this.#source = source
  }

  /** How far the latest walk came; undefined before the first. */
  get report(): WalkReport | undefined {
    return this.#report
  }

  /**
   * Starts a walk through the pages. Nothing is asked for before its first `next`.
   *
   * @example
   * ```ts
   * import { EventsV2, eventsOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for await (const page of events.list().pages()) console.log(page.page, eventsOf(page).length)
   * ```
   */
  pages(): Walk<Page> {
    return this.#walk()
  }

  /** @param enough how many events will be looked at */
  #walk(enough?: number): Walk<Page> {
    const onEnd = (report: WalkReport) => {
      this.#report = report
    }
    return new Walk(this.#source, onEnd, enough)
  }

  /** The events one by one, over all pages. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Event, undefined> & AsyncDisposable {
    return new EventWalk<Event>(this.pages())
  }

  /**
   * The events as an array. The limit is mandatory: collections can be larger than memory.
   *
   * @returns the events, and whether there are more. Where `max` is reached at the end of a page, the next page is asked for to
   * know that; where it cannot be read, the link to it counts as more
   * @throws InputError where `max` is missing or no whole number from 1 up
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const { items, more } = await events.list().toArray({ max: 50 })
   * console.log(items.length, more ? 'and there are more' : 'and that is all')
   * ```
   */
  async toArray(options: ToArrayOptions): Promise<EventList<Event>> {
    checkOptions({ max: required(wholeFrom(1), 'is missing; a whole number from 1 up') }, options ?? {})
    const { max } = options
    const items: Event[] = []
    const pages = this.#walk(max + 1)
    const walk = new EventWalk<Event>(pages)
    try {
      for await (const event of walk) {
        if (items.length === max) return { items, more: true }
        items.push(event)
      }
    } catch (error) {
      // An abort is the caller's own wish; any other failure comes after all that was asked for.
      if (items.length < max || !(error instanceof EventsError) || this.#source.isAbort(error)) throw error
      return { items, more: true }
    } finally {
      await walk.return()
    }
    // A limit of the list may have ended the walk.
    return { items, more: pages.more }
  }
}

/**
 * The events of a walk one by one. A page that fails rejects, and the next call of `next` tries it again; `return` ends the walk at
 * once, also while a page is on its way.
 */
export class EventWalk<Event> implements AsyncIterableIterator<Event, undefined>, AsyncDisposable {
  readonly #walk: Walk<Collection<Event>>
  #events: readonly Event[] = []
  #at = 0
  #ended = false
  /** Calls that wait for a page, or for those before them. */
  #waiting = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(walk: Walk<Collection<Event>>) {
    this.#walk = walk
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next event. Calls that overlap are answered in their order. */
  next(): Promise<IteratorResult<Event, undefined>> {
    // An event that is there already is not waited for: promises that wait for each other would take longer than all else that is done with it.
    if (this.#waiting === 0 && this.#hasEvent) return Promise.resolve(this.#take())
    this.#waiting += 1
    const caller = callerOf(this.next)
    const turn = this.#turn.then(() => this.#step(caller))
    this.#turn = turn.then(
      () => this.#left(),
      () => this.#left(),
    )
    return turn
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#ended = true
    return this.#walk.return().then(() => ({ done: true, value: undefined }))
  }

  /** Ends the walk, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  async #step(caller: Caller): Promise<IteratorResult<Event, undefined>> {
    while (!this.#ended && !this.#hasEvent) {
      const page = await this.#walk.nextFor(caller)
      if (page.done) return page
      this.#events = eventsOf(page.value)
      this.#at = 0
    }
    return this.#take()
  }

  get #hasEvent(): boolean {
    return this.#at < this.#events.length
  }

  #take(): IteratorResult<Event, undefined> {
    if (this.#ended) return { done: true, value: undefined }
    const value = this.#events[this.#at] as Event
    this.#at += 1
    return { done: false, value }
  }

  #left(): void {
    this.#waiting -= 1
  }
}

/** What a walk needs of its client: one page by its address, and the checks of a link. */
export interface PageSource<Page> {
  /** Where walks begin. */
  readonly start: Place
  /** What their checkpoints are bound to. */
  readonly scope: Scope
  /** Limits of each walk. */
  readonly limits: WalkLimits
  read(url: URL, signal: AbortSignal): Promise<Page>
  /** Whether a page was not read because the caller ended the walk with this. */
  isAbort(thrown: unknown): boolean
  /** @throws LinkError where the link may not be followed */
  resolve(link: Link, from: string): URL
  /** The refusal of a page that was read already. */
  loop(url: URL): LinkError
  /** The refusal to go on after so many pages without an event. */
  endless(url: URL, empty: number): LinkError
}
