import * as z from 'zod/mini'
import { EventsError } from '../errors/errors.ts'
import type { PageSource } from '../pages/page-source.ts'
import type { Collection } from '../resources/page.ts'
import { unknownOption } from '../schemas/advice.ts'
import { lazily } from '../schemas/lazily.ts'
import { checkInput } from '../schemas/parse.ts'
import { EventWalk } from './event-walk.ts'
import { Walk } from './walk.ts'
import type { WalkReport } from './walk-report.ts'

const toArraySchema = lazily(() =>
  z.strictObject({
    max: z.custom<number>((max) => Number.isSafeInteger(max) && (max as number) >= 1, {
      error: ({ input }) =>
        input === undefined ? 'is missing; a whole number from 1 up' : 'must be a whole number from 1 up',
    }),
  }),
)

/** How much {@link Pager.toArray} takes. */
export interface ToArrayOptions {
  /** The most events to take, a whole number from 1 up. */
  readonly max: number
}

/** What {@link Pager.toArray} took. */
export interface EventList<Event> {
  /** The events, in the order of the collection. */
  items: Event[]
  /** Whether the collection has others. */
  more: boolean
}

/**
 * A list of events that is fetched page by page, when and as far as it is iterated. Each iteration starts anew.
 *
 * @example
 * ```ts
 * import { EventsV2 } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const list = events.list()
 * for await (const event of list) console.log(event.title)
 * console.log(list.report?.events, list.report?.certain) // how many, and whether none was missed
 * ```
 */
export class Pager<Event, Page extends Collection<Event> = Collection<Event>>
  implements AsyncIterable<Event, undefined>
{
  readonly #source: PageSource<Page>
  #report: WalkReport | undefined

  /** @internal */
  constructor(source: PageSource<Page>) {
    this.#source = source
  }

  /** How far the latest walk came; undefined before the first. */
  get report(): WalkReport | undefined {
    return this.#report
  }

  /**
   * Starts a walk through the pages. Nothing is asked for before its first `next`.
   *
   * @example
   * ```ts
   * import { EventsV2, eventsOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for await (const page of events.list().pages()) console.log(page.page, eventsOf(page).length)
   * ```
   */
  pages(): Walk<Page> {
    return this.#walk()
  }

  /** @param enough how many events will be looked at */
  #walk(enough?: number): Walk<Page> {
    const onEnd = (report: WalkReport) => {
      this.#report = report
    }
    return new Walk(this.#source, onEnd, enough)
  }

  /** The events one by one, over all pages. */
  [Symbol.asyncIterator](): AsyncIterableIterator<Event, undefined> & AsyncDisposable {
    return new EventWalk<Event>(this.pages())
  }

  /**
   * The events as an array. The limit is mandatory: collections can be larger than memory.
   *
   * @returns the events, and whether there are more. Where `max` is reached at the end of a page, the next page is asked for to
   * know that; where it cannot be read, the link to it counts as more
   * @throws InputError where `max` is missing or no whole number from 1 up
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const { items, more } = await events.list().toArray({ max: 50 })
   * console.log(items.length, more ? 'and there are more' : 'and that is all')
   * ```
   */
  async toArray(options: ToArrayOptions): Promise<EventList<Event>> {
    checkInput(toArraySchema(), options ?? {}, 'options', unknownOption(['max']))
    const { max } = options
    const items: Event[] = []
    const pages = this.#walk(max + 1)
    const walk = new EventWalk<Event>(pages)
    try {
      for await (const event of walk) {
        if (items.length === max) return { items, more: true }
        items.push(event)
      }
    } catch (error) {
      // An abort is the caller's own wish; any other failure comes after all that was asked for.
      if (items.length < max || !(error instanceof EventsError) || this.#source.isAbort(error)) throw error
      return { items, more: true }
    } finally {
      await walk.return()
    }
    // A limit of the list may have ended the walk.
    return { items, more: pages.more }
  }
}
