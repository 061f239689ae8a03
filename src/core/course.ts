import { rememberCheckpoint } from './checkpoint.ts'
import type { Collection } from './page.ts'
import { type PageRead, placeBehind, readOf } from './page-read.ts'
import type { PageSource } from './page-source.ts'
import { PassedPages } from './passed-pages.ts'
import { pick } from './pick.ts'
import type { Place } from './place.ts'
import { keepOnly } from './positions.ts'
import { Recent } from './recent.ts'
import { compare } from './shift.ts'
import { reportAfter, reportFrom, type WalkReport } from './walk-report.ts'
import { type Found, searchLast } from './walk-search.ts'

/** So many pages in a row without an event are taken for a list that never ends. */
const mostEmpty = 100

/** How often to look for an event that moves on while it is looked for. */
const mostTries = 10

/** How many ids are kept to know an event that is met again. */
const mostIds = 1000

/** The way of a walk through a collection that may move: which page comes next, and what of it is new. */
export class Course<Page extends Collection<unknown>> {
  readonly #source: PageSource<Page>
  readonly #stop: AbortSignal
  readonly #pages = new PassedPages()
  readonly #ids = new Recent(mostIds)
  #empty = 0
  #hasTotals = true
  #place: Place
  #report: WalkReport

  constructor(source: PageSource<Page>, stop: AbortSignal) {
    this.#source = source
    this.#stop = stop
    this.#place = source.start
    this.#report = reportFrom(source.start.certain)
  }

  get place(): Place {
    return this.#place
  }

  get report(): WalkReport {
    return this.#report
  }

  /**
   * Goes on to the next page that has something new, or that is empty.
   *
   * @param most how many events of it to take
   * @returns undefined where there is none
   */
  async next(most: number): Promise<Page | undefined> {
    for (;;) {
      const found = await this.#find()
      if (!found) {
        this.#place = { ...this.#place, link: undefined }
        return undefined
      }
      if (this.#take(found, most)) return found.read.page
    }
  }

  /** The page behind the last event, as it stands by now. */
  async #find(): Promise<Found<Page> | undefined> {
    let place = this.#place
    for (let tries = 0; ; tries += 1) {
      const url = this.#following(place)
      if (!url) return undefined
      const read = await this.#read(url)
      const passed = compare(read, place)
      if (typeof passed === 'object') return { read, passed }
      // Totals that go down from one page to the next, again and again, are no totals.
      if (tries > 0 && passed === 'older') this.#hasTotals = false
      if (tries === mostTries || !this.#hasTotals) {
        return { read, passed: { drop: place.passed, certain: false, shifted: false } }
      }
      const found = await searchLast(place, read, (address) => this.#read(address), this.#source.resolve)
      // The way may lead back, to pages that were passed.
      this.#pages.clear()
      if (found.passed.drop < found.read.positions.length) return found
      place = placeBehind(found.read, found.passed.drop, place, place.certain)
    }
  }

  /** Address of the page that a place leads to. */
  #following({ link, from }: Place): URL | undefined {
    if (!link) return undefined
    const { resolve, loop, endless } = this.#source
    const url = resolve(link, from)
    if (this.#pages.has(url.href)) throw loop(url)
    if (this.#empty < mostEmpty) return url
    this.#empty = 0
    throw endless(url, mostEmpty)
  }

  async #read(url: URL): Promise<PageRead<Page>> {
    const page = await this.#source.read(url, this.#stop)
    this.#stop.throwIfAborted()
    const read = readOf(url, page)
    return this.#hasTotals ? read : { ...read, total: undefined }
  }

  /** @returns whether there is anything to yield */
  #take({ read, passed }: Found<Page>, most: number): boolean {
    const { url, page, positions, total } = read
    const before = this.#place
    const { kept, events, repeated, end } = pick(positions, passed.drop, most, (id) => this.#ids.has(id))
    if (kept.size < positions.length) keepOnly(page, positions, kept)
    for (const index of kept) this.#ids.add(positions[index]?.id ?? '')
    if (end === positions.length) this.#pages.add(url.href)
    // An event that comes again although nothing has moved: the order of the list is not to be relied on.
    const certain = passed.certain && (repeated === 0 || total !== before.total)
    const after = placeBehind(read, end, before, before.certain && certain)
    const pages = kept.size > 0 || positions.length === 0 ? 1 : 0
    this.#place = after
    this.#empty = kept.size === 0 ? this.#empty + 1 : 0
    this.#report = reportAfter(this.#report, {
      pages,
      events,
      rejected: kept.size - events,
      duplicates: Math.max(0, passed.drop - before.passed) + repeated,
      total,
      shifted: passed.shifted || repeated > 0,
      certain,
    })
    rememberCheckpoint(page, after, this.#source.scope)
    return pages === 1
  }
}
