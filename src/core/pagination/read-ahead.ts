import type { Deadline } from '../options/read-options.ts'

// Lists that read more for each item, such as the person of each RSVP.

/** One iteration that reads more for each item. */
export interface Expansion {
  /** Aborts when the iteration ends. */
  readonly signal: AbortSignal
  /** Maximum number of items to read more for. */
  readonly max: number
  /** The deadline of the iteration. */
  deadline(): Deadline | undefined
}

/** Begins an iteration. The returned function turns the items of a page into promises of entries, in the same order. */
export type Expand = (iteration: Expansion) => (items: readonly unknown[]) => Iterator<Promise<unknown>, undefined>

/** The results of an asynchronous function for each item, in order. Several calls run at the same time. */
export function* inOrder<Item, Result>(
  items: Iterable<Item>,
  most: number,
  run: (item: Item) => Promise<Result>,
): Generator<Promise<Result>, undefined> {
  const running: Promise<Result>[] = []
  for (const item of items) {
    const result = run(item)
    // Prevents an unhandled rejection. The iteration gets the error in its turn.
    result.catch(() => {})
    running.push(result)
    const [first] = running
    if (running.length < most || !first) continue
    running.shift()
    yield first
  }
  yield* running
}
