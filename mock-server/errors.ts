/**
 * The kind of error. `option`: an option is wrong. `argument`: an argument of a method is wrong. `unknown`: an argument refers to something
 * that the service does not have. `state`: a state document is wrong. `service`: {@link checkService} cannot read the real service.
 * `runtime`: MSW intercepts nothing on this runtime.
 */
export type MockServiceErrorCode = 'option' | 'argument' | 'unknown' | 'state' | 'service' | 'runtime'

/**
 * Thrown by functions and methods of the mock service for wrong input from a test. Then the service stores nothing. If your own geocoder
 * threw an error, that error is the `cause`. Requests never throw a `MockServiceError`: they get an error response as from the real
 * service, or status 500 if your geocoder throws.
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
  /** The kind of error. */
  readonly code: MockServiceErrorCode
  /**
   * Path of the wrong option or argument, such as `assumptions.order`; or path of the wrong value in a state document, such as
   * `events[3].creator`.
   */
  readonly field: string

  constructor(code: MockServiceErrorCode, field: string, problem: string, options?: ErrorOptions) {
    super(`${field}: ${problem}`, options)
    this.code = code
    this.field = field
  }
}
