/** Numbers for texts: the same for the same text. None is ever taken out or changed, so that a store and its clones share them. */
export class Names {
  readonly #numbers = new Map<string, number>()

  /** The number of a text that has one. */
  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }

  /** Every text that has a number. */
  get texts(): Iterable<string> {
    return this.#numbers.keys()
  }

  /** The number of every text. */
  get numbers(): Iterable<number> {
    return this.#numbers.values()
  }

  /** The number of a text, which gets one if it has none. */
  number(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }
}
