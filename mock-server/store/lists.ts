import { type Listing, listing } from './listing.ts'
import { type Row, Rows } from './rows.ts'

/** Lists of numbers that grow at their end, each under a name of so many numbers. */
export class Lists {
  /** The name, the position in the list, and what stands there. */
  readonly #rows: Rows
  readonly #width: number

  constructor(width: number, rows = new Rows(width + 2)) {
    this.#width = width
    this.#rows = rows
  }

  add(name: Row, entry: number): void {
    this.#rows.add([...name, this.#lengthOf(name), entry])
  }

  /** Takes an entry out; those behind it move up. */
  remove(name: Row, entry: number): void {
    const rows = [...this.#rows.between([...name, 0], [...name, 2 ** 32])]
    const at = rows.findIndex((row) => row[this.#width + 1] === entry)
    if (at < 0) return
    const behind = rows.slice(at + 1)
    for (const row of rows.slice(at).reverse()) this.#rows.delete(row)
    for (const [index, row] of behind.entries()) this.#rows.add([...name, at + index, row[this.#width + 1] ?? 0])
  }

  of(name: Row): Listing<number> {
    return this.begin(name, this.#lengthOf(name))
  }

  /** So many entries of a list: those that it began with. */
  begin(name: Row, length: number): Listing<number> {
    return listing(length, (from, to) =>
      Array.from(this.#rows.between([...name, from], [...name, to]), (row) => row[this.#width + 1] ?? 0),
    )
  }

  clone(): Lists {
    return new Lists(this.#width, this.#rows.clone())
  }

  #lengthOf(name: Row): number {
    const last = this.#rows.lastBefore([...name, 2 ** 32])
    return last && name.every((word, at) => word === last[at]) ? (last[this.#width] ?? 0) + 1 : 0
  }
}
