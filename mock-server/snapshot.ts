import type { Moment } from './moment.ts'
import { type Reader, readState } from './state/read.ts'
import { stateOf, stateText } from './state/write.ts'
import { finished } from './steps.ts'
import { isObject } from './text/json.ts'
import type { MockSnapshot, MockState } from './types.ts'

/** A moment of a service that nothing changes any more. Taking one, and going back to it, takes no longer the more it holds. */
export class Snapshot implements MockSnapshot {
  readonly #moment: Moment

  constructor(moment: Moment) {
    this.#moment = copied(moment)
  }

  /** The moment of a snapshot, or of a document, for a service to go on from. */
  static momentOf(value: unknown, reader: Reader): Moment {
    const { scope } = reader.assumptions
    // In another namespace every foreign identifier has to be looked at, as in a document.
    if (isObject(value) && #moment in value && value.#moment.namespace === reader.namespace) {
      const moment = copied(value.#moment)
      return moment.store.scope === scope ? moment : { ...moment, store: moment.store.rescoped(scope) }
    }
    // A snapshot of another copy of this module is good for its document.
    return finished(readState(isSnapshot(value) ? value.toJSON() : value, reader))
  }

  toJSON(): MockState {
    return stateOf(this.#moment)
  }

  /** The document as JSON text, in pieces. */
  pieces(): Generator<string> {
    return stateText(this.#moment)
  }
}

const isSnapshot = (value: unknown): value is MockSnapshot => isObject(value) && typeof value.toJSON === 'function'

const copied = (moment: Moment): Moment => ({ ...moment, store: moment.store.clone() })
