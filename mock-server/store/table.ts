import type { Ids, Kind } from './ids.ts'
import { type Range, range } from './lists.ts'
import type { KeyRecord } from './model.ts'
import { byNumber, byText } from './tree.ts'

/** Records of one kind, by serials, which count from 0 in the order of adding and are never given again. */
export class Table<Found extends { readonly id: string }> {
  readonly #ids: Ids
  readonly #kind: Kind
  readonly #records
  #size: number

  constructor(ids: Ids, kind: Kind, records = byNumber<Found>(), size = 0) {
    this.#ids = ids
    this.#kind = kind
    this.#records = records
    this.#size = size
  }

  /** The serial of the next one: how many there are, and have been. */
  get size(): number {
    return this.#size
  }

  /** How many there are. */
  get count(): number {
    return this.#records.size
  }

  at(serial: number): Found | undefined {
    return this.#records.get(serial)
  }

  get(id: string): Found | undefined {
    const found = this.at(this.#ids.serialOf(this.#kind, id))
    return found?.id === id ? found : undefined
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  /** The records of some serials. */
  each(serials: readonly number[]): readonly Found[] {
    return serials.flatMap((serial) => this.at(serial) ?? [])
  }

  /** The records of the serials in a listing. */
  listed(serials: Range<number>): Range<Found> {
    return range(serials.length, (from, to) => this.each(serials.slice(from, to)))
  }

  /** Every record. Some may be added and replaced meanwhile. */
  *values(): Generator<Found> {
    for (let serial = 0; serial < this.#size; serial += 1) {
      const found = this.at(serial)
      if (found !== undefined) yield found
    }
  }

  /** Stores what is made of the next id and serial. */
  add<Added extends Found>(make: (id: string, serial: number) => Added): Added {
    const made = make(this.#ids.idOf(this.#kind, this.#size), this.#size)
    this.#records.set(this.#size, made)
    this.#size += 1
    return made
  }

  replace(serial: number, record: Found): void {
    this.#records.set(serial, record)
  }

  remove(serial: number): void {
    this.#records.delete(serial)
  }

  clone(): Table<Found> {
    return new Table(this.#ids, this.#kind, this.#records.clone(), this.#size)
  }
}

/** Records without ids, in the order of adding. */
export class Sequence<Item> implements Range<Item> {
  readonly #items

  constructor(items = byNumber<Item>()) {
    this.#items = items
  }

  get length(): number {
    return this.#items.size
  }

  slice(from: number, to: number): readonly Item[] {
    return this.#items.getRange(from, to).map(([, item]) => item)
  }

  push(item: Item): void {
    this.#items.set(this.length, item)
  }

  clone(): Sequence<Item> {
    return new Sequence(this.#items.clone())
  }
}

/** Keys, by their tokens and in the order of adding. */
export class Keys {
  readonly #inOrder: Sequence<KeyRecord>
  readonly #byToken

  constructor(inOrder = new Sequence<KeyRecord>(), byToken = byText<KeyRecord>()) {
    this.#inOrder = inOrder
    this.#byToken = byToken
  }

  get inOrder(): Range<KeyRecord> {
    return this.#inOrder
  }

  get(token: string): KeyRecord | undefined {
    return this.#byToken.get(token)
  }

  has(token: string): boolean {
    return this.#byToken.has(token)
  }

  add(key: KeyRecord): void {
    this.#inOrder.push(key)
    this.#byToken.set(key.token, key)
  }

  clone(): Keys {
    return new Keys(this.#inOrder.clone(), this.#byToken.clone())
  }
}
