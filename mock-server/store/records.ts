import type { Ids, Kind } from './ids.ts'
import { type Listing, listing } from './listing.ts'

/** Everything of one kind, by serial numbers, which count from 0 in the order of adding. */
export abstract class Records<Found> {
  protected readonly ids: Ids
  protected readonly kind: Kind

  constructor(ids: Ids, kind: Kind) {
    this.ids = ids
    this.kind = kind
  }

  abstract get size(): number

  abstract at(serial: number): Found | undefined

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  get(id: string): Found | undefined {
    const serial = this.ids.serialOf(this.kind, id)
    return serial === undefined ? undefined : this.at(serial)
  }

  /** The things of some serials. */
  each(serials: readonly number[]): readonly Found[] {
    return serials.flatMap((serial) => this.at(serial) ?? [])
  }

  /** The things of the serials in a listing. */
  listed(serials: Listing<number>): Listing<Found> {
    return listing(serials.length, (from, to) => this.each(serials.slice(from, to)))
  }

  *values(): Generator<Found> {
    for (let serial = 0; serial < this.size; serial += 1) {
      const found = this.at(serial)
      if (found) yield found
    }
  }

  /** The id of the next one. */
  protected get nextId(): string {
    return this.ids.idOf(this.kind, this.size)
  }
}
