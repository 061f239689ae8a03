/** The latest of many texts: a set that forgets the oldest, so that its size does not grow with what is walked. */
export class Recent {
  // One set, not two by age: nearly every text is new, and each set that it is not in is looked through in vain.
  readonly #texts = new Set<string>()
  readonly #most: number

  /** @param most how many it knows for sure; it may know as many again */
  constructor(most: number) {
    this.#most = most
  }

  has(text: string): boolean {
    return this.#texts.has(text)
  }

  add(text: string): void {
    this.#texts.add(text)
    if (this.#texts.size < 2 * this.#most) return
    // Many at once: a set that loses its oldest with every new one is dearer than what it is kept for.
    let tooMany = this.#most
    for (const oldest of this.#texts) {
      if (tooMany-- === 0) return
      this.#texts.delete(oldest)
    }
  }

  clear(): void {
    this.#texts.clear()
  }
}
