import { safely } from './safely.ts'
import type { ErrorSeen, Listener, RequestSeen, ResponseSeen, RetrySeen } from './seen.ts'

/**
 * Functions that are told what a client does. They get frozen facts without the key, and cannot change, break or hold up a call: what they
 * return is not waited for, what they throw is dropped (and written to `logger`, where there is one).
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({
 *   baseUrl: 'https://events.example.org',
 *   apiKey: 'key',
 *   hooks: { onRetry: ({ message, wait }) => console.warn(`${message}; once more after ${wait} ms`) },
 * })
 * await events.page(1)
 * ```
 */
export interface Hooks {
  /** A request leaves: the first of an attempt, or where a redirect led. */
  readonly onRequest?: ((request: RequestSeen) => unknown) | undefined
  /** The head of an answer came; its body is still to be read. */
  readonly onResponse?: ((response: ResponseSeen) => unknown) | undefined
  /** An attempt failed, and now, after the wait, another one follows; where none can follow in time, this is not called. */
  readonly onRetry?: ((retry: RetrySeen) => unknown) | undefined
  /** A call rejects. What is refused before a request is built, such as a wrong argument or a link that leads astray, rejects without it. */
  readonly onError?: ((error: ErrorSeen) => unknown) | undefined
}

/** Names of all hooks. */
export const hookNames = ['onRequest', 'onResponse', 'onRetry', 'onError'] as const satisfies readonly (keyof Hooks)[]

/** @param failed is told which hook threw what */
export function hookListener(hooks: Hooks, failed: (hook: keyof Hooks, thrown: unknown) => void): Listener {
  const { onRequest, onResponse, onRetry, onError } = hooks
  return {
    request: (seen) => safely(() => onRequest?.(seen), failed.bind(undefined, 'onRequest')),
    response: (seen) => safely(() => onResponse?.(seen), failed.bind(undefined, 'onResponse')),
    retry: (seen) => safely(() => onRetry?.(seen), failed.bind(undefined, 'onRetry')),
    error: (seen) => safely(() => onError?.(seen), failed.bind(undefined, 'onError')),
  }
}
