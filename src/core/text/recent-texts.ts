/** A set of the latest texts. It forgets the oldest ones, so its size is limited. */
export class RecentTexts extends Set<string> {
  // One set instead of an old and a new one: nearly every text is new, and would be searched in both.
  readonly #most: number

  /** @param most the number of latest texts that it surely has. It may have up to twice as many */
  constructor(most: number) {
    super()
    this.#most = most
  }

  override add(text: string): this {
    super.add(text)
    if (this.size < 2 * this.#most) return this
    // Deletes many at once: one deletion for each new text would be slower than all other work with the set.
    for (const oldest of this) {
      if (this.size === this.#most) break
      this.delete(oldest)
    }
    return this
  }
}
