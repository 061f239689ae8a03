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
 * What to do about a page with events that are not what the API describes: `throw` a {@link SchemaError}, or `report` them through
 * `rejectedOf` and the iteration's report, and let the others through.
 */
export type OnInvalid = 'throw' | 'report'

/** Settings of whatever is read page by page. Time limits hold for each page, `signal` for the whole iteration. */
export interface PagesOptions extends PageOptions {
  /**
   * How many pages to ask for ahead of their turn, side by side: a whole number from 0 up, where 0 asks for each page when it is wanted. It is the
   * most that the iteration holds in memory beside the page in hand. Pages are asked for ahead of time only where their addresses follow from `next`,
   * `page` and `total_pages`, and where `total_records` shows whether they fit together. All of them count for `rateLimit`.
   * @default 4
   */
  readonly prefetch?: number | undefined
  /**
   * What to do about a page with events that are not what the API describes: refuse it with a {@link SchemaError} that names their
   * addresses and fields, or leave them out, where `rejectedOf` finds them and the iteration's report counts them. A page that is itself not what the
   * API describes is refused either way.
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
   * Number of the page to start from. With `resume` it says nothing: the iteration goes on where it was.
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
   * Where to go on: `pages.checkpoint`, `error.checkpoint` or `checkpointOf(page)` of an iteration through the same list, in this process or another one.
   * What is no checkpoint, or one of another service, version, filter or query, is refused at once.
   * @default undefined: from the beginning
   */
  readonly resume?: string | undefined
  /**
   * Which events to list: by field, `{ modified_date: { gt: '2026-05-01T00:00:00Z' }, origin_system: 'Calendar' }`, where an event has to meet every
   * comparison; or OData text, sent as it is. The service is asked to filter, on every page. Events are compared with an object again before they are
   * yielded, so it does not matter whether the service heeds it: `report.filter` says.
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
   * How far to look back behind `since`, in milliseconds. Clocks differ, and a change may become visible a while after its date: what changed within
   * this time is listed again.
   * @default 300_000
   */
  readonly overlap?: number | undefined
}
