import sorted from 'sorted-btree'

/** A sorted map (B+ tree). A clone shares its nodes with the original. Both copy a shared node before they write to it. */
type Tree<Key, Value> = sorted<Key, Value>

// In Node, the default import of a CommonJS module is the whole module. In some test runners, it is the module's `default`.
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

/**
 * A sorted map whose keys are pairs of numbers, sorted by the first number, then by the second. The second number must be below 67 million,
 * the first below 134 million.
 *
 * A tree of numbers is several times faster than a tree of arrays, so one number stands for a pair: `(3, 5)` is 3 × 2²⁶ + 5 = 201,326,597.
 */
export class PairTree<Value> {
  readonly #tree: Tree<number, Value>

  constructor(tree = numberTree<Value>()) {
    this.#tree = tree
  }

  get(first: number, second: number): Value | undefined {
    return this.#tree.get(numberOf(first, second))
  }

  has(first: number, second: number): boolean {
    return this.#tree.has(numberOf(first, second))
  }

  set(first: number, second: number, value: Value): void {
    this.#tree.set(numberOf(first, second), value)
  }

  /** Sets the value of a pair that has none. Returns false, and changes nothing, if the pair has a value. */
  add(first: number, second: number, value: Value): boolean {
    return this.#tree.set(numberOf(first, second), value, false)
  }

  delete(first: number, second: number): void {
    this.#tree.delete(numberOf(first, second))
  }

  /** The largest `second` among the pairs with this `first`; undefined without such a pair. */
  lastOf(first: number): number | undefined {
    const pair = this.#tree.nextLowerKey(numberOf(first + 1, 0))
    return pair === undefined || pair < numberOf(first, 0) ? undefined : pair % pairBase
  }

  /** Calls `read` for the pairs with this `first` and a `second` from `from` up, until `read` returns false. */
  each(first: number, from: number, read: (second: number, value: Value) => boolean): void {
    this.#tree.forRange(numberOf(first, from), numberOf(first + 1, 0), false, (pair, value) =>
      read(pair % pairBase, value) ? undefined : { break: true },
    )
  }

  *pairs(): Generator<readonly [first: number, second: number]> {
    for (const pair of this.#tree.keys()) yield [Math.floor(pair / pairBase), pair % pairBase]
  }

  clone(): PairTree<Value> {
    return new PairTree(this.#tree.clone())
  }
}

const pairBase = 2 ** 26

const numberOf = (first: number, second: number): number => first * pairBase + second
