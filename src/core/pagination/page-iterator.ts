import { EventsError } from '../errors/error-classes.ts'
import { type Caller, callerOf, leadTo } from '../errors/messages.ts'
import type { Collection } from '../results/hal.ts'
import { checkpointAt, rememberCheckpoint } from './checkpoint.ts'
import { compare, type Found, keepOnly, type Place, placeBehind, searchLast, selectNew } from './cursor.ts'
import { Recent, Trail } from './loop-guard.ts'
import type { PageSource } from './pager.ts'
import { PageSupply } from './prefetch.ts'

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

/** How far a walk has come, and what became of the collection meanwhile. */
export interface WalkReport {
  /** Pages that were yielded. */
  readonly pages: number
  /** Events on those pages. */
  readonly events: number
  /** Events that those pages were sent with but do not hold: see `onInvalid` and `rejectedOf`. */
  readonly rejected: number
  /** Events that were met again, as the collection moved, and taken out of their page. */
  readonly duplicates: number
  /** `total_records` of the first page of the walk; undefined where it says nothing. */
  readonly totalAtStart: number | undefined
  /** `total_records` of the latest page. */
  readonly totalAtEnd: number | undefined
  /** Whether events moved from page to page during the walk. */
  readonly shifted: boolean
  /**
   * Whether the list was read whole: its end was reached, and `events` and `rejected` together are not fewer than the smallest `total_records` that a
   * page named. Where no page names one, the end alone counts. A walk that resumes another one counts what that one met.
   */
  readonly complete: boolean
  /**
   * Whether the list is complete and every event that existed throughout was yielded exactly once: it was, where all pages have `total_records` and
   * agree with each other. False for a walk that resumes one that was not certain. That events were deleted while just as many were created, no
   * page tells.
   */
  readonly certain: boolean
}

/** What one page adds to a report. */
export interface PageTally {
  readonly pages: 0 | 1
  readonly events: number
  readonly rejected: number
  readonly duplicates: number
  readonly total: number | undefined
  readonly shifted: boolean
  /** Where the walk stands behind it. */
  readonly place: Place
}

/** What a place says of the whole list. */
function wholeness({ link, met, fewest = 0, certain }: Place): Pick<WalkReport, 'complete' | 'certain'> {
  const complete = link === undefined && met >= fewest
  return { complete, certain: certain && complete }
}

/** The report of a walk that has read nothing yet. */
export const reportFrom = (start: Place): WalkReport =>
  Object.freeze({
    pages: 0,
    events: 0,
    rejected: 0,
    duplicates: 0,
    totalAtStart: undefined,
    totalAtEnd: undefined,
    shifted: false,
    ...wholeness(start),
  })

/** The report after one more page. */
export const reportAfter = (report: WalkReport, tally: PageTally): WalkReport =>
  Object.freeze({
    pages: report.pages + tally.pages,
    events: report.events + tally.events,
    rejected: report.rejected + tally.rejected,
    duplicates: report.duplicates + tally.duplicates,
    totalAtStart: report.pages === 0 ? tally.total : report.totalAtStart,
    totalAtEnd: tally.total,
    shifted: report.shifted || tally.shifted,
    ...wholeness(tally.place),
  })

/** How much a walk is still to yield. */
export interface Wanted {
  readonly events: number
  readonly pages: number
}

/** How often to look for an event that moves on while it is looked for. */
const mostTries = 10

/** How many ids are kept to know an event that is met again. */
const mostIds = 1000

/** The way of a walk through a collection that may move: which page comes next, and what of it is new. */
export class Course<Page extends Collection<unknown>> {
  readonly #source: PageSource<Page>
  readonly #supply: PageSupply<Page>
  readonly #trail: Trail
  readonly #ids = new Recent(mostIds)
  #place: Place
  #report: WalkReport

  constructor(source: PageSource<Page>) {
    this.#source = source
    this.#supply = new PageSupply(source)
    this.#trail = new Trail(source)
    this.#place = source.start
    this.#report = reportFrom(source.start)
  }

  get place(): Place {
    return this.#place
  }

  get report(): WalkReport {
    return this.#report
  }

  get stopped(): boolean {
    return this.#supply.stopped
  }

  /** Lets go of everything that is under way. */
  stop(): void {
    this.#supply.stop()
  }

  /** Lets go of pages that nobody will ask for any more. */
  rest(): void {
    this.#supply.drop()
  }

  /**
   * Goes on to the next page that has something new, or that is empty.
   *
   * @param most how many events of it to take
   * @param wanted how many events, and pages, are wanted from here on
   * @returns undefined where there is none
   */
  async next(most: number, wanted: Wanted): Promise<Page | undefined> {
    try {
      return await this.#next(most, wanted)
    } catch (error) {
      this.#supply.drop()
      throw error
    }
  }

  async #next(most: number, wanted: Wanted): Promise<Page | undefined> {
    for (;;) {
      const found = await this.#find()
      if (!found) {
        this.#place = { ...this.#place, link: undefined }
        return undefined
      }
      const { page, positions } = found.read
      const before = this.#report
      const isNews = this.#take(found, most)
      const pages = wanted.pages - (this.#report.pages - before.pages)
      const events = wanted.events - (this.#report.events - before.events)
      const perPage = page.per_page || positions.length || 1
      this.#supply.askAhead(page, this.#place, Math.min(pages, Math.ceil(events / perPage)))
      if (isNews) return page
    }
  }

  /** The page behind the last event, as it stands by now. */
  async #find(): Promise<Found<Page> | undefined> {
    let place = this.#place
    let [shifted, isBackUp] = [false, false]
    for (let tries = 0; ; tries += 1) {
      const url = this.#following(place)
      if (!url) return undefined
      const supply = this.#supply
      const wasEarly = supply.isNext(url)
      let read = await supply.next(url)
      let passed = compare(read, place)
      if (passed === 'older' && wasEarly) {
        // Answers that are under way at once may overtake each other.
        read = await supply.fresh(url)
        passed = compare(read, place)
      }
      if (typeof passed === 'object') return { read, passed: { ...passed, shifted: passed.shifted || shifted } }
      // Totals that go down from one page to the next, up again where that one is read once more, and down again, are no totals.
      if (isBackUp && passed === 'older') supply.hasTotals = false
      if (tries === mostTries || !supply.hasTotals) {
        return { read, passed: { drop: place.passed, certain: false, shifted } }
      }
      supply.drop()
      const found = await searchLast(place, read, (address) => supply.fresh(address), this.#source)
      this.#trail.forget()
      if (!found.passed.certain || found.passed.drop < found.read.positions.length) return found
      // The event stands at the end of that page, and the way leads on.
      this.#trail.remember(found.read.url)
      isBackUp = passed === 'older' && (found.read.total ?? 0) > (read.total ?? 0)
      shifted ||= found.passed.shifted
      place = placeBehind(found.read, found.passed.drop, place, place)
    }
  }

  #following(place: Place): URL | undefined {
    try {
      return this.#trail.following(place)
    } catch (error) {
      this.#place = this.#trail.retreat(this.#place)
      throw error
    }
  }

  /** @returns whether there is anything to yield */
  #take({ read, passed }: Found<Page>, most: number): boolean {
    const { page, positions, total } = read
    const before = this.#place
    const { kept, events, repeated, twice, end } = selectNew(positions, passed.drop, most, (id) => this.#ids.has(id))
    if (kept.size < positions.length) keepOnly(page, positions, kept)
    for (const index of kept) this.#ids.add(positions[index]?.id ?? '')
    // An event that comes again although nothing has moved: the order of the list is not to be relied on.
    const certain = passed.certain && twice === 0 && (repeated === 0 || total !== before.total)
    const after = placeBehind(read, end, before, {
      met: before.met + kept.size,
      certain: before.certain && certain,
    })
    const pages = kept.size > 0 || positions.length === 0 ? 1 : 0
    this.#place = after
    this.#trail.pass(read, end, kept.size)
    this.#report = reportAfter(this.#report, {
      pages,
      events,
      rejected: kept.size - events,
      duplicates: Math.max(0, passed.drop - before.passed) + repeated + twice,
      total,
      shifted: passed.shifted || repeated > 0,
      place: after,
    })
    rememberCheckpoint(page, after, this.#source.scope)
    return pages === 1
  }
}
