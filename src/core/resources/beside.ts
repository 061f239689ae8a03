/** Gives back what it is given: the private fields of a class that extends it are put on that. */
const Given = function (this: object, object: object) {
  return object
} as unknown as new (
  object: object,
) => object

/** A thing that is remembered of an object, and that nobody sees: no property, not copied and not compared. */
export interface Beside<Thing> {
  /** What is no object remembers nothing. */
  get(object: unknown): Thing | undefined
  set(object: object, thing: Thing): void
}

/**
 * A memory beside objects. Unlike a WeakMap it costs nothing when garbage is collected: with one, V8 (seen with Node 24) keeps most of what
 * is read in a walk until it looks through its whole heap.
 */
export function beside<Thing>(): Beside<Thing> {
  return class extends Given {
    #thing: Thing

    private constructor(object: object, thing: Thing) {
      super(object)
      this.#thing = thing
    }

    static get(object: unknown): Thing | undefined {
      return typeof object === 'object' && object !== null && #thing in object ? object.#thing : undefined
    }

    static set(object: object, thing: Thing): void {
      if (#thing in object) object.#thing = thing
      else new this(object, thing)
    }
  }
}
