import { type Attempt, brand, type ErrorDetails, EventsError, type Issue } from './events-error.ts'

export { type Attempt, type ErrorDetails, EventsError, type Issue, type Outcome } from './events-error.ts'

// Errors of calls that were made.

/** What is known of every call. */
export abstract class CallError extends EventsError {
  declare readonly method: string
  declare readonly url: string
  declare readonly attempts: readonly Attempt[]
}

/** What is known where a response came. */
export abstract class ResponseError extends CallError {
  declare readonly status: number
  declare readonly headers: Headers
}

/** Whether a response refuses the key. */
export const isAuth = ({ method, status }: Pick<ErrorDetails, 'method' | 'status'>): boolean =>
  status === 401 || (status === 403 && method !== 'DELETE')

/**
 * The service answered with a status that is no success. Or: it answered an earlier request with 429 and asked for a longer pause than this call
 * waits. Then the status and the headers are those of that response, `attempts` is empty, and nothing was sent.
 */
export class HttpError extends ResponseError {
  readonly code = 'http'

  /** Whether the service refuses the key: 401, or 403 to any method but DELETE, which it refuses anyway. Look at `apiKey`. */
  get isAuth(): boolean {
    return isAuth(this)
  }
}

/**
 * No response came: no connection, a broken one, or an injected `fetch` that failed. The cause says why, as far as the platform tells.
 */
export class NetworkError extends CallError {
  readonly code = 'network'
}

/**
 * A time limit ran out: `timeout` of the last attempt, `totalTimeout` of the whole call, or `deadline` of the whole iteration. Also thrown at once if
 * `rateLimit` has no turn for the call in time.
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
 * 1024 levels deep. The message shows how it begins and what is likely behind it: a wrong `baseUrl`, a login page, a proxy.
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
   * What is wrong; in a page, event by event. Of one array, only about the first hundred problems are listed. After more than a thousand wrong
   * events, or ten thousand problems, nothing more is listed.
   */
  readonly issues: readonly Issue[]

  constructor(message: string, issues: readonly Issue[], details: ErrorDetails) {
    super(message, details)
    this.issues = issues
  }
}

// Errors of what this package refuses by itself.

/**
 * An argument or option that cannot be used. Nothing was sent.
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
   * The first field or option that is wrong. It begins with the name of a field, such as `title` or `person.email_addresses[0].address`, if somebody
   * who fills in a form may have caused it: a value is missing, or is not what the field takes. If only the program can have caused it, it begins with
   * the name of an argument or option, such as `event.startDate`, `attendance.person` or `timeout`.
   */
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

/**
 * An address that may not be requested: outside the service's own address, a loop of pages, or an unsafe redirect. Or an event without the link
 * that RSVPs need. For a redirect, the error has the status and the headers; the body of the redirect is not read.
 */
export class LinkError extends EventsError {
  readonly code = 'link'
  /** Where the link or redirect pointed. If the address is too long: its beginning. Absent if the platform hides it. */
  declare readonly link?: string
  /** The address that every request of the client stays under. */
  readonly base: string

  constructor(message: string, link: string | undefined, base: string, details?: ErrorDetails) {
    super(message, details)
    if (link !== undefined) this.link = link
    this.base = base
  }
}

/**
 * More than one event has one of the identifiers. Nothing was written: only you know which event is meant.
 */
export class AmbiguousError extends CallError {
  readonly code = 'ambiguous'
  /** These events, as the service sent them. They may contain personal data, so neither the JSON of this error nor a log of it shows them. */
  declare readonly events: readonly object[]

  constructor(message: string, events: readonly object[], details: ErrorDetails) {
    super(message, details)
    Object.defineProperty(this, 'events', { value: events })
  }
}

// Named as literally as their codes: bundlers rename classes, and a stack shows the name that is there when it is made.
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

/** Every error there is, so that `switch (error.code)` is exhaustive. */
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
 * Narrows whatever was caught to an error of this package.
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
    // A proxy that does not say.
    return false
  }
}

/**
 * Says of an error that nothing was written: the request that failed came before the write. An argument that was refused has no outcome.
 *
 * @throws the error
 */
export function asNotApplied(error: unknown): never {
  const isRefused = error instanceof InputError && error.method === undefined
  if (error instanceof EventsError && !isRefused)
    Object.defineProperty(error, 'outcome', { value: 'not applied', enumerable: true })
  throw error
}
