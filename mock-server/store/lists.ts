import sorted from 'sorted-btree'

/** A sorted map. A clone shares its nodes with the original. Both copy a shared node before they write to it. */
type Tree<Key, Value> = sorted<Key, Value>

// In Node the default import of a CommonJS module is the whole module; in test runners it is the module's `default`.
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

/** Packs two numbers into one that sorts by `first`, then by `second`. `first` is below 134 million, `second` below 67 million. */
export const packPair = (first: number, second: number): number => first * pairBase + second

/** The two numbers of a pair. */
export const unpackPair = (pair: number): readonly [first: number, second: number] => [
  Math.floor(pair / pairBase),
  pair % pairBase,
]

/** A list that reads only the items of a slice. Arrays are ranges too. */
export interface Range<Item> {
  readonly length: number
  /** Like the `slice` of an array, for positions from 0 up. */
  slice(from: number, to: number): readonly Item[]
}

/** A range that reads its items on demand. */
export const range = <Item>(length: number, items: (from: number, to: number) => readonly Item[]): Range<Item> => ({
  length,
  slice: (from, to) => (from < length && from < to ? items(from, Math.min(to, length)) : []),
})

export const toArray = <Item>(items: Range<Item>): readonly Item[] => items.slice(0, items.length)

/** Numbered lists of serials. A serial never moves to another position: a removed serial leaves a gap. */
export class Lists {
  /** Serials by list number and position. */
  readonly #serials
  /** Positions of removed serials by list number, ascending. */
  readonly #gaps

  constructor(serials = numberTree<number>(), gaps = numberTree<readonly number[]>()) {
    this.#serials = serials
    this.#gaps = gaps
  }

  add(list: number, serial: number): void {
    this.#serials.set(packPair(list, this.#endOf(list)), serial)
  }

  /** Removes a serial. The list must contain the serial, and its serials must be ascending. */
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

  /** The position after the last serial and the last gap. */
  #endOf(list: number): number {
    const [last, position] = unpackPair(this.#serials.nextLowerKey(packPair(list + 1, 0)) ?? -1)
    return Math.max(last === list ? position : -1, this.#gapsOf(list).at(-1) ?? -1) + 1
  }

  /** Converts an index, which counts only the serials in the list, into a position, which counts the gaps too. */
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

/** Binary search: how many numbers from 0 up meet a condition. The condition must be true up to some number, and false from there on. */
function countWhile(limit: number, isTrue: (number: number) => boolean): number {
  let [count, end] = [0, limit]
  while (count < end) {
    const middle = (count + end) >>> 1
    if (isTrue(middle)) count = middle + 1
    else end = middle
  }
  return count
}
