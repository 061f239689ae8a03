import { type ErrorDetails, EventsError, type Issue, named } from './events-error.ts'

// Errors of what this package refuses by itself.

/**
 * An argument or option that cannot be used. Nothing was sent.
 *
 * @example
 * ```ts
 * import { EventsV2, isEventsError } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * try {
 *   await events.create({ title: '', origin_system: 'Calendar' })
 * } catch (error) {
 *   if (!isEventsError(error) || error.code !== 'input') throw error
 *   console.log(error.field, error.message) // title, title: must not be empty
 * }
 * ```
 */
export class InputError extends EventsError {
  static {
    named(InputError, 'InputError')
  }

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

/**
 * An address that may not be requested: outside the service's own address, a loop of pages, or an unsafe redirect. Of a redirect it has the
 * status and headers; its body is not read.
 *
 * @example
 * ```ts
 * import { EventsV2, isEventsError } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * try {
 *   await events.follow('https://elsewhere.example.org/events')
 * } catch (error) {
 *   if (!isEventsError(error) || error.code !== 'link') throw error
 *   console.log(error.link, error.base) // nothing was sent there
 * }
 * ```
 */
export class LinkError extends EventsError {
  static {
    named(LinkError, 'LinkError')
  }

  readonly code = 'link'
  /** Where the link or redirect pointed, of an address that is too long its beginning; absent where the platform hides it. */
  declare readonly link?: string
  /** The address that every request of the client stays under. */
  readonly base: string

  constructor(message: string, link: string | undefined, base: string, details?: ErrorDetails) {
    super(message, details)
    if (link !== undefined) this.link = link
    this.base = base
  }
}
