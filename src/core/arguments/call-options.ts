import type { CreatorReference } from '../addresses/creator.ts'
import type { SharedOptions } from './shared-options.ts'

/** Extra search parameters by name. */
export type Query = Readonly<Record<string, string | number | boolean>>

/** Settings of one call. */
export interface CallOptions extends SharedOptions {
  /**
   * Ends the call at once, which then rejects with the signal's own reason.
   * @default none: only time limits end it
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Extra search parameters. `page` has its own place. In a walk the service's `next` links decide whether they are kept.
   * @default none
   */
  readonly query?: Query | undefined
}

/** Settings of a create or an update. */
export interface WriteOptions extends CallOptions {
  /**
   * Body fields that this package does not know. A documented field belongs into the event itself.
   * @default none
   */
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** Settings of a create. */
export interface CreateOptions extends WriteOptions {
  /**
   * Who creates the event.
   * @default whom the service takes: the key's own person or the group's creator (v1 §4.5, v2 §4.6)
   */
  readonly creator?: CreatorReference | undefined
}

/** Settings of one page. */
export interface PageOptions extends CallOptions {
  /**
   * Id of an event campaign of the key: only its events.
   * @default all events of the key
   */
  readonly campaign?: string | undefined
}

/**
 * What to do about a page with events that are not what the interface describes: `throw` a {@link SchemaError}, or `report` them through
 * `rejectedOf` and the walk's report, and let the others through.
 */
export type OnInvalid = 'throw' | 'report'

/**
 * Settings of a list. Time limits hold for each page, `signal` for the whole walk.
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const walk = events.list({ prefetch: 4, maxPages: 2, signal: AbortSignal.timeout(60_000) }).pages()
 * for await (const page of walk) console.log(page.page)
 * console.log((await events.list({ resume: walk.checkpoint }).toArray({ max: 100 })).items.length) // those behind it
 * ```
 */
export interface ListOptions extends PageOptions {
  /**
   * Number of the page to start from. With `resume` it says nothing: the walk goes on where it was.
   * @default the first, as the service sees it
   */
  readonly page?: number | undefined
  /**
   * How many pages to ask for ahead of their turn, side by side: a whole number from 0 up, where 0 asks for each page when it is wanted. It is the
   * most that the walk holds in memory beside the page in hand. Pages are asked for ahead of time only where their addresses follow from `next`,
   * `page` and `total_pages`, and where `total_records` shows whether they fit together. All of them count for `rateLimit`.
   * @default 4
   */
  readonly prefetch?: number | undefined
  /**
   * The most events that a walk yields: its last page holds no more than that. A whole number from 1 up.
   * @default all
   */
  readonly max?: number | undefined
  /**
   * The most pages that a walk yields, a whole number from 1 up.
   * @default all
   */
  readonly maxPages?: number | undefined
  /**
   * Where to go on: `walk.checkpoint`, `error.checkpoint` or `checkpointOf(page)` of a walk through the same list, in this process or another one.
   * What is no checkpoint, or one of another service, version or query, is refused at once.
   * @default undefined: from the beginning
   */
  readonly resume?: string | undefined
  /**
   * What to do about a page with events that are not what the interface describes: refuse it with a {@link SchemaError} that names their
   * addresses and fields, or leave them out, where `rejectedOf` finds them and the walk's report counts them. A page that is itself not what the
   * interface describes is refused either way.
   * @default 'throw'
   */
  readonly onInvalid?: OnInvalid | undefined
}
