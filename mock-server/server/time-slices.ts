import { setImmediate as nextTurn } from 'node:timers/promises'
import { elapsed, type Steps } from '../time.ts'

/** Milliseconds of work in one go. Requests may be kept waiting for 20, but a garbage collection may come on top. */
const sliceTime = 5

/** Does long work a little at a time; other requests are answered in between. Rejects with the signal's reason once that is aborted. */
export async function runInSlices<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    await nextTurn()
    signal.throwIfAborted()
    const end = elapsed() + sliceTime
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (elapsed() < end)
  }
}

/** Hands out a long text piece by piece; other requests are answered in between. */
export async function* chunksInSlices(pieces: Iterable<string>): AsyncGenerator<string, void, undefined> {
  for (const piece of pieces) {
    yield piece
    await nextTurn()
  }
}

/** So many records are looked at in one go: some milliseconds, for which requests can wait. */
const sliceLength = 4096

/** The records that fit, in their order. Others have their turn meanwhile. */
export async function filterInSlices<Item>(items: Iterable<Item>, fits: (item: Item) => boolean): Promise<Item[]> {
  const found: Item[] = []
  let looked = 0
  for (const item of items) {
    if (fits(item)) found.push(item)
    looked += 1
    if (looked % sliceLength === 0) await nextTurn()
  }
  return found
}
