/** A mutant, and the tests that it is to meet, by Stryker's ids. */
export interface Trial {
  mutant: string
  /** The file that is changed. */
  source: string
  tests: readonly string[]
  /** How often the changed place may be reached before it counts as an endless loop. */
  hitLimit: number | undefined
}

/** What became of a mutant. `spoilt`: the test that failed fails without the mutant as well, which another mutant may have brought about. */
export type Verdict =
  | { kind: 'survived'; tests: number }
  | { kind: 'killed'; tests: number; by: string; message: string }
  | { kind: 'endless'; hits: number }
  | { kind: 'spoilt'; by: string; message: string }

/** The channel between Stryker's process and the thread that has loaded the tests. */
export const channelName = 'mutants'
