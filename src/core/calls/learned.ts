import { elapsed } from '../text/time.ts'

/** Milliseconds until a fact expires: a service may change while a program runs. */
const validity = 600_000

/** Maximum number of facts: a program that reads many lists must not fill the memory. */
const maxFacts = 1_000

/** Facts about a service, learned from its responses, by name. */
export class Learned<Fact> {
  readonly #facts = new Map<string, { readonly fact: Fact; readonly until: number }>()

  /** A fact learned within the last ten minutes; otherwise undefined. */
  get(name: string): Fact | undefined {
    const known = this.#facts.get(name)
    return known && elapsed() < known.until ? known.fact : undefined
  }

  set(name: string, fact: Fact): void {
    // Moves the fact to the end: the first fact is then the oldest.
    this.#facts.delete(name)
    this.#facts.set(name, { fact, until: elapsed() + validity })
    if (this.#facts.size <= maxFacts) return
    for (const oldest of this.#facts.keys()) {
      this.#facts.delete(oldest)
      break
    }
  }
}
