import type { Ids, Kind } from '../ids/ids.ts'
import { type Listing, listing } from './listing.ts'
import { Table } from './table.ts'

/** Everything of one kind, by serial numbers, which count from 0 in the order of adding. Nothing is ever taken out. */
export class Records<Found> {
  readonly #ids: Ids
  readonly #kind: Kind
  readonly #table: Table<number, Found>

  constructor(ids: Ids, kind: Kind, table: Table<number, Found> = Table.byNumber()) {
    this.#ids = ids
    this.#kind = kind
    this.#table = table
  }

  get size(): number {
    return this.#table.size
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  get(id: string): Found | undefined {
    const serial = this.#ids.serialOf(this.#kind, id)
    return serial === undefined ? undefined : this.#table.get(serial)
  }

  at(serial: number): Found | undefined {
    return this.#table.get(serial)
  }

  /** The things of some serials. */
  each(serials: readonly number[]): readonly Found[] {
    return serials.flatMap((serial) => this.#table.get(serial) ?? [])
  }

  /** The things of the serials in a listing. */
  listed(serials: Listing<number>): Listing<Found> {
    return listing(serials.length, (from, to) => this.each(serials.slice(from, to)))
  }

  values(): IterableIterator<Found> {
    return this.#table.values()
  }

  /** Stores what is made of the next id and serial. */
  add<Added extends Found>(make: (id: string, serial: number) => Added): Added {
    const serial = this.#table.size
    const made = make(this.#ids.idOf(this.#kind, serial), serial)
    this.#table.set(serial, made)
    return made
  }

  /** Puts another record in the place of one. */
  replace(serial: number, record: Found): void {
    this.#table.set(serial, record)
  }

  clone(): Records<Found> {
    return new Records(this.#ids, this.#kind, this.#table.clone())
  }
}
