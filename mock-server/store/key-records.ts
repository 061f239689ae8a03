import type { Ids } from './ids.ts'
import type { Listing } from './listing.ts'
import type { KeyRecord } from './model.ts'
import { TextIndex } from './text-index.ts'
import { Vector } from './vector.ts'

/** The keys of a service, by their tokens and in the order of adding. */
export class KeyRecords {
  readonly #ids: Ids
  readonly #inOrder: Vector<KeyRecord>
  readonly #byToken: TextIndex

  constructor(ids: Ids, inOrder = Vector.ofItems<KeyRecord>(), byToken = new TextIndex()) {
    this.#ids = ids
    this.#inOrder = inOrder
    this.#byToken = byToken
  }

  get(token: string): KeyRecord | undefined {
    const number = this.#byToken.find(token, (number) => this.#inOrder.at(number)?.token === token)
    return number === undefined ? undefined : this.#inOrder.at(number)
  }

  has(token: string): boolean {
    return this.get(token) !== undefined
  }

  get inOrder(): Listing<KeyRecord> {
    return this.#inOrder
  }

  add(key: KeyRecord): void {
    this.#byToken.add(key.token, this.#inOrder.length)
    this.#inOrder.push(key)
  }

  /** A token that no key has yet: somebody may have handed in what another service of this seed made. */
  freeToken(): string {
    for (let serial = this.#inOrder.length; ; serial += 1) {
      const token = this.#ids.token(serial)
      if (!this.has(token)) return token
    }
  }

  clone(): KeyRecords {
    return new KeyRecords(this.#ids, this.#inOrder.clone(), this.#byToken.clone())
  }
}
