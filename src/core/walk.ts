import { checkpointAt } from './checkpoint.ts'
import { Course } from './course.ts'
import { EventsError } from './errors.ts'
import type { Collection } from './page.ts'
import type { PageSource } from './page-source.ts'
import type { WalkReport } from './walk-report.ts'

/**
 * One walk through the pages of a collection: an async iterator that starts when `next` is called. A page that fails rejects, and the next
 * call of `next` tries that page again.
 */
export class Walk<Page extends Collection<unknown>> implements AsyncIterableIterator<Page, undefined> {
  readonly #source: PageSource<Page>
  readonly #onEnd: (report: WalkReport) => void
  readonly #stop = new AbortController()
  readonly #course: Course<Page>
  #ended = false
  #turn: Promise<unknown> = Promise.resolve()

  /** @internal */
  constructor(source: PageSource<Page>, onEnd: (report: WalkReport) => void) {
    this.#source = source
    this.#course = new Course(source, this.#stop.signal)
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

  /** @internal Whether the collection goes on behind what was yielded. */
  get more(): boolean {
    return this.#course.place.link !== undefined
  }

  /** The walk itself: it can be iterated once. */
  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next page. Calls that overlap are answered in their order. */
  next(): Promise<IteratorResult<Page, undefined>> {
    const turn = this.#turn.then(() => this.#step())
    this.#turn = turn.catch(() => {})
    return turn
  }

  /** Ends the walk; a page that is being fetched is abandoned. */
  async return(): Promise<IteratorResult<Page, undefined>> {
    this.#stop.abort(new DOMException('The walk was ended', 'AbortError'))
    return this.#end()
  }

  /** Ends the walk, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  async #step(): Promise<IteratorResult<Page, undefined>> {
    const { limits } = this.#source
    const { pages, events } = this.report
    if (this.#stop.signal.aborted || pages >= limits.maxPages || events >= limits.max) return this.#end()
    try {
      const page = await this.#course.next(limits.max - events)
      if (!page) return this.#end()
      // A walk that a failed page ended has gone on.
      this.#ended = false
      return { done: false, value: page }
    } catch (error) {
      // Whoever ended the walk while a page was on its way wants no news of that page.
      const end = this.#end()
      if (this.#stop.signal.aborted) return end
      if (error instanceof EventsError) Object.assign(error, { checkpoint: this.checkpoint })
      throw error
    }
  }

  /** The walk may be over: a loop that a failed page ended never comes back. */
  #end(): IteratorResult<Page, undefined> {
    if (!this.#ended) this.#onEnd(this.report)
    this.#ended = true
    return { done: true, value: undefined }
  }
}
