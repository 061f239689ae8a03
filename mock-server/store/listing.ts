/** Things in an order, of which a part can be had without touching the rest. Arrays are listings too. */
export interface Listing<Item> {
  readonly length: number
  /** From a position on, up to and without another. */
  slice(from: number, to: number): readonly Item[]
}

/** A listing that gets its items when they are asked for. */
export const listing = <Item>(length: number, items: (from: number, to: number) => readonly Item[]): Listing<Item> => ({
  length,
  slice: (from, to) => (from < length && from < to ? items(from, Math.min(to, length)) : []),
})

export const whole = <Item>(items: Listing<Item>): readonly Item[] => items.slice(0, items.length)

/** The same listing with something else in the place of each item. */
export const mapped = <From, To>(from: Listing<From>, item: (from: From) => To): Listing<To> => ({
  length: from.length,
  slice: (start, end) => from.slice(start, end).map(item),
})
