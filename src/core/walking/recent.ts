/** The latest of many texts: a set that forgets the oldest, so that its size does not grow with what is walked. */
export class Recent {
  readonly #texts = new Set<string>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  has(text: string): boolean {
    return this.#texts.has(text)
  }

  add(text: string): void {
    this.#texts.add(text)
    const [oldest] = this.#texts
    if (this.#texts.size > this.#most && oldest !== undefined) this.#texts.delete(oldest)
  }

  clear(): void {
    this.#texts.clear()
  }
}
