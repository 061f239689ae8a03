/** What one attempt at a request came to. */
export interface Attempt {
  /** Status of the answer; absent where none came. */
  readonly status?: number
  /** What went wrong instead of an answer, in a word or two: the platform's error code where it gives one, such as `ECONNRESET`. */
  readonly cause?: string
  /** Milliseconds waited before this attempt. */
  readonly wait: number
  /** Milliseconds the attempt took. */
  readonly duration: number
}

/**
 * Whether a write took effect: `'not applied'` (the service refused it, or never saw it), `'applied'` (it answered success, but
 * with a body that cannot be used), `'unknown'` (no one here can tell; over several attempts, unknown once any was).
 */
export type Outcome = 'not applied' | 'applied' | 'unknown'

/** One thing that is wrong with an argument, an option or an answer. */
export interface Issue {
  /** Where it stands, such as `location.postal_code` or `_embedded.osdi:events[3].identifiers`; empty for the whole. */
  readonly field: string
  /** What is wrong with it. */
  readonly message: string
}

/** What is known of the request and its answer when an error is made. */
export interface ErrorDetails {
  /** HTTP method of the request. */
  readonly method?: string | undefined
  /** Address of the request. */
  readonly url?: string | undefined
  /** Every attempt that was made. */
  readonly attempts?: readonly Attempt[] | undefined
  /** Status of the answer. */
  readonly status?: number | undefined
  /** Headers of the answer. */
  readonly headers?: Headers | undefined
  /** Body of the answer. */
  readonly body?: unknown
  /** Whether a write took effect. */
  readonly outcome?: Outcome | undefined
  /** What caused the error. */
  readonly cause?: unknown
}

const brand = Symbol.for('osdi-events.error')

/**
 * The base of every error this package throws, aborts aside (an abort rejects with the signal's own reason).
 * Narrow it with {@link isEventsError} and `switch (error.code)`. The API key stands in no part of it.
 */
export abstract class EventsError extends Error {
  /** Which error it is, as a literal. */
  abstract readonly code: 'http' | 'network' | 'timeout' | 'content' | 'schema' | 'input' | 'link'
  /** HTTP method of the request, where one was built. */
  declare readonly method?: string
  /** Address of the request, where one was built. */
  declare readonly url?: string
  /** Every attempt that was made, where a request was built. */
  declare readonly attempts?: readonly Attempt[]
  /** Status of the answer, where there was one. */
  declare readonly status?: number
  /** Headers of the answer, where there was one. */
  declare readonly headers?: Headers
  /** Body of the answer, where there was one: the JSON value, or the text where it is no JSON. Untrusted. */
  declare readonly body?: unknown
  /** Whether a write took effect; absent for reads. */
  declare readonly outcome?: Outcome

  constructor(message: string, details: ErrorDetails = {}) {
    const { cause, ...known } = details
    super(message, cause === undefined ? undefined : { cause })
    Object.defineProperty(this, 'name', { value: new.target.name, configurable: true, writable: true })
    Object.defineProperty(this, brand, { value: true })
    for (const [name, value] of Object.entries(known)) {
      if (value !== undefined) Object.defineProperty(this, name, { value, enumerable: true, configurable: true })
    }
  }

  /** A plain object for logs: everything known, the cause by its message. */
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

/** The service answered with a status that is no success. */
export class HttpError extends EventsError {
  readonly code = 'http'
  declare readonly method: string
  declare readonly url: string
  declare readonly attempts: readonly Attempt[]
  declare readonly status: number
  declare readonly headers: Headers
}

/** No answer came: no connection, a broken one, or an injected `fetch` that failed. The cause says why, as far as the platform tells. */
export class NetworkError extends EventsError {
  readonly code = 'network'
  declare readonly method: string
  declare readonly url: string
  declare readonly attempts: readonly Attempt[]
}

/** A time limit ran out: `timeout` of the last attempt, or `totalTimeout` of the whole call. */
export class TimeoutError extends EventsError {
  readonly code = 'timeout'
  declare readonly method: string
  declare readonly url: string
  declare readonly attempts: readonly Attempt[]
  /** The option that set the limit. */
  readonly option: 'timeout' | 'totalTimeout'
  /** The limit, in milliseconds. */
  readonly limit: number

  constructor(message: string, option: 'timeout' | 'totalTimeout', limit: number, details: ErrorDetails) {
    super(message, details)
    this.option = option
    this.limit = limit
  }
}

/** A successful answer whose body is not usable JSON: another content type, empty, or cut short. */
export class ContentError extends EventsError {
  readonly code = 'content'
  declare readonly method: string
  declare readonly url: string
  declare readonly attempts: readonly Attempt[]
  declare readonly status: number
  declare readonly headers: Headers
}

/** A JSON answer that is not what the interface documents describe. */
export class SchemaError extends EventsError {
  readonly code = 'schema'
  declare readonly method: string
  declare readonly url: string
  declare readonly attempts: readonly Attempt[]
  declare readonly status: number
  declare readonly headers: Headers
  /** Everything that is wrong, in the order of the answer. */
  readonly issues: readonly Issue[]

  constructor(message: string, issues: readonly Issue[], details: ErrorDetails) {
    super(message, details)
    this.issues = issues
  }
}

/** An argument or option that cannot be used. Nothing was sent. */
export class InputError extends EventsError {
  readonly code = 'input'
  /** The first field or option that is wrong, such as `title` or `location.postal_code`. */
  readonly field: string
  /** Everything that is wrong. */
  readonly issues: readonly [Issue, ...Issue[]]

  constructor(message: string, issues: readonly [Issue, ...Issue[]], details?: ErrorDetails) {
    super(message, details)
    this.field = issues[0].field
    this.issues = issues
  }

  /** The usual case: one field, and what is wrong with it. */
  static of(field: string, message: string, details?: ErrorDetails): InputError {
    return new InputError(`${field}: ${message}`, [{ field, message }], details)
  }
}

/** An address that may not be requested: outside the service's own address, a loop of pages, or an unsafe redirect. */
export class LinkError extends EventsError {
  readonly code = 'link'
  /** Where the link or redirect pointed; absent where the platform hides it. */
  declare readonly link?: string
  /** The address that every request of the client stays under. */
  readonly base: string

  constructor(message: string, link: string | undefined, base: string, details?: ErrorDetails) {
    super(message, details)
    if (link !== undefined) this.link = link
    this.base = base
  }
}

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
