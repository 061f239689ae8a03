import sorted from 'sorted-btree'

/** A sorted map. A clone shares all nodes; either tree copies a node before it writes to it. */
type Tree<Key, Value> = sorted<Key, Value>

// The default import of a CommonJS module is the module in Node, but its `default` in test runners.
const BTree: typeof sorted = 'default' in sorted ? (sorted.default as typeof sorted) : sorted

export const treeBy = <Key, Value>(order: (one: Key, other: Key) => number): Tree<Key, Value> =>
  new BTree<Key, Value>(undefined, order)

export const numberTree = <Value>(): Tree<number, Value> => treeBy((one, other) => one - other)

export const stringTree = <Value>(): Tree<string, Value> => treeBy(compareStrings)

/** Compares texts by their characters. */
export function compareStrings(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

const pairBase = 2 ** 26

/** Two numbers as one that sorts by the first, then by the second. The first is below 134 million, the second below 67 million. */
export const packPair = (first: number, second: number): number => first * pairBase + second

/** The two numbers of a pair. */
export const unpackPair = (pair: number): readonly [first: number, second: number] => [
  Math.floor(pair / pairBase),
  pair % pairBase,
]

/** A list that can be sliced without reading the rest. Arrays are ranges too. */
export interface Range<Item> {
  readonly length: number
  /** As that of an array. */
  slice(from: number, to: number): readonly Item[]
}

/** A range that reads its items when they are asked for. */
export const range = <Item>(length: number, items: (from: number, to: number) => readonly Item[]): Range<Item> => ({
  length,
  slice: (from, to) => (from < length && from < to ? items(from, Math.min(to, length)) : []),
})

export const toArray = <Item>(items: Range<Item>): readonly Item[] => items.slice(0, items.length)

/** Lists of serials, each under a number. A serial stays at its position: one that is removed leaves a gap. */
export class Lists {
  /** By the number of the list and the position in it. */
  readonly #serials
  /** By the number of the list: positions of removed serials, ascending. */
  readonly #gaps

  constructor(serials = numberTree<number>(), gaps = numberTree<readonly number[]>()) {
    this.#serials = serials
    this.#gaps = gaps
  }

  add(list: number, serial: number): void {
    this.#serials.set(packPair(list, this.#endOf(list)), serial)
  }

  /** Removes a serial that is in a list of ascending serials. */
  remove(list: number, serial: number): void {
    const serialAt = (index: number) => this.#slice(list, index, index + 1)[0] ?? 0
    const index = countWhile(this.#lengthOf(list), (before) => serialAt(before) < serial)
    const position = this.#positionOf(list, index)
    this.#serials.delete(packPair(list, position))
    this.#gaps.set(list, this.#gapsOf(list).toSpliced(position - index, 0, position))
  }

  of(list: number): Range<number> {
    return range(this.#lengthOf(list), (from, to) => this.#slice(list, from, to))
  }

  clone(): Lists {
    return new Lists(this.#serials.clone(), this.#gaps.clone())
  }

  #lengthOf(list: number): number {
    return this.#endOf(list) - this.#gapsOf(list).length
  }

  #gapsOf(list: number): readonly number[] {
    return this.#gaps.get(list) ?? []
  }

  /** The position behind the last serial and the last gap. */
  #endOf(list: number): number {
    const [last, position] = unpackPair(this.#serials.nextLowerKey(packPair(list + 1, 0)) ?? -1)
    return Math.max(last === list ? position : -1, this.#gapsOf(list).at(-1) ?? -1) + 1
  }

  /** The position of the serial at an index: as many more as there are gaps before it. */
  #positionOf(list: number, index: number): number {
    const gaps = this.#gapsOf(list)
    return index + countWhile(gaps.length, (gap) => (gaps[gap] ?? 0) - gap <= index)
  }

  #slice(list: number, from: number, to: number): readonly number[] {
    const serials: number[] = []
    const [first, end] = [this.#positionOf(list, from), this.#positionOf(list, to)]
    this.#serials.forRange(packPair(list, first), packPair(list, end), false, (_, serial) => void serials.push(serial))
    return serials
  }
}

/** How many of the numbers from 0 up meet a condition, which fails for all numbers behind the first that it fails for. */
function countWhile(limit: number, isTrue: (number: number) => boolean): number {
  let [count, end] = [0, limit]
  while (count < end) {
    const middle = (count + end) >>> 1
    if (isTrue(middle)) count = middle + 1
    else end = middle
  }
  return count
}
