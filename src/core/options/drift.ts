/** A way in which a service's responses are no longer what the spec describes, though they can still be used. It is frozen. */
export interface Drift {
  /**
   * `unknown field`: the spec does not have it. `missing field`: the spec says that the service gives it to every such resource; fields
   * that may be unset are never missing. `new value`: an enum has it that the spec does not list. `dropped parameter`: the link to the next
   * page leaves out a parameter of `query`, so that the pages behind it may hold what it was to keep out; the `logger` is told too, as a warning.
   * `invalid value`: a date or time that cannot be read; a counter or link of a page that is not what the spec describes: the client reads what is
   * clear, such as a counter that is text, and takes the rest for absent; or what is wrong with an event that `onInvalid: 'keep'` yields.
   */
  readonly kind: 'unknown field' | 'missing field' | 'new value' | 'invalid value' | 'dropped parameter'
  /** What has it: an event, wherever it came from, or the page around events. */
  readonly resource: 'event' | 'page'
  /** Its place, such as `location.postal_code`, `_links.self` or `reminders[].method`; of a parameter its name. */
  readonly field: string
  /** The new value. */
  readonly value?: string
  /** Address of the first response that showed it. */
  readonly url: string
  /**
   * How many events, or pages, of this client have shown it. It goes on counting after the report; a copy of the object holds the number of
   * its moment.
   */
  readonly count: number
}

/**
 * Is told of each {@link Drift} once. What it throws is dropped, and what it returns is not waited for.
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
