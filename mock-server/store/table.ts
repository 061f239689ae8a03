import type { Ids, Kind } from './ids.ts'
import { type Range, range } from './lists.ts'
import { numberTree } from './trees.ts'

/** Makes a record with the next id and serial of its kind. */
export type Make<Item> = (id: string, serial: number) => Item

/**
 * The records of one kind, by serial number. Serials count up from 0 in the order in which records are added. The table never reuses a
 * serial.
 */
export class Table<Item extends { readonly id: string }> {
  readonly #ids: Ids
  readonly #kind: Kind
  readonly #records
  #size: number

  constructor(ids: Ids, kind: Kind, records = numberTree<Item>(), size = 0) {
    this.#ids = ids
    this.#kind = kind
    this.#records = records
    this.#size = size
  }

  /** How many records were ever added. This is also the serial of the next record. */
  get size(): number {
    return this.#size
  }

  /** How many records the table has, without removed records. */
  get count(): number {
    return this.#records.size
  }

  at(serial: number): Item | undefined {
    return this.#records.get(serial)
  }

  get(id: string): Item | undefined {
    const record = this.at(this.#ids.serialOf(this.#kind, id))
    return record?.id === id ? record : undefined
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  /** The records with the given serials, without removed records. */
  each(serials: readonly number[]): readonly Item[] {
    return serials.flatMap((serial) => this.at(serial) ?? [])
  }

  /** The records with the given serials, read on demand, without removed records. */
  listed(serials: Range<number>): Range<Item> {
    return range(serials.length, (from, to) => this.each(serials.slice(from, to)))
  }

  /** Every record in the order in which they were added. Do not change the table during the iteration. */
  values(): Iterable<Item> {
    return this.#records.values()
  }

  /** Makes a record with the next id and the next serial, and stores it. */
  add(make: Make<Item>): Item {
    const record = make(this.#ids.idOf(this.#kind, this.#size), this.#size)
    this.#records.set(this.#size, record)
    this.#size += 1
    return record
  }

  replace(serial: number, record: Item): void {
    this.#records.set(serial, record)
  }

  remove(serial: number): void {
    this.#records.delete(serial)
  }

  clone(): Table<Item> {
    return new Table(this.#ids, this.#kind, this.#records.clone(), this.#size)
  }
}
