import type { Ids, Kind } from './ids.ts'
import { Records } from './records.ts'
import { Vector } from './vector.ts'

/** People, groups or campaigns: few enough to stay as they are. */
export class AccountRecords<Found> extends Records<Found> {
  readonly #records: Vector<Found>

  constructor(ids: Ids, kind: Kind, records = Vector.ofItems<Found>()) {
    super(ids, kind)
    this.#records = records
  }

  override get size(): number {
    return this.#records.length
  }

  override at(serial: number): Found | undefined {
    return this.#records.at(serial)
  }

  /** Stores what is made of the next id and serial. */
  add<Added extends Found>(make: (id: string, serial: number) => Added): Added {
    const made = make(this.nextId, this.size)
    this.#records.push(made)
    return made
  }

  clone(): AccountRecords<Found> {
    return new AccountRecords(this.ids, this.kind, this.#records.clone())
  }
}
