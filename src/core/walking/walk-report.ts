import type { Place } from '../pages/place.ts'

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
