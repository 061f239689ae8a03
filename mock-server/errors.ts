/**
 * What is wrong. `option`: an option. `argument`: an argument of a method. `unknown`: a reference to something that the service does not
 * know. `state`: a state document. `service`: {@link checkService} cannot read the real service. `runtime`: MSW intercepts nothing on this runtime.
 */
export type MockServiceErrorCode = 'option' | 'argument' | 'unknown' | 'state' | 'service' | 'runtime'

/**
 * Thrown if a test passes something wrong to the mock service. Nothing is stored then. If your own geocoder threw, its error is the `cause`.
 * Requests never throw it: they get the response of the real service, or status 500 if your geocoder throws.
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
  /** The kind of the wrong value. */
  readonly code: MockServiceErrorCode
  /** Path of the wrong option or argument, such as `assumptions.order`, or of the damaged part of a state, such as `events[3].creator`. */
  readonly field: string

  constructor(code: MockServiceErrorCode, field: string, problem: string, options?: ErrorOptions) {
    super(`${field}: ${problem}`, options)
    this.code = code
    this.field = field
  }
}
