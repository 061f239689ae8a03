import { type Range, range, toArray } from './lists.ts'
import { numberTree, PairTree } from './trees.ts'

/**
 * The people whom each scope knows, by the numbers of scopes and the serials of people. A scope can know a person for several reasons, such
 * as RSVPs: each is counted.
 */
export class KnownPeople {
  /** How many reasons a scope has to know a person, by scope and person. */
  readonly #reasons
  /** How many people each scope knows. */
  readonly #counts

  constructor(reasons = new PairTree<number>(), counts = numberTree<number>()) {
    this.#reasons = reasons
    this.#counts = counts
  }

  /** Adds a reason, or removes one. */
  count(scope: number, person: number, change: 1 | -1): void {
    const before = this.#reasons.get(scope, person) ?? 0
    const now = before + change
    if (now > 0) this.#reasons.set(scope, person, now)
    else this.#reasons.delete(scope, person)
    if (before > 0 && now > 0) return
    this.#counts.set(scope, (this.#counts.get(scope) ?? 0) + change)
  }

  has(scope: number, person: number): boolean {
    return this.#reasons.has(scope, person)
  }

  /** The serials of the people whom one of the scopes knows, ascending. */
  of(scopes: readonly number[]): Range<number> {
    const [scope, ...others] = scopes
    if (scope === undefined) return []
    if (others.length === 0) return range(this.#counts.get(scope) ?? 0, (from, to) => this.#slice(scope, from, to))
    const all = scopes.flatMap((one) => toArray(this.of([one])))
    return [...new Set(all)].sort((one, other) => one - other)
  }

  clone(): KnownPeople {
    return new KnownPeople(this.#reasons.clone(), this.#counts.clone())
  }

  #slice(scope: number, from: number, to: number): readonly number[] {
    const serials: number[] = []
    let position = 0
    this.#reasons.each(scope, 0, (person) => {
      if (position === to) return false
      if (position >= from) serials.push(person)
      position += 1
      return true
    })
    return serials
  }
}
