import type { LinkError } from './errors.ts'
import { type Link, linkOf } from './hal.ts'
import { originOf } from './memory.ts'
import { type Collection, eventsOf } from './page.ts'
import { countRejected } from './rejected.ts'

/** How far a walk has come. */
export interface WalkReport {
  /** Pages that were yielded. */
  readonly pages: number
  /** Events on those pages. */
  readonly events: number
  /** Events that those pages were sent with but do not hold: see `onInvalid` and `rejectedOf`. */
  readonly rejected: number
}

/** The report after one more page. */
const after = ({ pages, events, rejected }: WalkReport, page: Collection<unknown>): WalkReport =>
  Object.freeze({
    pages: pages + 1,
    events: events + eventsOf(page).length,
    rejected: rejected + countRejected(page),
  })

/** What a walk needs of its client: one page by its address, and the checks of a link. */
export interface PageSource<Page> {
  /** Address of the first page. */
  readonly first: URL
  read(url: URL, signal: AbortSignal): Promise<Page>
  /** @throws LinkError where the link may not be followed */
  resolve(link: Link, from: string): URL
  /** The refusal of a page that was read already. */
  loop(url: URL): LinkError
}

/**
 * One walk through the pages of a collection: an async iterator that asks for a page when `next` is called, and for no other. A page that
 * fails rejects, and the next call of `next` tries that page again.
 */
export class Walk<Page extends Collection<unknown>> implements AsyncIterableIterator<Page, undefined> {
  readonly #source: PageSource<Page>
  readonly #onEnd: (report: WalkReport) => void
  readonly #stop = new AbortController()
  readonly #seen = new Set<string>()
  #place: { readonly link: Link; readonly from: string } | undefined
  #ended = false
  #turn: Promise<unknown> = Promise.resolve()
  #report: WalkReport = Object.freeze({ pages: 0, events: 0, rejected: 0 })

  /** @internal */
  constructor(source: PageSource<Page>, onEnd: (report: WalkReport) => void) {
    this.#source = source
    this.#place = { link: source.first, from: source.first.href }
    this.#onEnd = onEnd
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
    return this.#end()
  }

  /** Ends the walk, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  async #step(): Promise<IteratorResult<Page, undefined>> {
    const place = this.#place
    if (!place) return this.#end()
    try {
      // The link is looked at here, not when its page came: that page's events are not lost to a bad link behind them.
      const url = this.#source.resolve(place.link, place.from)
      if (this.#seen.has(url.href)) throw this.#source.loop(url)
      const page = await this.#source.read(url, this.#stop.signal)
      if (this.#stop.signal.aborted) return this.#end()
      this.#seen.add(url.href)
      const link = linkOf(page, 'next')
      this.#place = link && { link, from: originOf(page)?.answer.url ?? url.href }
      // A walk that a failed page ended has gone on.
      this.#ended = false
      this.#report = after(this.#report, page)
      return { done: false, value: page }
    } catch (error) {
      // Whoever ended the walk while a page was on its way wants no news of that page.
      const end = this.#end()
      if (this.#stop.signal.aborted) return end
      throw error
    }
  }

  /** The walk may be over: a loop that a failed page ended never comes back. */
  #end(): IteratorResult<Page, undefined> {
    if (!this.#ended) this.#onEnd(this.#report)
    this.#ended = true
    return { done: true, value: undefined }
  }
}
