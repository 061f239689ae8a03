// Enough for the places and descriptions of a million seeded events. What comes later, or is longer, stays with its event.
const most = 2 ** 13
const longest = 2000

/**
 * Values that many documents have, each kept once and standing in them as a number. Nothing is ever taken out or changed, so
 * that a store and its clones have them together.
 */
export class Shared {
  readonly #values: unknown[] = []
  readonly #texts = new Map<string, number>()
  readonly #objects = new Map<object, number>()

  /** What stands for a text in a document: its number, or the text itself where there are too many. */
  text<Value extends string>(text: Value): number | Value {
    return this.#texts.get(text) ?? this.#add(this.#texts, text, text) ?? text
  }

  /** The same for an object; one that is merely equal is another. */
  object<Value extends object>(value: Value): number | Value {
    return this.#objects.get(value) ?? this.#add(this.#objects, value, value) ?? value
  }

  /** Undo of both: what a number stands for, and anything else as it is. */
  value<Value>(standing: number | Value): Value {
    return typeof standing === 'number' ? (this.#values[standing] as Value) : standing
  }

  #add<Name>(numbers: Map<Name, number>, name: Name, value: unknown): number | undefined {
    if (this.#values.length === most || (typeof name === 'string' && name.length > longest)) return undefined
    numbers.set(name, this.#values.length)
    return this.#values.push(value) - 1
  }
}
