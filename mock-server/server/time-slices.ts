import { setImmediate as nextTurn } from 'node:timers/promises'
import { elapsed, type Steps } from '../time.ts'

/** Milliseconds of work in one go. Requests may wait for 20, but a garbage collection can come on top. */
const sliceTime = 5

/** Does long work in slices; other requests are answered in between. Rejects with the signal's reason once that is aborted. */
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

/** The items that a test holds for, in their order. */
export const filterInSlices = <Item>(
  items: Iterable<Item>,
  test: (item: Item) => boolean,
  signal: AbortSignal,
): Promise<Item[]> => runInSlices(filter(items, test), signal)

function* filter<Item>(items: Iterable<Item>, test: (item: Item) => boolean): Steps<Item[]> {
  const found: Item[] = []
  for (const item of items) {
    if (test(item)) found.push(item)
    yield
  }
  return found
}

/** Yields the chunks of a long text; other requests are answered in between. */
export async function* chunksInSlices(chunks: Iterable<string>): AsyncGenerator<string, void, undefined> {
  for (const chunk of chunks) {
    yield chunk
    await nextTurn()
  }
}
