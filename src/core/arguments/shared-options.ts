import type { RetryOptions } from '../pacing/retry.ts'

/** What the platform's `Headers` can be made of. */
export type HeadersLike = NonNullable<ConstructorParameters<typeof Headers>[0]>

/** Settings that hold for a whole client and, where given, for one call instead. */
export interface SharedOptions {
  /**
   * Extra request headers. The key's header, `Accept` and `Content-Type` are the client's own.
   * @default none
   */
  readonly headers?: HeadersLike | undefined
  /**
   * Limit of one attempt in milliseconds, key function, redirects and the body of the answer included, waits for a turn not.
   * @default 30_000
   */
  readonly timeout?: number | undefined
  /**
   * Limit of a whole call in milliseconds: all attempts and the waits between them. In a walk it holds for each page.
   * @default 120_000
   */
  readonly totalTimeout?: number | undefined
  /**
   * Further attempts after the first, where another one can help and does nothing twice: a number, `false` for none, or how.
   * @default 2
   */
  readonly retry?: number | false | RetryOptions | undefined
}
