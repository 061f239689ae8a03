import type { ReadField } from '../run/field-values.ts'
import { type MessageOutput, warn } from '../terminal/messages.ts'

/**
 * Finds printed numbers that may differ from those in the service's JSON. JavaScript rounds integers beyond 2^53, and reads a number that is too
 * large for a double as `Infinity`.
 */
export class InexactNumbers {
  #first: string | undefined

  /** Checks a printed value and remembers the first inexact number. `name` is empty for a whole event. */
  see(value: unknown, name = ''): void {
    this.#first ??= joinNames(name, inexactNameIn(value))
  }

  /** Checks the chosen fields of events. Without `fields`, checks whole events. */
  seeAll(events: readonly object[], fields: readonly string[] | undefined, read: ReadField): void {
    for (const event of events) {
      if (fields) for (const name of fields) this.see(read(event, name), name)
      else this.see(event)
    }
  }

  /** Prints where the first inexact number is, if there is one. */
  sayFirst(io: MessageOutput): void {
    if (this.#first !== undefined) warn(io, `numbers beyond 2^53 are not exact, the first in ${this.#first}`)
  }
}

const joinNames = (name: string, below: string | undefined): string | undefined =>
  below === undefined ? undefined : [name, below].filter(Boolean).join('.')

/** Dotted name of the first inexact number in a value; empty for the value itself, undefined if there is none. */
function inexactNameIn(value: unknown): string | undefined {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const name of Object.keys(value)) {
    const below = inexactNameIn(Reflect.get(value, name))
    if (below !== undefined) return joinNames(name, below)
  }
  return undefined
}
