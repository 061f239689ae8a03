import { type Listing, listing, pair, unpair } from './listing.ts'
import { Table } from './table.ts'

/** Lists of numbers that grow at their end alone, each under a name. */
export class Lists<Name extends number | string> {
  /** Where a list goes on, by its name: the pair of its number and its length. */
  readonly #ends: Table<Name, number>
  /** By the pair of the list's number and the position in it. */
  readonly #entries: Table<number, number>

  private constructor(ends: Table<Name, number>, entries: Table<number, number>) {
    this.#ends = ends
    this.#entries = entries
  }

  static byNumber = (): Lists<number> => new Lists(Table.byNumber(), Table.byNumber())

  static byText = (): Lists<string> => new Lists(Table.byText(), Table.byNumber())

  add(name: Name, entry: number): void {
    const end = this.#ends.get(name) ?? pair(this.#ends.size, 0)
    this.#entries.set(end, entry)
    this.#ends.set(name, end + 1)
  }

  of(name: Name): Listing<number> {
    const end = this.#ends.get(name)
    if (end === undefined) return []
    const [list, length] = unpair(end)
    return listing(length, (from, to) => this.#entries.between(pair(list, from), pair(list, to)))
  }

  clone(): Lists<Name> {
    return new Lists(this.#ends.clone(), this.#entries.clone())
  }
}
