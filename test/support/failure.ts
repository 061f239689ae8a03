import { type EventsError, isEventsError } from 'osdi-events'

type AnyEventsError = EventsError & { readonly code: string }

/** The package's own error that a call throws or rejects with; anything else, and no failure at all, fails the test. */
export const failureOf = async (call: () => unknown): Promise<AnyEventsError> => {
  try {
    await call()
  } catch (error) {
    if (isEventsError(error)) return error
    throw error
  }
  throw new Error('the call did not fail')
}

/** Everything that an iteration gives. */
export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
