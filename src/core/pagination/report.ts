import { type Paged, setItems } from '../hal/hal.ts'
import { remember } from '../values/origin.ts'
import type { Filter } from '../version/filter.ts'
import { type AlignedPage, type Cursor, isComplete } from './cursor.ts'
import { RecentTexts } from './loop-guard.ts'
import type { PageItem } from './page-read.ts'

/** Progress of an iteration, and how the collection changed in the meantime. */
export interface PagingReport {
  /** Pages that were yielded. */
  readonly pages: number
  /** Events on those pages. */
  readonly events: number
  /**
   * Invalid events that the client left out of these pages: see `onInvalid` and `rejectedOf`. Invalid events that `onInvalid: 'keep'` yields count as
   * `events`.
   */
  readonly rejected: number
  /**
   * Events that the service sent again, and that the client left out. The reason is a change of the collection, or that the client read a page again
   * to find its position.
   */
  readonly duplicates: number
  /** `total_records` of the first page of the iteration; undefined if that page does not have it. */
  readonly totalAtStart: number | undefined
  /** `total_records` of the latest page. */
  readonly totalAtEnd: number | undefined
  /** Whether events moved from page to page during the iteration. */
  readonly shifted: boolean
  /**
   * True if the client has read the whole list: it has reached the end, and `events`, `rejected` and the events that a filter left out are together
   * at least as many as the smallest `total_records` of any page. If no page has `total_records`, the last page must not contradict its
   * `total_pages`. A resumed iteration includes the events that the earlier one found. If the list ends and is not complete, the client writes a
   * warning to the `logger`.
   */
  readonly complete: boolean
  /**
   * True if the list is complete, and the iteration has yielded each event exactly once (except events that were created or deleted meanwhile). The
   * client concludes this from `total_records`: every page must have it, the values must agree with each other and with `total_pages`, and the list
   * must not have more events. If the service deletes and creates the same number of events, the pages may not show it. False for an iteration that
   * resumes an uncertain one, and for every list of people: the service does not promise their order.
   */
  readonly certain: boolean
  /**
   * What the service did with the filter. `'honoured'`: every event matches, and `total_records` is smaller than for the same list without a filter,
   * which this client has read within the last ten minutes. `'unproven'`: every event matches, but the service may have ignored the filter.
   * `'ignored'`: the service sent events that the filter excludes, perhaps because it compares only days. `'dropped'`: a link to a next page did not
   * have the filter; the client added it again. `'sent'`: the filter was OData text, which the client does not compare events with. Undefined without
   * a filter.
   */
  readonly filter: 'honoured' | 'unproven' | 'ignored' | 'dropped' | 'sent' | undefined
}

/** Callbacks of one iteration. */
export interface PagingObserver {
  /** Called for each page that was read. The page holds only the events that the iteration will yield. */
  onPage?(page: Paged): void
  /** @param isDone true if the iteration reached its end; false if the caller or an error ended it */
  onEnd(report: PagingReport, isDone: boolean): void
}

/** What a report needs to know of the source of the pages. */
export interface CountedSource {
  readonly filter: Filter | undefined
  /** `total_records` of the same list without its filter; undefined if this client has not seen it recently. */
  unfilteredTotal(): number | undefined
}

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
  readonly #source: CountedSource
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

  constructor(source: CountedSource) {
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
