import { brand } from './events-error.ts'
import type { ContentError, HttpError, NetworkError, SchemaError, TimeoutError } from './failures.ts'
import type { InputError, LinkError } from './refusals.ts'

export { type Attempt, type ErrorDetails, EventsError, type Issue, type Outcome } from './events-error.ts'
export { ContentError, HttpError, NetworkError, SchemaError, TimeoutError } from './failures.ts'
export { InputError, LinkError } from './refusals.ts'

/** Every error there is, so that `switch (error.code)` is exhaustive. */
export type AnyEventsError =
  | HttpError
  | NetworkError
  | TimeoutError
  | ContentError
  | SchemaError
  | InputError
  | LinkError

/** The literals of `error.code`. */
export type ErrorCode = AnyEventsError['code']

/**
 * Narrows whatever was caught to an error of this package.
 *
 * @example
 * ```ts
 * import { EventsV2, isEventsError } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * try {
 *   await events.get('c945d6fe-929e-11e3-a2e9-12313d316c29')
 * } catch (error) {
 *   if (isEventsError(error) && error.code === 'http') console.error(error.status, error.message)
 *   else throw error
 * }
 * ```
 */
export function isEventsError(error: unknown): error is AnyEventsError {
  return typeof error === 'object' && error !== null && brand in error
}
