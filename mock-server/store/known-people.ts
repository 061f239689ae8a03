import { numberTree, packPair, type Range, range, toArray, unpackPair } from './lists.ts'

/**
 * The people whom each scope knows, by the numbers of scopes and the serials of people. A scope can know a person for several reasons, such
 * as RSVPs: each is counted.
 */
export class KnownPeople {
  readonly #reasons
  /** How many people each scope knows. */
  readonly #counts

  constructor(reasons = numberTree<number>(), counts = numberTree<number>()) {
    this.#reasons = reasons
    this.#counts = counts
  }

  /** Adds a reason, or removes one. */
  count(scope: number, person: number, change: 1 | -1): void {
    const pair = packPair(scope, person)
    const before = this.#reasons.get(pair) ?? 0
    const now = before + change
    if (now > 0) this.#reasons.set(pair, now)
    else this.#reasons.delete(pair)
    if (before > 0 && now > 0) return
    this.#counts.set(scope, (this.#counts.get(scope) ?? 0) + change)
  }

  has(scope: number, person: number): boolean {
    return this.#reasons.has(packPair(scope, person))
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
    this.#reasons.forRange(packPair(scope, 0), packPair(scope + 1, 0), false, (pair) => {
      if (position === to) return { break: true }
      if (position >= from) serials.push(unpackPair(pair)[1])
      position += 1
      return undefined
    })
    return serials
  }
}
