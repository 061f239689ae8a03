import type { MockState } from './state.ts'

/** What a service held at a moment, see `MockService.snapshot`: nothing changes it any more. */
export interface MockSnapshot {
  /** The same as a document, to be stored or sent; `JSON.stringify` calls it. Takes as long as there is data. */
  toJSON(): MockState
}
