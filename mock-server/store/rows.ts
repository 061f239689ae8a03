import { type Row, RowLayout, type RowPage } from './row-layout.ts'
import { RowPages } from './row-pages.ts'

export type { Row } from './row-layout.ts'

/**
 * Different rows of so many whole numbers below 2^32, in the order of the first of them, then the second and so on: a B+ tree
 * whose nodes are pages outside of the heap. A clone takes no time.
 */
export class Rows {
  readonly #width: number
  readonly #leaf: RowLayout
  /** The lowest row that a page below once had, and the number of that page. */
  readonly #inner: RowLayout
  readonly #pages: RowPages
  #root: number
  /** Levels of inner pages. */
  #height = 0
  #size = 0

  constructor(width: number, pages = new RowPages(), root = -1) {
    this.#width = width
    this.#leaf = new RowLayout(width, 0)
    this.#inner = new RowLayout(width, 1)
    this.#pages = pages
    this.#root = root
  }

  get size(): number {
    return this.#size
  }

  has(row: Row): boolean {
    const found = this.#seek(this.#root, this.#height, row)
    return found !== undefined && this.#leaf.compare(found.page, found.at, row) === 0
  }

  /** The first row that does not come before another. */
  first(from: Row): Row | undefined {
    const found = this.#seek(this.#root, this.#height, from)
    return found && this.#leaf.row(found.page, found.at)
  }

  /** The last row that comes before another. */
  lastBefore(to: Row): Row | undefined {
    return this.#seekBack(this.#root, this.#height, to)
  }

  /** All rows from one on, up to and without another. */
  *between(from: Row = [], to?: Row): Generator<Row> {
    for (let found = this.#seek(this.#root, this.#height, from); found; ) {
      const { page } = found
      const count = this.#leaf.count(page)
      for (let { at } = found; at < count; at += 1) {
        if (to && this.#leaf.compare(page, at, to) >= 0) return
        yield this.#leaf.row(page, at)
      }
      found = this.#seek(this.#root, this.#height, after(this.#leaf.row(page, count - 1)))
    }
  }

  /** Puts a row where it belongs; false if it is there already. */
  add(row: Row): boolean {
    if (this.#root < 0) this.#root = this.#pages.add(this.#leaf.page())
    const put = this.#put(this.#root, this.#height, row)
    if (put === 'there') return false
    if (put !== 'put') this.#raise(put)
    this.#size += 1
    return true
  }

  /** Takes a row out; false if it is not there. */
  delete(row: Row): boolean {
    const isTaken = this.#take(this.#root, this.#height, row)
    if (isTaken) this.#size -= 1
    // A root without any rows is a leaf.
    if (this.#size === 0) this.#height = 0
    return isTaken
  }

  clone(): Rows {
    const other = new Rows(this.#width, this.#pages.clone(), this.#root)
    other.#height = this.#height
    other.#size = this.#size
    return other
  }

  #seek(number: number, level: number, from: Row): { readonly page: RowPage; readonly at: number } | undefined {
    const page = this.#pages.read(number)
    if (!page) return undefined
    if (level === 0) {
      const at = this.#leaf.firstFrom(page, from)
      return at < this.#leaf.count(page) ? { page, at } : undefined
    }
    const at = this.#below(page, from)
    const found = this.#seek(this.#inner.last(page, at), level - 1, from)
    // Behind the last row of one page stands the first of the next.
    if (found || at + 1 === this.#inner.count(page)) return found
    return this.#seek(this.#inner.last(page, at + 1), level - 1, from)
  }

  #seekBack(number: number, level: number, to: Row): Row | undefined {
    const page = this.#pages.read(number)
    if (!page) return undefined
    if (level === 0) {
      const at = this.#leaf.firstFrom(page, to)
      return at > 0 ? this.#leaf.row(page, at - 1) : undefined
    }
    const at = this.#below(page, to)
    const found = this.#seekBack(this.#inner.last(page, at), level - 1, to)
    return found || at === 0 ? found : this.#seekBack(this.#inner.last(page, at - 1), level - 1, to)
  }

  /** Place of the page below that a row stands or belongs in. The first takes what comes before the others. */
  #below(inner: RowPage, row: Row): number {
    const at = this.#inner.firstFrom(inner, row, 1)
    return at < this.#inner.count(inner) && this.#inner.compare(inner, at, row) === 0 ? at : at - 1
  }

  /** Puts a row below a page. Where that was full and is split now, the answer is the row of the other half. */
  #put(number: number, level: number, row: Row): 'there' | 'put' | Row {
    const page = this.#pages.read(number)
    if (!page) return 'there'
    if (level === 0) {
      const at = this.#leaf.firstFrom(page, row)
      const isThere = at < this.#leaf.count(page) && this.#leaf.compare(page, at, row) === 0
      return isThere ? 'there' : this.#insert(number, this.#leaf, at, row)
    }
    const at = this.#below(page, row)
    const put = this.#put(this.#inner.last(page, at), level - 1, row)
    return typeof put === 'string' ? put : this.#insert(number, this.#inner, at + 1, put)
  }

  #insert(number: number, layout: RowLayout, at: number, row: Row): 'put' | Row {
    const page = this.#pages.write(number)
    if (!page) return 'put'
    if (layout.count(page) < layout.room) {
      layout.insert(page, at, row)
      return 'put'
    }
    const other = layout.split(page, at, row)
    return [...layout.row(other, 0).slice(0, this.#width), this.#pages.add(other)]
  }

  /** Puts a new root above the old one and the other half of it. */
  #raise(other: Row): void {
    const first = [...other.slice(0, -1), this.#root]
    this.#root = this.#pages.add(this.#inner.page(first, other))
    this.#height += 1
  }

  /** Takes a row out below a page; a page that is empty then as well. Pages that are merely not full stay as they are. */
  #take(number: number, level: number, row: Row): boolean {
    const page = this.#pages.read(number)
    if (!page) return false
    if (level === 0) {
      const at = this.#leaf.firstFrom(page, row)
      const isThere = at < this.#leaf.count(page) && this.#leaf.compare(page, at, row) === 0
      if (isThere) this.#remove(number, this.#leaf, at)
      return isThere
    }
    const at = this.#below(page, row)
    const below = this.#inner.last(page, at)
    const isTaken = this.#take(below, level - 1, row)
    const left = isTaken ? this.#pages.read(below) : undefined
    if (left?.[0] === 0) {
      this.#pages.release(below)
      this.#remove(number, this.#inner, at)
    }
    return isTaken
  }

  #remove(number: number, layout: RowLayout, at: number): void {
    const page = this.#pages.write(number)
    if (page) layout.remove(page, at)
  }
}

const after = (row: Row): Row => [...row.slice(0, -1), (row.at(-1) ?? 0) + 1]
