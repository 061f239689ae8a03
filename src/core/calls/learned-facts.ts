import { elapsed } from '../text/time.ts'

/** Milliseconds until the client forgets a fact, because a service may change while a program runs. */
const factLifetime = 600_000

/** Maximum number of facts, so that a program that reads many lists does not fill the memory. */
const maxFacts = 1_000

/** What the client has learned about a service from its responses, by name. Forgets each fact after ten minutes. */
export class LearnedFacts<Fact> {
  readonly #facts = new Map<string, { readonly fact: Fact; readonly until: number }>()

  /** The fact of this name; undefined if there is none, or if it is too old. */
  get(name: string): Fact | undefined {
    const known = this.#facts.get(name)
    return known && elapsed() < known.until ? known.fact : undefined
  }

  set(name: string, fact: Fact): void {
    // Deletes and inserts the fact, so that the first one is always the oldest.
    this.#facts.delete(name)
    this.#facts.set(name, { fact, until: elapsed() + factLifetime })
    if (this.#facts.size <= maxFacts) return
    for (const oldest of this.#facts.keys()) {
      this.#facts.delete(oldest)
      break
    }
  }
}
