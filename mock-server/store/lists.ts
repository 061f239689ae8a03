import sorted from 'sorted-btree'

/** A sorted map that clones in no time: a node is copied before one of its sharers writes to it. */
type Tree<Key, Value> = sorted<Key, Value>

// Node takes a CommonJS module for its own default export, test runners take what the module calls `default`.
const BTree: typeof sorted = 'default' in sorted ? (sorted.default as typeof sorted) : sorted

export const treeBy = <Key, Value>(order: (one: Key, other: Key) => number): Tree<Key, Value> =>
  new BTree<Key, Value>(undefined, order)

export const numberTree = <Value>(): Tree<number, Value> => treeBy((one, other) => one - other)

export const stringTree = <Value>(): Tree<string, Value> => treeBy(compareStrings)

/** The order of texts by their characters. */
export function compareStrings(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

const seconds = 2 ** 26

/** Two numbers as one key, in their order: the first below 134 million, the second below 67 million. */
export const packPair = (first: number, second: number): number => first * seconds + second

/** The numbers of such a key. */
export const unpackPair = (key: number): readonly [first: number, second: number] => [
  Math.floor(key / seconds),
  key % seconds,
]

/** Things in an order, of which a part can be had without touching the rest. Arrays are listings too. */
export interface Range<Item> {
  readonly length: number
  /** From a position on, up to and without another. */
  slice(from: number, to: number): readonly Item[]
}

/** A range that gets its items when they are asked for. */
export const range = <Item>(length: number, items: (from: number, to: number) => readonly Item[]): Range<Item> => ({
  length,
  slice: (from, to) => (from < length && from < to ? items(from, Math.min(to, length)) : []),
})

export const toArray = <Item>(items: Range<Item>): readonly Item[] => items.slice(0, items.length)

/** Lists of serials that grow at their end, each under a number. */
export class Lists {
  /** By the number of the list and the position in it. */
  readonly #serials
  /** By the number of the list: the positions that serials were taken out of, in order. Nothing behind them moves. */
  readonly #gaps

  constructor(serials = numberTree<number>(), gaps = numberTree<readonly number[]>()) {
    this.#serials = serials
    this.#gaps = gaps
  }

  add(list: number, serial: number): void {
    this.#serials.set(packPair(list, this.#endOf(list)), serial)
  }

  /** Takes a serial out of a list that grows in the order of serials. */
  remove(list: number, serial: number): void {
    const at = countWhile(this.lengthOf(list), (before) => (this.#slice(list, before, before + 1)[0] ?? 0) < serial)
    if (this.#slice(list, at, at + 1)[0] !== serial) return
    const position = this.#positionOf(list, at)
    this.#serials.delete(packPair(list, position))
    this.#gaps.set(list, this.#gapsOf(list).toSpliced(position - at, 0, position))
  }

  of(list: number): Range<number> {
    return range(this.lengthOf(list), (from, to) => this.#slice(list, from, to))
  }

  lengthOf(list: number): number {
    return this.#endOf(list) - this.#gapsOf(list).length
  }

  clone(): Lists {
    return new Lists(this.#serials.clone(), this.#gaps.clone())
  }

  #gapsOf(list: number): readonly number[] {
    return this.#gaps.get(list) ?? []
  }

  /** The position behind the last one that was ever taken. */
  #endOf(list: number): number {
    const [last, position] = unpackPair(this.#serials.nextLowerKey(packPair(list + 1, 0)) ?? -1)
    return Math.max(last === list ? position : -1, this.#gapsOf(list).at(-1) ?? -1) + 1
  }

  /** The position of what so many are before: it is behind the gaps between them. */
  #positionOf(list: number, before: number): number {
    const gaps = this.#gapsOf(list)
    return before + countWhile(gaps.length, (gap) => (gaps[gap] ?? 0) - gap <= before)
  }

  #slice(list: number, from: number, to: number): readonly number[] {
    const serials: number[] = []
    const [first, end] = [this.#positionOf(list, from), this.#positionOf(list, to)]
    this.#serials.forRange(packPair(list, first), packPair(list, end), false, (_, serial) => void serials.push(serial))
    return serials
  }
}

/** How many numbers from 0 up to below a limit come before the first that a condition fails for. It fails for all behind that, too. */
function countWhile(limit: number, isTrue: (number: number) => boolean): number {
  let [count, end] = [0, limit]
  while (count < end) {
    const middle = (count + end) >>> 1
    if (isTrue(middle)) count = middle + 1
    else end = middle
  }
  return count
}
