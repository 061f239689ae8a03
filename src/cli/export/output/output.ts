import type { Tally } from '../tally.ts'

/** How far a file was written, and where to go on behind that. */
export interface Reached {
  readonly tally: Tally
  /** What `list({ resume })` takes; undefined before the first page. */
  readonly checkpoint: string | undefined
}

/** Where an export goes. */
export interface Output {
  /** What was saved last, by this run or an earlier one; undefined where nothing was. */
  readonly reached: Reached | undefined
  write(text: string): Promise<void>
  /** Remembers how far it is, now and then or, with `now`, at once. */
  save(reached: Reached, now?: 'now'): Promise<void>
  /** All is written. */
  finish(): Promise<void>
  /** Forgets what was saved: there is nothing to go on with. */
  discard(): Promise<void>
  /** Gives up what is still open; what was saved stays, and what cannot be gone on with goes. */
  close(): Promise<void>
}
