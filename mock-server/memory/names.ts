/** Numbers for texts: the same for the same text. None is ever taken out or changed, so that a store and its clones share them. */
export class Names {
  readonly #numbers = new Map<string, number>()

  /** The number of a text that has one. */
  find(text: string): number | undefined {
    return this.#numbers.get(text)
  }

  /** The number of a text, which gets one if it has none. */
  number(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }
}
