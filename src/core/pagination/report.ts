/** How far an iteration has come, and what became of the collection meanwhile. */
export interface PagingReport {
  /** Pages that were yielded. */
  readonly pages: number
  /** Events on those pages. */
  readonly events: number
  /** Events that those pages were sent with but do not hold: see `onInvalid` and `rejectedOf`. */
  readonly rejected: number
  /** Events that were met again, as the collection moved, and taken out of their page. */
  readonly duplicates: number
  /** `total_records` of the first page of the iteration; undefined where it says nothing. */
  readonly totalAtStart: number | undefined
  /** `total_records` of the latest page. */
  readonly totalAtEnd: number | undefined
  /** Whether events moved from page to page during the iteration. */
  readonly shifted: boolean
  /**
   * Whether the list was read whole: its end was reached, and `events`, `rejected` and what a filter left out are together not fewer than the smallest
   * `total_records` that a page named. Where no page names one, the end alone counts. An iteration that resumes another one counts what that one met.
   */
  readonly complete: boolean
  /**
   * Whether the list is complete and every event that existed throughout was yielded exactly once: it was, where all pages have `total_records` and
   * agree with each other. False for an iteration that resumes one that was not certain. That events were deleted while just as many were created, no
   * page tells.
   */
  readonly certain: boolean
  /**
   * What became of the list's filter. `'honoured'`: nothing contradicted it. `'ignored'`: the service sent events that it leaves out, perhaps because
   * it compares days alone. `'dropped'`: a link to a next page had lost it, and got it back. `'sent'`: it was OData text, which events are not held to.
   * Undefined without a filter.
   */
  readonly filter: 'honoured' | 'ignored' | 'dropped' | 'sent' | undefined
}
