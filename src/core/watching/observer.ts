import type { EventsError } from '../errors/errors.ts'

/** The head of an answer. */
export type Head = Pick<Response, 'status' | 'headers'>

/** Is told what happens in one call, as it happens. None of its methods throws or waits. */
export interface Observer {
  /** A request leaves: the first of an attempt, or where a redirect led. */
  request(url: URL): void
  /** The head of an answer came. */
  response(url: URL, answer: Head): void
  /** An attempt failed, and another one follows now, after `wait` milliseconds. */
  retry(failure: EventsError, wait: number): void
  /** The call rejects with this; undefined where that is the reason of the caller's own signal, which is nobody else's to see. */
  error(thrown: unknown): void
}

/** For calls that nobody watches. */
export const unobserved: Observer = Object.freeze({ request() {}, response() {}, retry() {}, error() {} })
