/** The latest of many texts: a set that forgets the oldest, so that its size does not grow with what is walked. */
export class Recent {
  #texts = new Set<string>()
  #older = new Set<string>()
  readonly #most: number

  /** @param most how many it knows for sure; it may know as many again */
  constructor(most: number) {
    this.#most = most
  }

  has(text: string): boolean {
    return this.#texts.has(text) || this.#older.has(text)
  }

  add(text: string): void {
    this.#texts.add(text)
    if (this.#texts.size < this.#most) return
    // All at once: a set that loses its oldest with every new one is dearer than what it is kept for.
    this.#older = this.#texts
    this.#texts = new Set()
  }

  clear(): void {
    this.#texts.clear()
    this.#older.clear()
  }
}
