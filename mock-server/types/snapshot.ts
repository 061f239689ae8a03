import type { MockState } from './state.ts'

/** What a service held at a moment, see `MockService.snapshot`: nothing changes it any more. */
export interface MockSnapshot {
  /**
   * The same as a document, to be stored or sent; `JSON.stringify` calls it. Takes as long as there is data.
   *
   * @example
   * ```ts
   * import { createMockService, type MockState } from 'osdi-events/mock'
   *
   * const text = JSON.stringify(createMockService({ events: 3 }).snapshot()) // a file, a fixture
   * createMockService().restore(JSON.parse(text) as MockState)
   * ```
   */
  toJSON(): MockState
}
