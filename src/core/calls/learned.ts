import { elapsed } from '../text/time.ts'

/** How long a fact holds, in milliseconds: a service may change while a program runs. */
const validity = 600_000

/** How many facts are kept: a program may read more lists than memory should know of. */
const maxFacts = 1_000

/** What responses have shown of a service, by name. */
export class Learned<Fact> {
  readonly #facts = new Map<string, { readonly fact: Fact; readonly until: number }>()

  /** A fact that was learned within the last ten minutes. */
  get(name: string): Fact | undefined {
    const known = this.#facts.get(name)
    return known && elapsed() < known.until ? known.fact : undefined
  }

  set(name: string, fact: Fact): void {
    // Put last, so that the first is the one that was learned longest ago.
    this.#facts.delete(name)
    this.#facts.set(name, { fact, until: elapsed() + validity })
    if (this.#facts.size <= maxFacts) return
    for (const oldest of this.#facts.keys()) {
      this.#facts.delete(oldest)
      break
    }
  }
}
