import imported from 'sorted-btree'

// A CommonJS module: by the rules of some loaders its default export is the class, by those of others an object that has it.
const Tree: typeof imported = 'default' in imported ? (imported.default as typeof imported) : imported

// Of the sizes that were tried, the one whose nodes are filled best when keys grow: 19 bytes an entry, and not 26.
const nodeSize = 64

/**
 * A sorted map that is copied in no time, however much it holds: the copies share everything until one of them is changed,
 * and then all but the few nodes on the way to the change (a B+ tree, copied on write).
 */
export class Table<Key extends number | string, Value> {
  readonly #tree: imported<Key, Value>

  private constructor(tree: imported<Key, Value>) {
    this.#tree = tree
  }

  static byNumber<Value>(): Table<number, Value> {
    return new Table(new Tree<number, Value>(undefined, (a, b) => a - b, nodeSize))
  }

  static byText<Value>(): Table<string, Value> {
    return new Table(new Tree<string, Value>(undefined, (a, b) => (a < b ? -1 : a > b ? 1 : 0), nodeSize))
  }

  get size(): number {
    return this.#tree.size
  }

  get(key: Key): Value | undefined {
    return this.#tree.get(key)
  }

  has(key: Key): boolean {
    return this.#tree.has(key)
  }

  /** Puts a value at a key; true if the key is new. */
  set(key: Key, value: Value): boolean {
    return this.#tree.set(key, value)
  }

  /** Puts a value at a key that has none; true if it had none. */
  add(key: Key, value: Value): boolean {
    return this.#tree.setIfNotPresent(key, value)
  }

  delete(key: Key): boolean {
    return this.#tree.delete(key)
  }

  get firstKey(): Key | undefined {
    return this.#tree.minKey()
  }

  get lastKey(): Key | undefined {
    return this.#tree.maxKey()
  }

  /** Values from a key on, up to and without another. */
  between(from: Key, to: Key): Value[] {
    const values: Value[] = []
    this.#tree.forRange(from, to, false, (_key, value) => {
      values.push(value)
    })
    return values
  }

  keys(): IterableIterator<Key> {
    return this.#tree.keys()
  }

  values(): IterableIterator<Value> {
    return this.#tree.values()
  }

  /** A table of its own with the same contents. */
  clone(): Table<Key, Value> {
    return new Table(this.#tree.clone())
  }
}
