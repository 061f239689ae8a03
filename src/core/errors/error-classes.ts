import { type Attempt, brand, type ErrorDetails, EventsError, type Issue } from './events-error.ts'

export { type Attempt, type ErrorDetails, EventsError, type Issue, type Outcome } from './events-error.ts'

// Errors of calls.

/** Base of errors of a call. */
export abstract class CallError extends EventsError {
  declare readonly method: string
  declare readonly url: string
  declare readonly attempts: readonly Attempt[]
}

/** Base of errors about a response. */
export abstract class ResponseError extends CallError {
  declare readonly status: number
  declare readonly headers: Headers
}

/** Whether the status of a response means that the service refuses the API key. */
export const isAuth = ({ method, status }: Pick<ErrorDetails, 'method' | 'status'>): boolean =>
  status === 401 || (status === 403 && method !== 'DELETE')

/**
 * The service answered with a status that is not a success. Or an earlier response with status 429 asked for a longer pause than this call waits:
 * then the client sent nothing, `attempts` is empty, and the status and headers are those of the earlier response.
 */
export class HttpError extends ResponseError {
  readonly code = 'http'

  /**
   * Whether the service refuses the API key: status 401, or 403. For a DELETE, only 401: the documented service refuses every DELETE, so a 403 says
   * nothing about the key. Look at `apiKey`.
   */
  get isAuth(): boolean {
    return isAuth(this)
  }
}

/**
 * No response came: there was no connection, the connection broke, or an injected `fetch` failed. `cause` is the platform's error, if there is one.
 */
export class NetworkError extends CallError {
  readonly code = 'network'
}

/**
 * A time limit ran out: `timeout` of the last attempt, `totalTimeout` of the whole call, or `deadline` of the whole iteration. Also thrown at once if
 * `rateLimit` does not let the call start in time.
 */
export class TimeoutError extends CallError {
  readonly code = 'timeout'
  /** The option that set the limit. */
  readonly option: 'timeout' | 'totalTimeout' | 'deadline'
  /** The limit, in milliseconds. */
  readonly limit: number

  constructor(message: string, option: TimeoutError['option'], limit: number, details: ErrorDetails) {
    super(message, details)
    this.option = option
    this.limit = limit
  }
}

/**
 * A successful response whose body is not usable JSON: another content type, empty, cut short, longer than `maxResponseBytes`, or nested more than
 * 1024 levels deep. The message shows how the body begins, and the likely reason: a wrong `baseUrl`, a login page, a proxy.
 */
export class ContentError extends ResponseError {
  readonly code = 'content'
}

/**
 * A JSON response that is not what the spec describes.
 */
export class SchemaError extends ResponseError {
  readonly code = 'schema'
  /**
   * Everything that is wrong; in a page, event by event. Contains only about the first hundred issues of each array, and ends after a thousand wrong
   * events or ten thousand issues.
   */
  readonly issues: readonly Issue[]

  constructor(message: string, issues: readonly Issue[], details: ErrorDetails) {
    super(message, details)
    this.issues = issues
  }
}

// Errors of arguments, options and links that this package refuses.

/**
 * The client cannot use an argument or option. It sent nothing.
 *
 * @example
 * ```ts
 * import { EventsV2, isEventsError } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const person = { email_addresses: [{ address: 'no address' }] }
 * const error = await events.recordAttendance('c945d6fe', { person }).catch((error: unknown) => error)
 * // What a visitor typed, and not what your program got wrong:
 * if (isEventsError(error) && error.code === 'input') console.log(error.field.startsWith('person')) // true
 * ```
 */
export class InputError extends EventsError {
  readonly code = 'input'
  /**
   * The first field or option that is wrong. If a person who fills in a form may have caused the error (a value is missing or wrong), it begins with
   * the name of a field, such as `title` or `person.email_addresses[0].address`. If only the program can have caused the error, it begins with the name
   * of an argument or option, such as `event.startDate`, `attendance.person` or `timeout`.
   */
  readonly field: string
  /** Everything that is wrong. */
  readonly issues: readonly [Issue, ...Issue[]]

  constructor(message: string, issues: readonly [Issue, ...Issue[]], details?: ErrorDetails) {
    super(message, details)
    this.field = issues[0].field
    this.issues = issues
  }

  /** An error about one field. */
  static of(field: string, message: string, details?: ErrorDetails): InputError {
    return new InputError(`${field}: ${message}`, [{ field, message }], details)
  }
}

/**
 * The client refuses to request an address: it is outside the service's own address, it leads back to a page that was read, or it comes from an unsafe
 * redirect. Also thrown if an event does not have the link that RSVPs need. For a redirect, the error has the status and the headers, but no body.
 */
export class LinkError extends EventsError {
  readonly code = 'link'
  /** Target of the link or redirect. If the address is too long: its beginning. Absent if the platform hides the target. */
  declare readonly link?: string
  /** The address that every request of the client stays under. */
  readonly base: string

  constructor(message: string, link: string | undefined, base: string, details?: ErrorDetails) {
    super(message, details)
    if (link !== undefined) this.link = link
    this.base = base
  }
}

/** More than one event has one of the identifiers. The client wrote nothing, because only you know which event you mean. */
export class AmbiguousError extends CallError {
  readonly code = 'ambiguous'
  /** These events, as the service sent them. They may contain personal data, so the JSON of this error and logs do not show them. */
  declare readonly events: readonly object[]

  constructor(message: string, events: readonly object[], details: ErrorDetails) {
    super(message, details)
    Object.defineProperty(this, 'events', { value: events })
  }
}

// Sets the names as text, because bundlers rename classes. Sets them on the prototypes, because a stack shows the name that the class has when the
// error is created.
const classes = {
  HttpError,
  NetworkError,
  TimeoutError,
  ContentError,
  SchemaError,
  InputError,
  LinkError,
  AmbiguousError,
}
for (const [value, { prototype }] of Object.entries(classes))
  for (const owner of [prototype, prototype.constructor])
    Object.defineProperty(owner, 'name', { value, configurable: true })

/** Every error of this package, so that `switch (error.code)` is exhaustive. */
export type AnyEventsError =
  | HttpError
  | NetworkError
  | TimeoutError
  | ContentError
  | SchemaError
  | InputError
  | LinkError
  | AmbiguousError

/** The literals of `error.code`. */
export type ErrorCode = AnyEventsError['code']

/**
 * Narrows a caught value to an error of this package.
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
 *   switch (error.code) {
 *     case 'http': // the service refused
 *       console.error(error.status, error.isAuth ? 'look at apiKey' : error.body)
 *       break
 *     case 'schema': // the response is not what the spec describes
 *     case 'input': // an argument or option cannot be used, and nothing was sent
 *       for (const { field, message } of error.issues) console.error(field, message)
 *       break
 *     case 'link': // outside of the service's address
 *       console.error(error.link, error.base)
 *       break
 *     default: // 'network', 'timeout', 'content', 'ambiguous'
 *       console.error(error.message, error.attempts)
 *   }
 * }
 * ```
 */
export function isEventsError(error: unknown): error is AnyEventsError {
  try {
    return typeof error === 'object' && error !== null && brand in error
  } catch {
    // A JavaScript `Proxy` that throws.
    return false
  }
}

/**
 * Sets the outcome of an error of a request that came before the write: `not applied`. An error about an argument gets no outcome.
 *
 * @throws the same error
 */
export function asNotApplied(error: unknown): never {
  const isRefused = error instanceof InputError && error.method === undefined
  if (error instanceof EventsError && !isRefused)
    Object.defineProperty(error, 'outcome', { value: 'not applied', enumerable: true })
  throw error
}
