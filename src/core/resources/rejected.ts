import { InputError, type Issue } from '../errors/errors.ts'
import { originOf } from './memory.ts'
import { type Collection, checkPage } from './page.ts'

/** An event of a page that is not what the interface describes: `list({ onInvalid: 'report' })` keeps it out of the page's events. */
export interface Rejected {
  /** Its place among the events that the page was sent with, from 0. */
  readonly index: number
  /** The event as the service sent it: whatever JSON can say. */
  readonly value: unknown
  /** Its address, as its self link or its page writes it; absent where neither does. */
  readonly address?: string
  /** What is wrong with it, of one array the first hundred or so; fields are the event's own, such as `location.postal_code`. */
  readonly issues: readonly Issue[]
}

// Beside the data, like all that is no wire data.
const rejectedOfPages = new WeakMap<object, readonly Rejected[]>()

export function rememberRejected(page: object, rejected: readonly Rejected[]): void {
  rejectedOfPages.set(page, Object.freeze(rejected.map((entry) => Object.freeze(entry))))
}

/** The events that a page lost, in the order of their places. */
export const allRejected = (page: object): readonly Rejected[] => rejectedOfPages.get(page) ?? []

/**
 * The events that a page of `list({ onInvalid: 'report' })` was sent with but does not hold, as they do not fit the interface; none where all
 * do, and none without that option, for then the page is a {@link SchemaError}.
 *
 * @throws InputError for a promise of a page, an array, and anything that no client returned, copies included
 *
 * @example
 * ```ts
 * import { EventsV2, eventsOf, rejectedOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * for await (const page of events.list({ onInvalid: 'report' }).pages()) {
 *   console.log(eventsOf(page).length)
 *   for (const { address, issues } of rejectedOf(page)) console.error(address, issues)
 * }
 * ```
 */
export function rejectedOf(page: Collection<unknown>): readonly Rejected[] {
  checkPage(page)
  if (!originOf(page)) {
    throw InputError.of('page', 'no client returned this object; a copy does not remember what was rejected')
  }
  return allRejected(page)
}
