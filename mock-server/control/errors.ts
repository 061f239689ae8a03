import { MockServiceError, type MockServiceErrorCode } from '../errors.ts'

/**
 * Why a control address did not do what it was asked for, where nothing that was handed to it is at fault: no answer came
 * (`network`), none in time (`timeout`), the answer is no mock service's (`content`), or the server refused (`refused`), for
 * one that is too long, say, or that came from a page of another origin.
 */
export type MockControlErrorCode = 'network' | 'timeout' | 'content' | 'refused'

/**
 * Thrown by the members of `controlOf` where not an argument but the way to the server is at fault.
 *
 * @example
 * ```ts
 * import { controlOf, MockControlError } from 'osdi-events/mock'
 *
 * try {
 *   await controlOf('http://127.0.0.1:9').reset() // nothing listens there
 * } catch (error) {
 *   if (error instanceof MockControlError) console.log(error.code, error.message) // network …
 * }
 * ```
 */
export class MockControlError extends Error {
  /** Always `MockControlError`. */
  override readonly name = 'MockControlError'
  /** What kind of thing went wrong. */
  readonly code: MockControlErrorCode
  /** Status of the answer, where there was one. */
  readonly status: number | undefined

  constructor(
    code: MockControlErrorCode,
    message: string,
    { status, cause }: { status?: number; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
  }
}

const codes: Readonly<Record<MockServiceErrorCode, true>> = { option: true, argument: true, unknown: true, state: true }

/** The error that an answer tells of: the one that the service's member would have thrown, where it was one. */
export function errorOf(called: string, status: number, answer: object): Error {
  const { error, code, field } = answer as {
    readonly error?: unknown
    readonly code?: unknown
    readonly field?: unknown
  }
  const problem = typeof error === 'string' ? error : 'said nothing about why'
  if (typeof code === 'string' && Object.hasOwn(codes, code) && typeof field === 'string') {
    const start = `${field}: `
    return new MockServiceError(
      code as MockServiceErrorCode,
      field,
      problem.startsWith(start) ? problem.slice(start.length) : problem,
    )
  }
  return new MockControlError('refused', `${called} answered ${status}: ${problem}`, { status })
}
