import { type Paged, setItems } from '../hal/hal.ts'
import { RecentTexts } from '../text/recent-texts.ts'
import { remember } from '../values/origin.ts'
import type { Filter } from '../version/filter.ts'
import { type AlignedPage, type Cursor, isComplete } from './cursor.ts'
import type { PageItem } from './page-read.ts'
import type { PageSource } from './prefetch.ts'

/** How far an iteration has come, and what became of the collection meanwhile. */
export interface PagingReport {
  /** Pages that were yielded. */
  readonly pages: number
  /** Events on those pages. */
  readonly events: number
  /** Events that those pages were sent with but do not hold: see `onInvalid` and `rejectedOf`. Those that `onInvalid: 'keep'` yields are in `events`. */
  readonly rejected: number
  /** Events that were met again, as the collection moved, and taken out of their page, also where that was asked for again to find its last event. */
  readonly duplicates: number
  /** `total_records` of the first page of the iteration; undefined where it says nothing. */
  readonly totalAtStart: number | undefined
  /** `total_records` of the latest page. */
  readonly totalAtEnd: number | undefined
  /** Whether events moved from page to page during the iteration. */
  readonly shifted: boolean
  /**
   * True if the whole list was read: its end was reached, and `events`, `rejected` and the events that a filter left out are together at least as
   * many as the smallest `total_records` of any page. If no page has `total_records`, the last page must be the last by `total_pages`, where it has
   * that. An iteration that resumes another one includes the events that the other one found. At the end of a list that is not complete, the `logger`
   * is warned.
   */
  readonly complete: boolean
  /**
   * True if the list is complete and each event that existed the whole time was yielded exactly once. The client concludes this from `total_records`:
   * all pages must have it, they must agree with each other and with `total_pages`, and no more events may come than they say. If events are deleted
   * while the same number is created, the pages may not show it.
   * False for an iteration that resumes one that was not certain.
   */
  readonly certain: boolean
  /**
   * What became of the list's filter. `'honoured'`: the service sent events that match and no others, and its `total_records` is smaller than the one
   * that it named for the same list without a filter, to this client and within ten minutes before. `'unproven'`: every event that it sent matches, but
   * that may be chance. `'ignored'`: the service sent events that the filter excludes, perhaps because it compares only days. `'dropped'`: a link to a
   * next page did not have the filter; the client added it again. `'sent'`: the filter was OData text, which the client does not compare events with.
   * Undefined without a filter.
   */
  readonly filter: 'honoured' | 'unproven' | 'ignored' | 'dropped' | 'sent' | undefined
}

/** How many ids are kept to know an event that is met again. */
const maxIds = 1000

/** What came of a page. */
interface Taken {
  /** Index of the first item that is left for later. */
  readonly end: number
  /** How many of its items were not met before, those among them that the filter left out. */
  readonly seen: number
  /** Whether there is anything to yield: something new, or an empty page. */
  readonly hasNew: boolean
  /** Whether the order of the list is not to be relied on: an event came again although nothing has moved. */
  readonly orderBroken: boolean
}

/** Whether an event stands before an index. What a hostile page repeats over and over stands near, so the way to it is short. */
function standsBefore(items: readonly PageItem[], index: number, id: string): boolean {
  let at = index - 1
  while (at >= 0 && items[at]?.id !== id) at -= 1
  return at >= 0
}

/** Takes what is new of each page of an iteration, and counts it. */
export class Deduplicator {
  readonly #ids = new RecentTexts(maxIds)
  readonly #filter: Filter | undefined
  readonly #unfilteredTotal: () => number | undefined
  #leftOut = 0
  /** Whether the latest page says that the filter leaves less than there is. */
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

  constructor({ filter, unfilteredTotal }: Pick<PageSource<unknown>, 'filter' | 'unfilteredTotal'>) {
    this.#filter = filter
    this.#unfilteredTotal = unfilteredTotal
  }

  /**
   * @param cursor where the iteration stands
   * @param lostFilter whether a link had lost the filter
   */
  report(cursor: Cursor, lostFilter: boolean): PagingReport {
    const complete = isComplete(cursor)
    const certain = complete && cursor.certain && cursor.seen <= (cursor.maxSeen ?? Infinity)
    // A service that does not know the filter may answer with an empty list.
    const unopposed = this.#isLess && this.counts.events > 0 ? 'honoured' : 'unproven'
    const heeded = this.#leftOut > 0 ? 'ignored' : lostFilter ? 'dropped' : unopposed
    const filter = this.#filter && (this.#filter.holds ? heeded : 'sent')
    return Object.freeze({ ...this.counts, complete, certain, filter })
  }

  /**
   * Takes everything out of a page but what is new and wanted.
   *
   * @param before where the iteration stood
   * @param most how many events to take
   */
  take({ read, drop, shifted }: AlignedPage<Paged>, before: Cursor, most: number): Taken {
    const { page, items, total } = read
    const ids = this.#ids
    const taken: PageItem[] = []
    const kept: unknown[] = []
    let [end, leftOut, repeated, twice] = [0, 0, 0, 0]
    for (const item of items) {
      const { id, value } = item
      if (end >= drop) {
        if (ids.has(id)) {
          if (standsBefore(items, end, id)) twice += 1
          else repeated += 1
        } else if (value === undefined) taken.push(item)
        else if (this.#filter?.holds?.(value as object) === false) leftOut += 1
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
    if (this.#filter && total !== undefined) this.#isLess = total < (this.#unfilteredTotal() ?? 0)
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
