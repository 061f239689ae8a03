import type { Paged } from '../hal/hal.ts'
import type { PagingLimits } from '../options/read-options.ts'
import type { ListScope } from './checkpoint.ts'
import type { Cursor } from './cursor.ts'
import type { PageSource } from './prefetch.ts'

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

/** A list of pages, as the client offers it to its pagers. */
export interface ListSource<Page> extends PageSource<Page> {
  /** Where iterations begin. */
  readonly start: Cursor
  /** What their checkpoints are bound to. */
  readonly scope: ListScope
  /** Whether the collection keeps the order of its items. Without an order, an item that comes again does not tell a position. */
  readonly isOrdered: boolean
  readonly limits: PagingLimits
  /** The caller's signal. It already aborts the requests of `fetchPage`. */
  readonly signal: AbortSignal | undefined
  /** `total_records` of the same list without its filter; undefined if this client has not seen it recently. */
  unfilteredTotal(): number | undefined
  /** Writes a warning about the list, with the report of its iteration. */
  warn(message: string, report: PagingReport): void
}
