import { Recent } from './recent.ts'

/** How many addresses are remembered as they are. */
const most = 1000

/**
 * Knows whether a walk comes back to a page, in memory that does not grow: at once among the latest pages, and in a longer circle by a mark
 * that is set anew after 1, 2, 4, 8 … pages (Brent's algorithm).
 */
export class PassedPages {
  readonly #latest = new Recent(most)
  #mark: string | undefined
  #steps = 0
  #reach = 1

  has(href: string): boolean {
    return this.#latest.has(href) || this.#mark === href
  }

  add(href: string): void {
    this.#latest.add(href)
    this.#steps += 1
    if (this.#steps < this.#reach) return
    this.#mark = href
    this.#steps = 0
    this.#reach *= 2
  }

  /** The walk goes back on purpose. */
  clear(): void {
    this.#latest.clear()
    this.#mark = undefined
  }
}
