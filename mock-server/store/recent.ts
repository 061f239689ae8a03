import { Vector } from './vector.ts'

// Some megabytes of events at the most, and all of those of a service such as tests make.
export const usual = 2 ** 12

/**
 * Things that were asked for lately, by serials. Each has one place, which it shares with those whose serials are some
 * thousands higher or lower: as long as there are not so many, none loses its own. A clone takes no time and has the same.
 */
export class Recent<Item extends { readonly serial: number }> {
  readonly #most: number
  readonly #places: Vector<Item | undefined>

  constructor(most = usual, places = Vector.ofItems<Item | undefined>()) {
    this.#most = most
    this.#places = places
  }

  get(serial: number): Item | undefined {
    const item = this.#places.at(serial % this.#most)
    return item?.serial === serial ? item : undefined
  }

  /** Puts a thing in its place; returns another that loses it. */
  put(item: Item): Item | undefined {
    const place = item.serial % this.#most
    const before = this.#places.at(place)
    this.#places.set(place, item)
    return before?.serial === item.serial ? undefined : before
  }

  clone(): Recent<Item> {
    return new Recent(this.#most, this.#places.clone())
  }
}
