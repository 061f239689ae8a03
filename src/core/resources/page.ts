import { InputError } from '../errors/errors.ts'
import { isPromise } from '../errors/kind.ts'
import { type Curie, type Link, listOf, type OneOrMany } from './hal.ts'

/** Links of a collection (v1 §2.5, v2 §2.6). */
export interface CollectionLinks {
  /** This page. */
  self?: OneOrMany<Link> | null
  /** The next page, as the service writes its address; the walk follows it as it is. */
  next?: OneOrMany<Link> | null
  /** One link for each event of the page, a single one perhaps without an array: read them with `linksOf`. */
  'osdi:events'?: Link[] | Link | null
  /** Where relations are documented: read it with `docsOf`. */
  curies?: Curie[] | Curie | null
}

/** One page of a collection of events (v1 §2.5, v2 §2.6). A service may leave the counters out. */
export interface Collection<Event> {
  /** Number of pages. */
  total_pages?: number | null
  /** Events on a full page. */
  per_page?: number | null
  /** Number of this page, from 1. */
  page?: number | null
  /** Number of events on all pages. */
  total_records?: number | null
  /** Links of the page. */
  _links?: CollectionLinks | null
  /** What the page embeds; absent or empty where the page is. Read it with `eventsOf`. */
  _embedded?: {
    /** The events of the page, in full; a single one perhaps without an array. */
    'osdi:events'?: Event[] | Event | null
  } | null
}

/** The events that a page holds, by the page's type. */
export type EventOf<Page> = Page extends Collection<infer Event> ? Event : never

/** @throws InputError for what is easily taken for a page */
export function checkPage(page: unknown): void {
  if (isPromise(page)) throw InputError.of('page', 'is a promise; await it first')
  if (Array.isArray(page))
    throw InputError.of('page', 'is an array and no page; the events of toArray() stand in items')
}

/**
 * The events of a page, in its order; none where the page is empty. A page of either version may be handed in too.
 *
 * @throws InputError for a promise of a page, and for an array
 *
 * @example
 * ```ts
 * import { EventsV2, eventsOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * console.log(eventsOf(await events.page(2)).map(({ title }) => title))
 * ```
 */
export function eventsOf<Event>(page: Collection<Event>): Event[]
export function eventsOf<Page extends Collection<unknown>>(page: Page): EventOf<Page>[]
export function eventsOf<Event>(page: Collection<Event>): Event[] {
  checkPage(page)
  return listOf(page._embedded, 'osdi:events') as Event[]
}
