/** A set of the latest texts. It forgets the oldest ones, so its size is limited. */
export class RecentTexts extends Set<string> {
  // Two sets, for old and new texts, would be slower: nearly every text is new, and `has` would search both.
  readonly #most: number

  /** @param most the number of latest texts that the set always keeps. It may keep up to twice as many */
  constructor(most: number) {
    super()
    this.#most = most
  }

  override add(text: string): this {
    super.add(text)
    if (this.size < 2 * this.#most) return this
    // Deletes many texts at once. To delete one text for each new text would take longer than all other work with the set.
    for (const oldest of this) {
      if (this.size === this.#most) break
      this.delete(oldest)
    }
    return this
  }
}
