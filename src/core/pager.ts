import { InputError, type LinkError } from './errors.ts'
import { linkOf } from './hal.ts'
import { originOf } from './origin.ts'
import { type Collection, eventsOf } from './page.ts'

/** How far a walk has come. */
export interface WalkReport {
  /** Pages that were yielded. */
  readonly pages: number
  /** Events on those pages. */
  readonly events: number
}

/** What a walk needs of its client: one page by its address, and the checks of a link. */
export interface PageSource<Page> {
  /** Address of the first page. */
  readonly first: URL
  read(url: URL, signal: AbortSignal): Promise<Page>
  /** @throws LinkError where the link leads outside the service's address */
  resolve(href: string, from: string): URL
  /** The refusal of a page that was read already. */
  loop(url: URL): LinkError
}

/**
 * One walk through the pages of a collection: an async iterator that asks for a page when `next` is called, and for no other. A page that
 * fails rejects, and the next call of `next` tries that page again.
 */
export class Walk<Page extends Collection<unknown>> implements AsyncIterableIterator<Page, undefined> {
  readonly #source: PageSource<Page>
  readonly #onChange: (report: WalkReport) => void
  readonly #stop = new AbortController()
  readonly #seen = new Set<string>()
  #place: { readonly href: string; readonly from: string } | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #report: WalkReport = { pages: 0, events: 0 }

  /** @internal */
  constructor(source: PageSource<Page>, onChange: (report: WalkReport) => void) {
    this.#source = source
    this.#place = { href: source.first.href, from: source.first.href }
    this.#onChange = onChange
  }

  /** How far the walk has come. */
  get report(): WalkReport {
    return this.#report
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
    this.#place = undefined
    this.#stop.abort(new DOMException('The walk was ended', 'AbortError'))
    return { done: true, value: undefined }
  }

  /** Ends the walk, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  async #step(): Promise<IteratorResult<Page, undefined>> {
    const place = this.#place
    if (!place) return { done: true, value: undefined }
    try {
      // The link is looked at here, not when its page came: that page's events are not lost to a bad link behind them.
      const url = this.#source.resolve(place.href, place.from)
      if (this.#seen.has(url.href)) throw this.#source.loop(url)
      const page = await this.#source.read(url, this.#stop.signal)
      this.#seen.add(url.href)
      const next = linkOf(page, 'next')
      this.#place = next && { href: next.href, from: originOf(page)?.answer.url ?? url.href }
      const { pages, events } = this.#report
      this.#report = Object.freeze({ pages: pages + 1, events: events + eventsOf(page).length })
      return { done: false, value: page }
    } catch (error) {
      // Whoever ended the walk while a page was on its way wants no news of that page.
      if (this.#stop.signal.aborted) return { done: true, value: undefined }
      throw error
    } finally {
      this.#onChange(this.#report)
    }
  }
}

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

/** A list of events that is fetched page by page, when and as far as it is iterated. Each iteration starts anew. */
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

  /** Starts a walk through the pages. Nothing is asked for before its first `next`. */
  pages(): Walk<Page> {
    return new Walk(this.#source, (report) => {
      this.#report = report
    })
  }

  /** The events one by one, over all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Event, undefined> {
    for await (const page of this.pages()) yield* eventsOf(page)
  }

  /**
   * The events as an array. The limit is mandatory: collections can be larger than memory.
   *
   * @returns the events, and whether there are more; to know that, one page more may be read
   * @throws InputError where `max` is missing or no whole number from 1 up
   */
  async toArray(options: ToArrayOptions): Promise<EventList<Event>> {
    const max: unknown = options?.max
    if (!Number.isSafeInteger(max) || (max as number) < 1)
      throw InputError.of('max', 'must be a whole number from 1 up')
    const items: Event[] = []
    for await (const event of this) {
      if (items.length === max) return { items, more: true }
      items.push(event)
    }
    return { items, more: false }
  }
}
