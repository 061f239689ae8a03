import type { LinkPolicy } from '../address/link-policy.ts'
import { remember } from '../base/origin.ts'
import type { Paged } from '../hal/hal.ts'
import { setItems } from '../hal/relations.ts'
import { type AlignedPage, type Cursor, isComplete } from './cursor.ts'
import type { PageItem } from './page-read.ts'
import type { ListSource, PagingReport } from './report.ts'

// Recognises events and pages that an iteration has seen before.

/** Number of ids to remember, so that the client recognises repeated events. */
const maxIds = 1000

/** Result of {@link Deduplicator.take}. */
interface TakeResult {
  /** Index of the first item that was not taken because of the limit. If all items were taken: the number of items. */
  readonly end: number
  /** Number of new items, including those that the filter excludes. */
  readonly seen: number
  /** Whether there is anything to yield: a new item, or an empty page. */
  readonly hasNew: boolean
  /**
   * Whether the order of the list is unreliable: one page has the same event twice, or repeats an earlier event although the total has not changed.
   */
  readonly orderBroken: boolean
}

/** Whether an item before `index` has this id. Searches backwards: if a hostile page repeats one event many times, the search is short. */
function occursBefore(items: readonly PageItem[], index: number, id: string): boolean {
  let at = index - 1
  while (at >= 0 && items[at]?.id !== id) at -= 1
  return at >= 0
}

/** Removes repeated events, and events that the filter excludes, from the pages of an iteration. Counts events and pages. */
export class Deduplicator {
  readonly #ids = new RecentTexts(maxIds)
  readonly #source: Pick<ListSource<unknown>, 'filter' | 'unfilteredTotal'>
  #leftOut = 0
  /** Whether the latest total is smaller than the total of the same list without its filter. */
  #isLess = false
  counts: Omit<PagingReport, 'complete' | 'certain' | 'filter'> = {
    pages: 0,
    events: 0,
    rejected: 0,
    duplicates: 0,
    totalAtStart: undefined,
    totalAtEnd: undefined,
    shifted: false,
  }

  constructor(source: Pick<ListSource<unknown>, 'filter' | 'unfilteredTotal'>) {
    this.#source = source
  }

  /**
   * @param cursor the position of the iteration
   * @param lostFilter whether a link to a next page did not have the filter
   */
  report(cursor: Cursor, lostFilter: boolean): PagingReport {
    const complete = isComplete(cursor)
    const certain = complete && cursor.certain && cursor.seen <= (cursor.maxSeen ?? Infinity)
    // An empty list proves nothing: a service that does not know the filter may send one.
    const ofMatching = this.#isLess && this.counts.events > 0 ? 'honoured' : 'unproven'
    const ofCompared = this.#leftOut > 0 ? 'ignored' : lostFilter ? 'dropped' : ofMatching
    const { filter: given } = this.#source
    const filter = given && (given.holds ? ofCompared : 'sent')
    return Object.freeze({ ...this.counts, complete, certain, filter })
  }

  /**
   * Removes from a page all events that an earlier page had, that the filter excludes, or that exceed the limit.
   *
   * @param before the position of the iteration before this page
   * @param most the maximum number of events to take
   */
  take({ read, drop, shifted }: AlignedPage<Paged>, before: Cursor, most: number): TakeResult {
    const { page, items, total } = read
    const ids = this.#ids
    const { filter } = this.#source
    const taken: PageItem[] = []
    const kept: unknown[] = []
    let end = 0
    let leftOut = 0
    let repeated = 0
    let twice = 0
    for (const item of items) {
      const { id, value } = item
      if (end >= drop) {
        if (ids.has(id)) {
          if (occursBefore(items, end, id)) twice += 1
          else repeated += 1
        } else if (value === undefined) taken.push(item)
        else if (filter?.holds?.(value as object) === false) leftOut += 1
        else if (kept.length < most) {
          kept.push(value)
          taken.push(item)
        } else break
      }
      if (id !== '') ids.add(id)
      end += 1
    }
    const found = taken.length
    if (found < items.length) {
      setItems(page, kept)
      const rejected = taken.flatMap((item) => item.rejected ?? [])
      if (items.some((item) => item.rejected)) remember(page, { rejected: Object.freeze(rejected) })
    }
    const hasNew = found > 0 || items.length === 0
    const { counts } = this
    this.#leftOut += leftOut
    if (filter && total !== undefined) this.#isLess = total < (this.#source.unfilteredTotal() ?? 0)
    this.counts = {
      pages: counts.pages + (hasNew ? 1 : 0),
      events: counts.events + kept.length,
      rejected: counts.rejected + found - kept.length,
      duplicates: counts.duplicates + Math.max(0, drop - before.offset) + repeated + twice,
      totalAtStart: counts.pages === 0 ? total : counts.totalAtStart,
      totalAtEnd: total,
      shifted: counts.shifted || shifted || repeated > 0,
    }
    const orderBroken = twice > 0 || (repeated > 0 && total === before.total)
    return { end, seen: found + leftOut, hasNew, orderBroken }
  }
}

/** Number of addresses to remember, the latest ones. */
const maxAddresses = 1000

/** After this many pages in a row without a new event, a list counts as endless. */
const maxEmptyPages = 100

/**
 * Detects iterations that would never end. Its memory does not grow with the list: it remembers the addresses of the latest pages, and one older
 * address. The older address finds longer circles. It is replaced after 1, 2, 4, 8 … pages (Brent's algorithm).
 */
export class LoopGuard {
  readonly #links: LinkPolicy
  readonly #passed = new RecentTexts(maxAddresses)
  #mark: string | undefined
  #steps = 0
  #markAfter = 1
  #emptyPages = 0

  constructor(links: LinkPolicy) {
    this.#links = links
  }

  /** @throws LinkError if the next page was read before, or if the list seems endless */
  check(url: URL): void {
    if (this.#passed.has(url.href) || this.#mark === url.href) throw this.#links.loop(url)
    if (this.#emptyPages < maxEmptyPages) return
    // Starts to count again, so that the iteration continues if the caller calls `next` after this error.
    this.#emptyPages = 0
    throw this.#links.endless(url, maxEmptyPages)
  }

  /**
   * Records a page that was read.
   *
   * @param isWhole false if `max` ended the iteration in the middle of the page
   * @param newEvents number of its events that no earlier page had
   */
  pass({ href }: URL, isWhole: boolean, newEvents: number): void {
    this.#emptyPages = newEvents === 0 ? this.#emptyPages + 1 : 0
    if (!isWhole) return
    this.#passed.add(href)
    this.#steps += 1
    if (this.#steps < this.#markAfter) return
    this.#mark = href
    this.#steps = 0
    this.#markAfter *= 2
  }

  /** Allows one page to be read again. */
  forget(href: string): void {
    this.#passed.delete(href)
    if (this.#mark === href) this.#mark = undefined
  }

  /** Allows all pages to be read again. */
  restart(): void {
    this.#passed.clear()
    this.#mark = undefined
  }
}

/** A set of the latest texts. It forgets the oldest ones, so its size is limited. */
class RecentTexts extends Set<string> {
  // Two sets, for old and new texts, would be slower: nearly every text is new, and `has` would search both.
  readonly #most: number

  /** @param most the number of latest texts that the set always keeps. It may keep up to twice as many */
  constructor(most: number) {
    super()
    this.#most = most
  }

  override add(text: string): this {
    super.add(text)
    if (this.size < 2 * this.#most) return this
    // Deletes many texts at once. To delete one text for each new text would take longer than all other work with the set.
    for (const oldest of this) {
      if (this.size === this.#most) break
      this.delete(oldest)
    }
    return this
  }
}
