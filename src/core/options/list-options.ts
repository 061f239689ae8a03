import type { CallOptions } from './options.ts'

/** Settings of one page. */
export interface PageOptions extends CallOptions {
  /**
   * Id of an event campaign of the key: only its events.
   * @default all events of the key
   */
  readonly campaign?: string | undefined
}

/**
 * What to do if events of a page are not what the API describes: `throw` a {@link SchemaError}; `report` these events through
 * `rejectedOf` and the report of the iteration, and yield the others; or `keep` them: yield them as they came, and report what is wrong through
 * `rejectedOf`.
 */
export type OnInvalid = 'throw' | 'report' | 'keep'

/**
 * Settings of whatever is read page by page. `timeout` and `totalTimeout` hold for each page (by default 30 and 120 seconds), `deadline` and `signal` for
 * the whole iteration.
 */
export interface PagesOptions extends PageOptions {
  /**
   * How many pages to request in advance, at the same time: a whole number from 0 up. With 0, each page is requested only when you ask for it. The
   * iteration keeps no more pages than that in memory, besides the current one. Pages are requested in advance only if their addresses follow from
   * `next`, `page` and `total_pages`, and if `total_records` shows whether they fit together. All of them count for `rateLimit`.
   * @default 4
   */
  readonly prefetch?: number | undefined
  /**
   * Limit of the whole iteration in milliseconds, from its first `next` (the beginning of a loop, or the call of `toArray`): all pages, the waits
   * between them, and what your own code does in between. When the time is up, requests end, and the next page rejects with a {@link TimeoutError} whose
   * `option` is `'deadline'`, and whose `checkpoint` another list can go on from. The events of pages that were read before still come.
   * @default none
   */
  readonly deadline?: number | undefined
  /**
   * What to do if events of a page are not what the API describes. `'throw'`: reject the page with a {@link SchemaError} that names the addresses
   * and fields of these events. `'report'`: leave these events out; `rejectedOf(page)` returns them, and the report of the iteration counts them.
   * `'keep'`: yield these events as the service sent them, so that fields may have other types than they say; `rejectedOf(page)` returns what is wrong
   * with them. What is no JSON object is left out and counted, as with `'report'`. Web pages need one of these two: otherwise one odd event takes the
   * whole page down. If the page itself is not what the API describes, or has more than a thousand such events, it is rejected in each case.
   * @default 'throw'
   */
  readonly onInvalid?: OnInvalid | undefined
}

/**
 * Settings of a list.
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const pages = events.list({ prefetch: 4, maxPages: 2, signal: AbortSignal.timeout(60_000) }).pages()
 * for await (const page of pages) console.log(page.page)
 * console.log((await events.list({ resume: pages.checkpoint }).toArray({ max: 100 })).items.length) // those behind it
 * ```
 */
export interface ListOptions<EventFilter extends object = object> extends PagesOptions {
  /**
   * Number of the page to start from. It has no effect with `resume`: the iteration continues where it was.
   * @default the first, as the service sees it
   */
  readonly page?: number | undefined
  /**
   * The most events that an iteration yields: its last page holds no more than that. A whole number from 1 up.
   * @default all
   */
  readonly max?: number | undefined
  /**
   * The most pages that an iteration yields, a whole number from 1 up.
   * @default all
   */
  readonly maxPages?: number | undefined
  /**
   * Where to continue: `pages.checkpoint`, `error.checkpoint` or `checkpointOf(page)` of an iteration through the same list, in this process or
   * another one. A text that is no checkpoint, or a checkpoint of another service, version, filter or query, is refused at once.
   * @default undefined: from the beginning
   */
  readonly resume?: string | undefined
  /**
   * Which events to list: an object of comparisons by field, all of which an event must meet, such as
   * `{ modified_date: { gt: '2026-05-01T00:00:00Z' }, origin_system: 'Calendar' }`; or OData text, which is sent as it is. The client asks the
   * service to filter, on every page. With an object, the client also compares each event itself, so the result is right even if the service ignores
   * the filter. `report.filter` tells what the service made of it. Times compare as times, however they are written; an event whose time cannot be read
   * is listed. A filter that makes the address longer than 8,000 characters is refused.
   * @default all events
   */
  readonly filter?: EventFilter | string | undefined
}

/**
 * Settings of a list of attendances.
 *
 * @example
 * ```ts
 * import { type AttendancesOptions, EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const options: AttendancesOptions = { max: 500, signal: AbortSignal.timeout(60_000) }
 * const [event = ''] = (await events.list().toArray({ max: 1 })).items
 * for await (const rsvp of events.attendances(event, options)) console.log(rsvp.status)
 * ```
 */
export interface AttendancesOptions<AttendanceFilter extends object = object>
  extends Omit<ListOptions<AttendanceFilter>, 'campaign'> {}

/**
 * Settings of a list of changes.
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const today = events.changes({ since: '2026-05-01T00:00:00Z', overlap: 60_000 })
 * for await (const event of today) console.log(event.title, event.modified_date)
 * ```
 */
export interface ChangesOptions extends PagesOptions {
  /**
   * Since when: the `cursor` of the last time, or a moment (a `Date`, or a date-time with a zone).
   * @default undefined: every event there is
   */
  readonly since?: string | Date | undefined
  /**
   * How far to look back behind `since`, in milliseconds, 1,000 at least. Clocks differ, and a change may become visible a while after its date: what
   * changed within this time is listed again. Many services write dates in whole seconds: with less than one second, a later change of the same second
   * would be lost.
   * @default 300_000
   */
  readonly overlap?: number | undefined
}
