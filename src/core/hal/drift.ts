/** A difference between the responses of a service and the spec. The client can still use the responses. This object is frozen. */
export interface Drift {
  /**
   * `unknown field`: the spec does not have this field. `missing field`: in the spec, every resource of this kind has this field. An optional field
   * is never reported as missing. `new value`: the spec does not list this value of an enum. `dropped parameter`: the link to the next page lacks a
   * parameter of `query`, so that later pages may contain events that you did not ask for; the client also writes a warning to the `logger`. `invalid
   * value`: a date or time cannot be read; or a counter or link of a page is wrong (the client reads a counter that is text, and ignores a value that
   * it cannot read); or an event that `onInvalid: 'keep'` yields is invalid.
   */
  readonly kind: 'unknown field' | 'missing field' | 'new value' | 'invalid value' | 'dropped parameter'
  /** The resource with the difference: an event in any response, or a page of events. */
  readonly resource: 'event' | 'page'
  /** Path of the field, such as `location.postal_code`, `_links.self` or `reminders[].method`; or the name of the parameter. */
  readonly field: string
  /** The new value. */
  readonly value?: string
  /** Address of the first response with the difference. */
  readonly url: string
  /** Number of events, or pages, with the difference. It still grows after the call of `onDrift`. In a copy of the object, it does not. */
  readonly count: number
}

/**
 * The client calls this function once for each {@link Drift}. It does not wait for a promise that the function returns. It ignores an error of the
 * function, but writes the error to `logger`, if there is one.
 *
 * @example
 * ```ts
 * import { EventsV2, type OnDrift } from 'osdi-events'
 *
 * const onDrift: OnDrift = ({ kind, url, ...what }) => console.warn(kind, what, url)
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key', onDrift })
 * console.log((await events.page(1)).total_records)
 * ```
 */
export type OnDrift = (drift: Drift) => unknown
