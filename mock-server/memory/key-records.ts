import type { Ids } from '../ids/ids.ts'
import type { KeyRecord } from '../model.ts'
import { type Listing, listing } from './listing.ts'
import { Table } from './table.ts'

/** The keys of a service, by their tokens and in the order of adding. */
export class KeyRecords {
  readonly #ids: Ids
  readonly #byToken: Table<string, KeyRecord>
  readonly #inOrder: Table<number, KeyRecord>

  constructor(ids: Ids, byToken = Table.byText<KeyRecord>(), inOrder = Table.byNumber<KeyRecord>()) {
    this.#ids = ids
    this.#byToken = byToken
    this.#inOrder = inOrder
  }

  get(token: string): KeyRecord | undefined {
    return this.#byToken.get(token)
  }

  has(token: string): boolean {
    return this.#byToken.has(token)
  }

  get inOrder(): Listing<KeyRecord> {
    return listing(this.#inOrder.size, (from, to) => this.#inOrder.between(from, to))
  }

  add(key: KeyRecord): void {
    this.#byToken.set(key.token, key)
    this.#inOrder.set(this.#inOrder.size, key)
  }

  /** A token that no key has yet: somebody may have handed in what another service of this seed made. */
  freeToken(): string {
    for (let serial = this.#inOrder.size; ; serial += 1) {
      const token = this.#ids.token(serial)
      if (!this.#byToken.has(token)) return token
    }
  }

  clone(): KeyRecords {
    return new KeyRecords(this.#ids, this.#byToken.clone(), this.#inOrder.clone())
  }
}
