import type { CampaignReference } from '../hal/identified.ts'
import type { CallOptions, OnInvalid } from './call-options.ts'

/** Settings of one page. `Invalid` is the type of `onInvalid`. */
export interface PageOptions<Invalid extends OnInvalid = OnInvalid> extends Omit<CallOptions, 'onInvalid'> {
  /**
   * What to do with invalid events: events that are not what the API describes. `'throw'`: reject the page with a {@link SchemaError} that names the
   * addresses and fields of these events. `'report'`: leave these events out; `rejectedOf(page)` returns them, and the report of the iteration counts
   * them. `'keep'`: yield these events as the service sent them. Required fields may be absent, and fields may have other types than declared;
   * `issuesOf(event)` says what is wrong. A value that is no JSON object, and a resource of another kind, is left out and counted, as with `'report'`.
   * For a web site, use `'report'` or `'keep'`: otherwise one wrong event makes a whole page of the site fail. A page is always rejected if the page
   * itself is wrong, or if it has more than a thousand wrong events.
   * @default the option of the client, or 'throw'
   */
  readonly onInvalid?: Invalid | undefined
  /**
   * An event campaign of the API key: its id, address or link, or an event campaign that a client returned. The list then has only the events of this
   * campaign.
   * @default the events of the API key itself, without those that others host in its campaigns
   */
  readonly campaign?: CampaignReference | undefined
}

/**
 * Settings of a list that is read page by page. `timeout` and `totalTimeout` apply to each page (by default 30 and 120 seconds), `deadline` and
 * `signal` to the whole iteration.
 */
export interface PagesOptions<Invalid extends OnInvalid = OnInvalid> extends PageOptions<Invalid> {
  /**
   * How many pages to request in advance, at the same time: a whole number from 0 up. With 0, each page is requested only when you ask for it. The
   * iteration keeps no more pages than that in memory, besides the current one. The client requests pages in advance only if it can derive their
   * addresses from `next`, `page` and `total_pages`, and if pages have `total_records`, which shows a change of the list between two pages. Each
   * request counts for `rateLimit`.
   * @default 4
   */
  readonly prefetch?: number | undefined
  /**
   * Time limit of the whole iteration, in milliseconds. It begins with the first `next` (the start of a loop, or the call of `toArray`), and includes
   * all pages, the waits between them, and your own code in the loop. When the time is up, pending requests end, and the next page rejects with a
   * {@link TimeoutError} whose `option` is `'deadline'`. Another list can resume from the error's `checkpoint`. Events of pages that the client has
   * already read still come.
   * @default none
   */
  readonly deadline?: number | undefined
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
 * console.log((await events.list({ resume: pages.checkpoint }).toArray({ max: 100 })).items.length) // the events after these pages
 * ```
 */
export interface ListOptions<EventFilter extends object = object, Invalid extends OnInvalid = OnInvalid>
  extends PagesOptions<Invalid> {
  /**
   * Number of the page to start from. It has no effect with `resume`, which sets the position.
   * @default the first page: the client sends no number
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
   * The position to continue from: `pages.checkpoint`, `error.checkpoint` or `checkpointOf(page)` of an iteration through the same list, in this
   * process or another one. The client refuses any other text at once, and also a checkpoint of another service, version, filter or query.
   * @default undefined: from the beginning
   */
  readonly resume?: string | undefined
  /**
   * Which events to list. Either an object of comparisons by field, such as
   * `{ modified_date: { gt: '2026-05-01T00:00:00Z' }, origin_system: 'Calendar' }`: an event must meet all of them. Or OData text, which is sent
   * unchanged. The client asks the service to filter, on every page. With an object, the client also compares each event itself, so the result is
   * right even if the service ignores the filter. `report.filter` tells what the service did with the filter. Times are compared as times, in
   * whatever form the service writes them. An event whose time cannot be read is listed. A filter that makes the address longer than 8,000 characters
   * is refused.
   * @default all events
   */
  readonly filter?: EventFilter | string | undefined
}

/**
 * Settings of a list of RSVPs, of people or of event campaigns. Give a filter of people as `filter`, not in `query`: then nothing of it is in an error,
 * a hook or a log.
 *
 * @example
 * ```ts
 * import { type CollectionOptions, EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const options: CollectionOptions = { filter: "region eq 'DC'", max: 500 }
 * for await (const person of events.people(options)) console.log(person.identifiers)
 * ```
 */
export interface CollectionOptions<Filter extends object = object> extends Omit<ListOptions<Filter>, 'campaign'> {}

/**
 * Settings of a list of attendances together with the people who come.
 *
 * @example
 * ```ts
 * import { EventsV2, type RosterOptions } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const options: RosterOptions = { people: true, signal: AbortSignal.timeout(60_000) }
 * const [event = ''] = (await events.list().toArray({ max: 1 })).items
 * for await (const { rsvp, person } of events.attendances(event, options)) console.log(rsvp.status, person?.given_name)
 * ```
 */
export interface RosterOptions<AttendanceFilter extends object = object> extends CollectionOptions<AttendanceFilter> {
  /**
   * Yields each RSVP together with the person who comes, as `{ rsvp, person }`. The client requests several people in advance, within `rateLimit`,
   * and each person once in an iteration. A person that the service embeds costs no request. If a person cannot be read, the entry has an `error`
   * instead.
   */
  readonly people: true
}

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
export interface ChangesOptions<Invalid extends OnInvalid = OnInvalid> extends PagesOptions<Invalid> {
  /**
   * List only events that changed after this: the `cursor` of the last list, or a moment (a `Date`, or a date-time with a zone).
   * @default undefined: all events
   */
  readonly since?: string | Date | undefined
  /**
   * How far to look back before `since`, in milliseconds, at least 1,000. The list repeats events that changed in this time, because clocks differ,
   * and because a change may become visible some time after its date. The minimum is one second, because many services write dates in whole seconds:
   * you would lose a later change in the same second.
   * @default 300_000
   */
  readonly overlap?: number | undefined
}
