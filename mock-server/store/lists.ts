import { numberTree, PairTree } from './trees.ts'

/** A list from which a caller can read a part. Every array is a `Range`. */
export interface Range<Item> {
  readonly length: number
  /** Like the `slice` of an array, but without negative positions. */
  slice(from: number, to: number): readonly Item[]
}

/** Makes a range that reads its items on demand. */
export const range = <Item>(length: number, items: (from: number, to: number) => readonly Item[]): Range<Item> => ({
  length,
  slice: (from, to) => (from < length && from < to ? items(from, Math.min(to, length)) : []),
})

export const toArray = <Item>(items: Range<Item>): readonly Item[] => items.slice(0, items.length)

/**
 * Many lists of serial numbers. Each list has a number. A removed serial leaves a gap, so no other serial moves.
 *
 * For example, list 7 got the serials 20, 21 and 22 at the positions 0, 1 and 2. After the removal of 21, position 1 is a gap: `#gaps` has
 * `[1]` for list 7. Index 0 is at position 0, and index 1 is at position 2.
 */
export class Lists {
  /** Serials, by list number and position. */
  readonly #serials
  /** Positions of removed serials, by list number, ascending. */
  readonly #gaps

  constructor(serials = new PairTree<number>(), gaps = numberTree<readonly number[]>()) {
    this.#serials = serials
    this.#gaps = gaps
  }

  add(list: number, serial: number): void {
    this.#serials.set(list, this.#endOf(list), serial)
  }

  /** Removes a serial from a list. The list must contain the serial, and the serials of the list must be ascending. */
  remove(list: number, serial: number): void {
    const serialAt = (index: number) => this.#slice(list, index, index + 1)[0] ?? 0
    const index = countWhile(this.#lengthOf(list), (before) => serialAt(before) < serial)
    const position = this.#positionOf(list, index)
    this.#serials.delete(list, position)
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

  /** The next free position at the end of a list. */
  #endOf(list: number): number {
    return Math.max(this.#serials.lastOf(list) ?? -1, this.#gapsOf(list).at(-1) ?? -1) + 1
  }

  /** Converts an index to a position. An index counts only serials. A position counts serials and gaps. */
  #positionOf(list: number, index: number): number {
    const gaps = this.#gapsOf(list)
    return index + countWhile(gaps.length, (gap) => (gaps[gap] ?? 0) - gap <= index)
  }

  #slice(list: number, from: number, to: number): readonly number[] {
    const serials: number[] = []
    const end = this.#positionOf(list, to)
    this.#serials.each(list, this.#positionOf(list, from), (position, serial) => {
      if (position >= end) return false
      serials.push(serial)
      return true
    })
    return serials
  }
}

/**
 * Counts the numbers from 0 up that meet a condition, by binary search. From the first number for which the condition is false, it must
 * stay false.
 */
function countWhile(limit: number, isTrue: (number: number) => boolean): number {
  let [count, end] = [0, limit]
  while (count < end) {
    const middle = (count + end) >>> 1
    if (isTrue(middle)) count = middle + 1
    else end = middle
  }
  return count
}
