/**
 * What was wrong with something handed to the mock in process: an option of `createMockService` (`option`), an argument of
 * one of its members (`argument`), a reference to something that the service does not know (`unknown`), a state document that is
 * none, damaged or of a newer version (`state`); or that {@link checkService} cannot read the real service (`service`).
 */
export type MockServiceErrorCode = 'option' | 'argument' | 'unknown' | 'state' | 'service'

/**
 * Thrown by the mock service where a test hands it something wrong, before anything is stored; what a geocoder of one's own
 * threw is its `cause`. Requests over HTTP never throw it: they get the answer that the real service would give, and status
 * 500 where such a geocoder is at fault.
 *
 * @example
 * ```ts
 * import { createMockService, MockServiceError } from 'osdi-events/mock'
 *
 * try {
 *   createMockService({ perPage: 0 })
 * } catch (error) {
 *   if (error instanceof MockServiceError) console.log(error.code, error.field) // option perPage
 * }
 * ```
 */
export class MockServiceError extends Error {
  /** Always `MockServiceError`. */
  override readonly name = 'MockServiceError'
  /** What kind of thing was wrong. */
  readonly code: MockServiceErrorCode
  /** Path of the option or argument at fault, such as `assumptions.order`, or of what is damaged in a state, such as `events[3].creator`. */
  readonly field: string

  constructor(code: MockServiceErrorCode, field: string, problem: string, options?: ErrorOptions) {
    super(`${field}: ${problem}`, options)
    this.code = code
    this.field = field
  }
}
