import type { Filter } from '../filter.ts'
import type { PagingLimits } from '../read-options.ts'
import type { Scope } from './checkpoint.ts'
import type { Cursor } from './cursor.ts'
import type { PageLinks } from './kept-filter.ts'
import type { FetchPage } from './prefetch.ts'
import type { PagingReport } from './report.ts'

/** What a list needs of its client. */
export interface PagerOptions<Page> {
  readonly fetchPage: FetchPage<Page>
  /** Which links may be followed. */
  readonly links: PageLinks
  /** Which events of the list are wanted; undefined where all are. */
  readonly filter: Filter | undefined
  /** Where iterations begin. */
  readonly start: Cursor
  /** What their checkpoints are bound to. */
  readonly scope: Scope
  readonly limits: PagingLimits
  /** The caller's own. `fetchPage` heeds it already. */
  readonly signal: AbortSignal | undefined
  /** Is asked for at the beginning of each iteration. */
  readonly observe?: (() => PagingObserver<Page>) | undefined
}

/** Follows one iteration. */
export interface PagingObserver<Page> {
  /** A page was read. It holds what will be yielded of it. */
  onPage(page: Page): void
  /** The iteration came to its end by itself: nobody broke it off, and nothing failed. */
  onDone(report: PagingReport): void
}
