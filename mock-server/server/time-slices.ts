import { elapsed, nextTurn, type Steps } from '../time.ts'

/**
 * Milliseconds of one slice. Short, because a garbage collection can make a slice longer, and other requests should wait 20 milliseconds at
 * most.
 */
const sliceTime = 5

/**
 * Runs long work in short slices. The server answers other requests between two slices. After an abort, rejects with the signal's reason.
 */
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

/** Filters items in slices, and keeps their order. */
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
