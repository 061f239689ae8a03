import { byNumber, numbersOf, pair } from './tree.ts'

/** Things in an order, of which a part can be had without touching the rest. Arrays are listings too. */
export interface Range<Item> {
  readonly length: number
  /** From a position on, up to and without another. */
  slice(from: number, to: number): readonly Item[]
}

/** A range that gets its items when they are asked for. */
export const range = <Item>(length: number, items: (from: number, to: number) => readonly Item[]): Range<Item> => ({
  length,
  slice: (from, to) => (from < length && from < to ? items(from, Math.min(to, length)) : []),
})

export const whole = <Item>(items: Range<Item>): readonly Item[] => items.slice(0, items.length)

/** Lists of serials that grow at their end, each under a number. */
export class Lists {
  /** By the number of the list and the position in it. */
  readonly #serials

  constructor(serials = byNumber<number>()) {
    this.#serials = serials
  }

  add(list: number, serial: number): void {
    this.#serials.set(pair(list, this.lengthOf(list)), serial)
  }

  /** Takes a serial out of a list that grows in the order of serials; those behind it move up. */
  remove(list: number, serial: number): void {
    const last = this.lengthOf(list) - 1
    let at = 0
    for (let end = last; at < end; ) {
      const middle = (at + end) >>> 1
      if ((this.#serials.get(pair(list, middle)) ?? 0) < serial) at = middle + 1
      else end = middle
    }
    if (this.#serials.get(pair(list, at)) !== serial) return
    const behind = this.#slice(list, at + 1, last + 1).values()
    this.#serials.editRange(pair(list, at), pair(list, last), false, () => ({ value: behind.next().value ?? 0 }))
    this.#serials.delete(pair(list, last))
  }

  of(list: number): Range<number> {
    return range(this.lengthOf(list), (from, to) => this.#slice(list, from, to))
  }

  lengthOf(list: number): number {
    const [last, position] = numbersOf(this.#serials.nextLowerKey(pair(list + 1, 0)) ?? -1)
    return last === list ? position + 1 : 0
  }

  clone(): Lists {
    return new Lists(this.#serials.clone())
  }

  #slice(list: number, from: number, to: number): readonly number[] {
    const serials: number[] = []
    this.#serials.forRange(pair(list, from), pair(list, to), false, (_, serial) => void serials.push(serial))
    return serials
  }
}
