import type { Pace } from './pace.ts'
import type { Row } from './table.ts'

/** What is measured in one run. */
export interface Group {
  readonly benches: Readonly<Record<string, (pace: Pace) => Promise<readonly Row[]>>>
  /** Those that need wrk. */
  readonly loaded: readonly string[]
  /** Those that need the peers. */
  readonly compared: readonly string[]
  /** Packages of the peers. */
  readonly peers: readonly string[]
}
