/** The latest of many texts: a set that forgets the oldest, so that its size does not grow with the list. */
export class RecentTexts extends Set<string> {
  // One set, not two by age: nearly every text is new, and each set that it is not in is looked through in vain.
  readonly #most: number

  /** @param most how many it knows for sure; it may know as many again */
  constructor(most: number) {
    super()
    this.#most = most
  }

  override add(text: string): this {
    super.add(text)
    if (this.size < 2 * this.#most) return this
    // Many at once: a set that loses its oldest with every new one is dearer than what it is kept for.
    for (const oldest of this) {
      if (this.size === this.#most) break
      this.delete(oldest)
    }
    return this
  }
}
