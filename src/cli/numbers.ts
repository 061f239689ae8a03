import type { ReadField } from './fields.ts'
import { type Io, say } from './io.ts'

/**
 * Watches for numbers that are not what the service wrote: JavaScript has no other integers beyond 2^53 than those that a double can be, and takes
 * what is too large for infinite, which JSON cannot say.
 */
export class Numbers {
  #first: string | undefined

  /** Looks at what is printed under a name; without one, at a whole event. */
  see(value: unknown, name = ''): void {
    this.#first ??= joined(name, inexactIn(value))
  }

  /** Looks at the chosen fields of events, or at all that they have. */
  seeAll(events: readonly object[], fields: readonly string[] | undefined, read: ReadField): void {
    for (const event of events) {
      if (fields) for (const name of fields) this.see(read(event, name), name)
      else this.see(event)
    }
  }

  /** Says where the first one is, if there is any. */
  sayInexact(io: Pick<Io, 'stderr'>): void {
    if (this.#first !== undefined) say(io, `numbers beyond 2^53 are not exact, the first in ${this.#first}`)
  }
}

const joined = (name: string, below: string | undefined): string | undefined =>
  below === undefined ? undefined : [name, below].filter(Boolean).join('.')

/** Dotted name of the first such number; empty where the value itself is one, undefined where there is none. */
function inexactIn(value: unknown): string | undefined {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const name of Object.keys(value)) {
    const below = inexactIn(Reflect.get(value, name))
    if (below !== undefined) return joined(name, below)
  }
  return undefined
}
