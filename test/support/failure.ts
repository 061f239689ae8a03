import { type EventsError, isEventsError } from 'osdi-events'

type AnyEventsError = EventsError & { readonly code: string }

/** The package's error that a call throws or rejects with. Fails the test for any other error, and if the call succeeds. */
export const failureOf = async (call: () => unknown): Promise<AnyEventsError> => {
  try {
    await call()
  } catch (error) {
    if (isEventsError(error)) return error
    throw error
  }
  throw new Error('the call did not fail')
}

/** All items of an iteration. */
export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
