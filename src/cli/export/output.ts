import { type Io, write } from '../io.ts'

/** How far an export has come, over all of its runs. */
export interface Tally {
  readonly pages: number
  readonly events: number
  /** Events that were left out, as they are not what the API describes. */
  readonly rejected: number
}

export const nothing: Tally = { pages: 0, events: 0, rejected: 0 }

const grouped = new Intl.NumberFormat('en')

/** A number for people. */
export const shown = (number: number): string => grouped.format(number)

/** So many events, in words. */
export const eventsIn = (number: number): string => `${shown(number)} ${number === 1 ? 'event' : 'events'}`

/** How far a file was written, and where to go on behind that. */
export interface Progress {
  readonly tally: Tally
  /** What `list({ resume })` takes; undefined before the first page. */
  readonly checkpoint: string | undefined
  /** Chosen fields that no event has had so far. */
  readonly missing: readonly string[]
}

/** Where an export goes. */
export interface Output {
  /** What was saved last, by this run or an earlier one; undefined where nothing was. */
  readonly reached: Progress | undefined
  write(text: string): Promise<void>
  /** Remembers how far it is, now and then or, with `now`, at once. */
  save(reached: Progress, now?: 'now'): Promise<void>
  /** All is written. */
  finish(): Promise<void>
  /** Forgets what was saved: there is nothing to go on with. */
  discard(): Promise<void>
  /** Gives up what is still open; what was saved stays, and what cannot be gone on with goes. */
  close(): Promise<void>
}

/** Standard output: nothing to go on with, and a reader who may leave. */
export const standardOutput = (io: Io): Output => ({
  reached: undefined,
  write: async (text) => {
    if (text !== '') await write(io, text)
  },
  save: async () => {},
  finish: async () => {},
  discard: async () => {},
  close: async () => {},
})
