import { type Listing, listing, pair } from './listing.ts'
import { Table } from './table.ts'

/** Lists of numbers that grow at their end alone, each under a name. */
export class Lists<Name extends number | string> {
  /** Number of each list, by its name. */
  readonly #numbers: Table<Name, number>
  readonly #lengths: Table<number, number>
  /** By the list's number and the position in it. */
  readonly #entries: Table<number, number>

  private constructor(numbers: Table<Name, number>, lengths: Table<number, number>, entries: Table<number, number>) {
    this.#numbers = numbers
    this.#lengths = lengths
    this.#entries = entries
  }

  static byNumber = (): Lists<number> => new Lists(Table.byNumber(), Table.byNumber(), Table.byNumber())

  static byText = (): Lists<string> => new Lists(Table.byText(), Table.byNumber(), Table.byNumber())

  add(name: Name, entry: number): void {
    let list = this.#numbers.get(name)
    if (list === undefined) {
      list = (this.#lengths.lastKey ?? -1) + 1
      this.#numbers.set(name, list)
    }
    const length = this.#lengths.get(list) ?? 0
    this.#entries.set(pair(list, length), entry)
    this.#lengths.set(list, length + 1)
  }

  of(name: Name): Listing<number> {
    const list = this.#numbers.get(name)
    if (list === undefined) return []
    return listing(this.#lengths.get(list) ?? 0, (from, to) => this.#entries.between(pair(list, from), pair(list, to)))
  }

  get firstName(): Name | undefined {
    return this.#numbers.firstKey
  }

  /** Takes a whole list out. */
  take(name: Name): readonly number[] {
    const list = this.#numbers.get(name)
    if (list === undefined) return []
    const { length } = this.of(name)
    const entries = this.of(name).slice(0, length)
    for (let position = 0; position < length; position += 1) this.#entries.delete(pair(list, position))
    this.#lengths.delete(list)
    this.#numbers.delete(name)
    return entries
  }

  clone(): Lists<Name> {
    return new Lists(this.#numbers.clone(), this.#lengths.clone(), this.#entries.clone())
  }
}
