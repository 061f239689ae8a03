import type { WalkLimits } from '../arguments/collection-call.ts'
import type { LinkError } from '../errors/errors.ts'
import type { Link } from '../resources/hal.ts'
import type { Scope } from './checkpoint.ts'
import type { Place } from './place.ts'

/** What a walk needs of its client: one page by its address, and the checks of a link. */
export interface PageSource<Page> {
  /** Where walks begin. */
  readonly start: Place
  /** What their checkpoints are bound to. */
  readonly scope: Scope
  /** Limits of each walk. */
  readonly limits: WalkLimits
  read(url: URL, signal: AbortSignal): Promise<Page>
  /** Whether a page was not read because the caller ended the walk with this. */
  isAbort(thrown: unknown): boolean
  /** @throws LinkError where the link may not be followed */
  resolve(link: Link, from: string): URL
  /** The refusal of a page that was read already. */
  loop(url: URL): LinkError
  /** The refusal to go on after so many pages without an event. */
  endless(url: URL, empty: number): LinkError
}
