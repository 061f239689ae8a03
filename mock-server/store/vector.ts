import type { Listing } from './listing.ts'
import { Pages } from './pages.ts'
import { counts, numbers } from './slab.ts'

/** Items in a row: an array, or one of the typed ones, which stay out of the heap that garbage is collected from. */
interface Page<Item> {
  readonly length: number
  [at: number]: Item
}

/** Makes a page: an empty one, or a copy of another, which stays in a slab with no others. */
type Make<Item> = (of?: Page<Item>) => Page<Item>

// Of every kind of page, so that finding an item is the same few steps for all.
const bits = 10
const room = 2 ** bits

/** Items by their positions. It grows at its end alone, and a clone takes no time ({@link Pages}). */
export class Vector<Item> implements Listing<Item> {
  readonly #make: Make<Item>
  readonly #pages: Pages<Page<Item>>
  #length: number

  private constructor(make: Make<Item>, pages = new Pages<Page<Item>>(make), length = 0) {
    this.#make = make
    this.#pages = pages
    this.#length = length
  }

  /** Of anything. */
  static ofItems<Item>(): Vector<Item> {
    return new Vector<Item>((of = []) => Array.from(of))
  }

  /** Of whole numbers below 2^32. */
  static ofCounts(): Vector<number> {
    return new Vector((of) => (of ? new Uint32Array(of) : counts(room)))
  }

  /** Of any numbers. */
  static ofNumbers(): Vector<number> {
    return new Vector((of) => (of ? new Float64Array(of) : numbers(room)))
  }

  get length(): number {
    return this.#length
  }

  at(position: number): Item | undefined {
    return position >= 0 && position < this.#length
      ? this.#pages.read(position >>> bits)?.[position & (room - 1)]
      : undefined
  }

  /** Puts an item at a position. Where that is beyond the end, nothing stands between: 0 in typed arrays, else `undefined`. */
  set(position: number, item: Item): void {
    while (this.#pages.length <= position >>> bits) this.#pages.add(this.#make())
    const page = this.#pages.write(position >>> bits)
    if (page) page[position & (room - 1)] = item
    this.#length = Math.max(this.#length, position + 1)
  }

  push(item: Item): void {
    this.set(this.#length, item)
  }

  /** Items from a position on, up to and without another. */
  slice(from: number, to: number): readonly Item[] {
    const items: Item[] = []
    for (let position = from; position < Math.min(to, this.#length); position += 1) {
      const item = this.at(position)
      if (item !== undefined) items.push(item)
    }
    return items
  }

  clone(): Vector<Item> {
    return new Vector(this.#make, this.#pages.clone(), this.#length)
  }
}
