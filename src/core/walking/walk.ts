import { type Caller, callerOf, leadTo } from '../errors/caller.ts'
import { EventsError } from '../errors/errors.ts'
import { checkpointAt } from '../pages/checkpoint.ts'
import type { PageSource } from '../pages/page-source.ts'
import type { Collection } from '../resources/page.ts'
import { Course } from './course.ts'
import type { WalkReport } from './walk-report.ts'

/**
 * One walk through the pages of a collection: an async iterator that starts when `next` is called. A page that fails rejects, and the next
 * call of `next` tries that page again.
 *
 * @example
 * ```ts
 * import { EventsV2, eventsOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * await using walk = events.list().pages() // what is asked for ahead is let go of with the block
 * for (let page = await walk.next(); !page.done; page = await walk.next()) {
 *   for (const event of eventsOf(page.value)) console.log(event.title)
 *   console.log(walk.checkpoint) // to go on here another time: events.list({ resume })
 * }
 * console.log(walk.report.events, walk.report.certain)
 * ```
 */
export class Walk<Page extends Collection<unknown>> implements AsyncIterableIterator<Page, undefined> {
  readonly #source: PageSource<Page>
  readonly #onEnd: (report: WalkReport) => void
  readonly #enough: number
  readonly #course: Course<Page>
  #ended = false
  #turn: Promise<unknown> = Promise.resolve()

  /**
   * @internal
   * @param enough how many events will be looked at: what lies behind them is not asked for ahead of time
   */
  constructor(source: PageSource<Page>, onEnd: (report: WalkReport) => void, enough = Number.POSITIVE_INFINITY) {
    this.#source = source
    this.#enough = enough
    this.#course = new Course(source)
    this.#onEnd = onEnd
  }

  /** How far the walk has come. */
  get report(): WalkReport {
    return this.#course.report
  }

  /**
   * Where the walk stands, behind the page that it yielded last: a short text for `list({ resume })`, in this process or in another one. It is
   * there at any time, after an error and an abort too, and holds no key.
   */
  get checkpoint(): string {
    return checkpointAt(this.#course.place, this.#source.scope)
  }

  /**
   * Whether the collection goes on behind what was yielded.
   * @internal
   */
  get more(): boolean {
    return this.#course.place.link !== undefined
  }

  /** The walk itself: it can be iterated once. */
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
    const turn = this.#turn.then(() => this.#step(caller))
    this.#turn = turn.catch(() => {})
    return turn
  }

  /** Ends the walk; pages that are being fetched are abandoned. */
  async return(): Promise<IteratorResult<Page, undefined>> {
    this.#course.stop()
    return this.#end()
  }

  /** Ends the walk, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  async #step(caller: Caller): Promise<IteratorResult<Page, undefined>> {
    const { max, maxPages } = this.#source.limits
    const { pages, events } = this.report
    if (this.#course.stopped || pages >= maxPages || events >= max) return this.#over()
    try {
      const page = await this.#course.next(max - events, {
        events: Math.min(max, this.#enough) - events,
        pages: maxPages - pages,
      })
      if (!page) return this.#over()
      // A walk that a failed page ended has gone on.
      this.#ended = false
      return { done: false, value: page }
    } catch (error) {
      // Whoever ended the walk while a page was on its way wants no news of that page.
      const end = this.#end()
      if (this.#course.stopped) return end
      const isOwn = error instanceof EventsError && !this.#source.isAbort(error)
      if (isOwn) leadTo(caller, Object.assign(error, { checkpoint: this.checkpoint }))
      throw error
    }
  }

  /** The end of the list, or of what was asked for of it. */
  #over(): IteratorResult<Page, undefined> {
    this.#course.rest()
    return this.#end()
  }

  /** The walk may be over: a loop that a failed page ended never comes back. */
  #end(): IteratorResult<Page, undefined> {
    if (!this.#ended) this.#onEnd(this.report)
    this.#ended = true
    return { done: true, value: undefined }
  }
}
