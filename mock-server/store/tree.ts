import sorted from 'sorted-btree'

/** A sorted map that clones in no time: a node is copied before one of its sharers writes to it. */
type Tree<Key, Value> = sorted<Key, Value>

// Node takes a CommonJS module for its own default export, test runners take what the module calls `default`.
const BTree: typeof sorted = 'default' in sorted ? (sorted.default as typeof sorted) : sorted

export const treeBy = <Key, Value>(order: (one: Key, other: Key) => number): Tree<Key, Value> =>
  new BTree<Key, Value>(undefined, order)

export const byNumber = <Value>(): Tree<number, Value> => treeBy((one, other) => one - other)

export const byText = <Value>(): Tree<string, Value> => treeBy(compare)

/** The order of texts by their characters. */
export function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

const seconds = 2 ** 26

/** Two numbers as one key, in their order: the first below 134 million, the second below 67 million. */
export const pair = (first: number, second: number): number => first * seconds + second

/** The numbers of such a key. */
export const numbersOf = (key: number): readonly [first: number, second: number] => [
  Math.floor(key / seconds),
  key % seconds,
]
