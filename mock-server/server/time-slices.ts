import { elapsed, nextTurn, type Steps } from '../time.ts'

/** The milliseconds of one slice. Requests may wait for 20 milliseconds in all, and a garbage collection can add to a slice. */
const sliceTime = 5

/** Runs long work in slices. The server answers other requests between two slices. Rejects with the signal's reason after an abort. */
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

/** The items that pass a test, in their order. */
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

/** Yields the chunks of a long text. The server answers other requests between two chunks. */
export async function* chunksInSlices(chunks: Iterable<string>): AsyncGenerator<string, void, undefined> {
  for (const chunk of chunks) {
    yield chunk
    await nextTurn()
  }
}
