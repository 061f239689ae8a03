import { rememberCheckpoint } from '../pages/checkpoint.ts'
import { placeBehind } from '../pages/page-read.ts'
import type { PageSource } from '../pages/page-source.ts'
import { PageSupply } from '../pages/page-supply.ts'
import type { Place } from '../pages/place.ts'
import { keepOnly } from '../pages/positions.ts'
import type { Collection } from '../resources/page.ts'
import { pick } from './pick.ts'
import { Recent } from './recent.ts'
import { compare } from './shift.ts'
import { Trail } from './trail.ts'
import { reportAfter, reportFrom, type WalkReport } from './walk-report.ts'
import { type Found, searchLast } from './walk-search.ts'

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
    const { kept, events, repeated, twice, end } = pick(positions, passed.drop, most, (id) => this.#ids.has(id))
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
