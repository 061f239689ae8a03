import { type Io, write } from '../run/io.ts'

/** Totals of an export, over all of its runs. */
export interface Tally {
  readonly pages: number
  readonly events: number
  /** Invalid events, which are left out. */
  readonly rejected: number
  /** Events in the output: those that the flags select. */
  readonly written: number
}

export const noEvents: Tally = { pages: 0, events: 0, rejected: 0, written: 0 }

/** How much of the output is written, and where a resumed run continues. */
export interface Progress {
  readonly tally: Tally
  /** The checkpoint for `list({ resume })`; undefined before the first page. */
  readonly checkpoint: string | undefined
  /** Names in `--fields` that no event has had so far. */
  readonly missing: readonly string[]
}

/** The destination of an export. */
export interface Output {
  /** The latest saved progress, of this run or an earlier one; undefined if there is none. */
  readonly saved: Progress | undefined
  write(text: string): Promise<void>
  /** Saves the progress, unless the last save was a short time ago. With `now`, always saves. */
  save(progress: Progress, now?: 'now'): Promise<void>
  /** Completes the output after the last write. */
  finish(): Promise<void>
  /** Removes the saved progress, so that no later run can resume. */
  discard(): Promise<void>
  /** Closes the output. Removes an unfinished file if no run can resume it. */
  close(): Promise<void>
}

/** Standard output, which cannot be resumed. */
export const standardOutput = (io: Io): Output => ({
  saved: undefined,
  write: async (text) => {
    if (text !== '') await write(io, text)
  },
  save: async () => {},
  finish: async () => {},
  discard: async () => {},
  close: async () => {},
})
