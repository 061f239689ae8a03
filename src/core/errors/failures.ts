import { type Attempt, type ErrorDetails, EventsError, type Issue, named } from './events-error.ts'

// Errors of calls that were made.

/**
 * The service answered with a status that is no success. Where an earlier request was answered 429 and asked for more time than this call
 * waits, it is that answer's status and headers, and `attempts` is empty: nothing was sent.
 */
export class HttpError extends EventsError {
  static {
    named(HttpError, 'HttpError')
  }

  readonly code = 'http'
  declare readonly method: string
  declare readonly url: string
  declare readonly attempts: readonly Attempt[]
  declare readonly status: number
  declare readonly headers: Headers
}

/** No answer came: no connection, a broken one, or an injected `fetch` that failed. The cause says why, as far as the platform tells. */
export class NetworkError extends EventsError {
  static {
    named(NetworkError, 'NetworkError')
  }

  readonly code = 'network'
  declare readonly method: string
  declare readonly url: string
  declare readonly attempts: readonly Attempt[]
}

/** A time limit ran out: `timeout` of the last attempt, or `totalTimeout` of the whole call. */
export class TimeoutError extends EventsError {
  static {
    named(TimeoutError, 'TimeoutError')
  }

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

/**
 * A successful answer whose body is not usable JSON: another content type, empty, cut short, or longer than `maxResponseBytes`. The message
 * shows how it begins and what is likely behind it: a wrong `baseUrl`, a login page, a proxy.
 */
export class ContentError extends EventsError {
  static {
    named(ContentError, 'ContentError')
  }

  readonly code = 'content'
  declare readonly method: string
  declare readonly url: string
  declare readonly attempts: readonly Attempt[]
  declare readonly status: number
  declare readonly headers: Headers
}

/** A JSON answer that is not what the interface documents describe. */
export class SchemaError extends EventsError {
  static {
    named(SchemaError, 'SchemaError')
  }

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
