import { counts } from './slab.ts'

/** Rows of words in order; the first word of all is the number of the rows. */
export type RowPage = Uint32Array<ArrayBuffer>

/** A row, or the beginning of one: what is missing counts as 0. */
export type Row = readonly number[]

// Eight kilobytes: few enough to be copied before they are written to, many enough to need few pages.
const words = 2048

/** In a buffer of its own: copies come and go, and one that stays would hold on to the slab of many that went. */
export const copyOf = (page: RowPage): RowPage => page.slice()

/** How rows lie in a page: so many words to order them by, and so many more behind. */
export class RowLayout {
  readonly #key: number
  readonly #width: number
  /** How many rows a page takes. */
  readonly room: number

  constructor(key: number, more: number) {
    this.#key = key
    this.#width = key + more
    this.room = Math.floor((words - 1) / this.#width)
  }

  /** A page of some rows. */
  page(...rows: readonly Row[]): RowPage {
    const page = counts(words)
    for (const [at, row] of rows.entries()) this.insert(page, at, row)
    return page
  }

  count(page: RowPage): number {
    return page[0] ?? 0
  }

  row(page: RowPage, at: number): number[] {
    const row: number[] = []
    for (let word = 0; word < this.#width; word += 1) row.push(page[1 + at * this.#width + word] ?? 0)
    return row
  }

  /** The last word of a row. */
  last(page: RowPage, at: number): number {
    return page[(at + 1) * this.#width] ?? 0
  }

  /** How the key of a row stands to another: below 0 if it comes before that. */
  compare(page: RowPage, at: number, key: Row): number {
    const start = 1 + at * this.#width
    for (let word = 0; word < this.#key; word += 1) {
      const difference = (page[start + word] ?? 0) - (key[word] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  }

  /** Place of the first row, among those from a place on, whose key does not come before another. */
  firstFrom(page: RowPage, key: Row, start = 0): number {
    let low = start
    let high = this.count(page)
    // Most rows come in order.
    if (high > low && this.compare(page, high - 1, key) < 0) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.compare(page, middle, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  insert(page: RowPage, at: number, row: Row): void {
    const [start, count] = [1 + at * this.#width, this.count(page)]
    page.copyWithin(start + this.#width, start, 1 + count * this.#width)
    for (let word = 0; word < this.#width; word += 1) page[start + word] = row[word] ?? 0
    page[0] = count + 1
  }

  remove(page: RowPage, at: number): void {
    const [start, count] = [1 + at * this.#width, this.count(page)]
    page.copyWithin(start, start + this.#width, 1 + count * this.#width)
    page[0] = count - 1
  }

  /** Puts a row into a page that is full, and half of all rows into a new page: that one is the answer. */
  split(page: RowPage, at: number, row: Row): RowPage {
    // Rows that come in order leave full pages behind.
    const cut = at === this.room ? at : this.room >>> 1
    const next = this.page()
    next.set(page.subarray(1 + cut * this.#width, 1 + this.room * this.#width), 1)
    next[0] = this.room - cut
    page[0] = cut
    if (at < cut) this.insert(page, at, row)
    else this.insert(next, at - cut, row)
    return next
  }
}
