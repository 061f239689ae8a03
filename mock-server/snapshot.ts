import type { Moment } from './run.ts'
import type { MockSnapshot } from './types.ts'

/** A moment of a service that nothing changes any more. Taking one, and going back to it, takes no longer the more it holds. */
export class Snapshot implements MockSnapshot {
  readonly [Symbol.toStringTag] = 'MockSnapshot'
  readonly #moment: Moment

  constructor(moment: Moment) {
    this.#moment = { ...moment, store: moment.store.clone() }
  }

  /** The moment of a snapshot, to go on from; undefined for what is none. */
  static momentOf(value: unknown): Moment | undefined {
    if (typeof value !== 'object' || value === null || !(#moment in value)) return undefined
    return { ...value.#moment, store: value.#moment.store.clone() }
  }
}
