/** Result of one attempt at a request. */
export interface Attempt {
  /** Status of the response; absent if no response came. */
  readonly status?: number
  /** What went wrong: the platform's error code, such as `ECONNRESET`, or a few words if there is no code. Absent if the response is complete. */
  readonly cause?: string
  /** Milliseconds waited before this attempt. */
  readonly wait: number
  /** Milliseconds the attempt took. */
  readonly duration: number
}

/**
 * Whether a write took effect. `'not applied'`: the service refused it, or never saw it. `'applied'`: the service answered with success, but its
 * JSON cannot be used. `'unknown'`: the client cannot tell, for example after a login page with status 200. After several attempts it is `'unknown'`
 * if one attempt was `'unknown'`, else `'applied'` if one was `'applied'`.
 */
export type Outcome = 'not applied' | 'applied' | 'unknown'

/** One problem in an argument, an option or a response. */
export interface Issue {
  /** Path of the value, such as `location.postal_code` or `_embedded.osdi:events[3].identifiers`; empty for the whole body. */
  readonly field: string
  /** What is wrong with the value. */
  readonly message: string
  /** Address of the event that has the field, if the response has several events. */
  readonly address?: string
}

/** Facts about the request and its response, for a new error. */
export type ErrorDetails = {
  readonly [Name in 'method' | 'url' | 'attempts' | 'status' | 'headers' | 'body' | 'outcome' | 'cause' | 'reason']?:
    | EventsError[Name]
    | undefined
}

/** A member that marks errors of this package, also those of another copy of the package. */
export const brand = Symbol.for('osdi-events.error')

/**
 * The base of every error that this package throws. Only an abort rejects with another value: the signal's own reason. Narrow an error with {@link
 * isEventsError} and `switch (error.code)`. No part of an error contains the API key.
 *
 * @example
 * ```ts
 * import { EventsV2, isEventsError } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * try {
 *   await events.create({ title: 'Picnic', origin_system: 'Calendar' })
 * } catch (error) {
 *   if (!isEventsError(error)) throw error // an abort, for one
 *   if (error.outcome === 'unknown') console.warn('look before you create it again:', error.message)
 *   else console.error(error.code, error.message)
 * }
 * ```
 */
export abstract class EventsError extends Error {
  /** Which error it is, as a literal. */
  abstract readonly code: 'http' | 'network' | 'timeout' | 'content' | 'schema' | 'input' | 'link' | 'ambiguous'
  /** HTTP method of the request. Absent if no request was built. */
  declare readonly method?: string
  /** Address of the request. Absent if no request was built. */
  declare readonly url?: string
  /** Every attempt that was made. Absent if no request was built. */
  declare readonly attempts?: readonly Attempt[]
  /** Status of the response, if there was one. */
  declare readonly status?: number
  /** Headers of the response, if there was one. */
  declare readonly headers?: Headers
  /** Body of the response, if there was one: the JSON value, or text if the body is not JSON or too long. Untrusted. */
  declare readonly body?: unknown
  /**
   * Whether a write took effect: `'not applied'`, `'applied'` or `'unknown'`. If it is unknown, look at the service before you send the write again.
   * Absent on errors of reads, and if no request was built.
   */
  declare readonly outcome?: Outcome
  /** Position of the iteration that this error ended: `list({ resume })` continues there, with the page that failed. Absent outside of iterations. */
  declare readonly checkpoint?: string
  readonly #reason: string | undefined

  constructor(message: string, details: ErrorDetails = {}) {
    const { cause, reason, ...known } = details
    super(message, cause === undefined ? undefined : { cause })
    this.#reason = reason
    Object.defineProperty(this, brand, { value: true })
    for (const [name, value] of Object.entries(known)) {
      if (value !== undefined) Object.defineProperty(this, name, { value, enumerable: true, configurable: true })
    }
  }

  /**
   * What the service said, on one line: the reason in the body of a refusal, the beginning of a body that is not JSON, the target of a refused
   * redirect. Untrusted. `message` ends with it, except in calls about people and RSVPs: there, it may hold personal data and is nowhere else. No log
   * shows this member by itself: it is a getter over a private field. Undefined if the service said nothing.
   */
  get reason(): string | undefined {
    return this.#reason
  }

  /**
   * Prints the error as Node does, but never calls the getter `reason`.
   *
   * @internal
   */
  [Symbol.for('nodejs.util.inspect.custom')](
    _depth: number,
    options: object,
    inspect: (value: unknown, options: object) => string,
  ): string {
    return inspect(this, { ...options, customInspect: false, getters: false })
  }

  /** A plain object for logs, with all members of the error. Of `cause`, only the name and message. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, headers, ...known } = this
    return {
      name,
      code,
      message,
      ...known,
      ...(headers && { headers: Object.fromEntries(headers) }),
      ...(this.cause instanceof Error && { cause: `${this.cause.name}: ${this.cause.message}` }),
    }
  }
}
