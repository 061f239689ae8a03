import { originOf, rememberAll } from '../base/origin.ts'
import { runWithin } from '../base/time.ts'
import { isObject } from '../base/values.ts'
import { type AnyEventsError, InputError, isEventsError, LinkError } from '../errors/error-classes.ts'
import type { HalLike, Paged } from '../hal/hal.ts'
import { embeddedOf, firstLink, itemsOf } from '../hal/relations.ts'
import type { ResolvedCallOptions } from '../options/read-options.ts'
import { appendStack, type Caller, callerOf, type PageIterator } from '../paging/page-iterator.ts'
import { collect, type EventList, Pager, readMax, type ToArrayOptions } from '../paging/pager.ts'
import type { PagingReport } from '../paging/report.ts'
import { fits } from '../schema/fit.ts'
import { type ClientContext, fetchResource, personUrl } from './client-context.ts'

/** An RSVP together with the person who comes. It has either `person` or `error`. */
export type RosterEntry<Attendance, Person> = {
  /** The RSVP as the service sent it. */
  readonly rsvp: Attendance
} & (
  | {
      /** The person as the service sent them: personal data. */
      readonly person: Person
      /** Absent beside `person`. */
      readonly error?: undefined
    }
  | {
      /** Absent beside `error`. */
      readonly person?: undefined
      /** Why the person cannot be read. Only its `reason` may hold personal data. */
      readonly error: AnyEventsError
    }
)

/** A list of RSVPs together with the people who come: a {@link Pager} without `pages()`, because the service's pages have RSVPs only. */
export interface Roster<Attendance, Person> {
  /** The report of the iteration that ended last. It counts RSVPs. Undefined before. */
  readonly report: PagingReport | undefined
  /** The entries as an array, as {@link Pager.toArray} returns the events. Reads no more people than `max`. */
  toArray(options: ToArrayOptions): Promise<EventList<RosterEntry<Attendance, Person>>>
  /** The entries one by one, in the order of the RSVPs. */
  [Symbol.asyncIterator](): AsyncIterableIterator<RosterEntry<Attendance, Person>, undefined> & AsyncDisposable
}

/** A roster over the pager of the RSVPs. */
export class RosterPager implements Roster<object, object> {
  readonly #context: ClientContext
  readonly #rsvps: Pager<object, Paged>
  readonly #call: ResolvedCallOptions

  constructor(context: ClientContext, rsvps: Pager<object, Paged>, call: ResolvedCallOptions) {
    this.#context = context
    this.#rsvps = rsvps
    this.#call = call
  }

  get report(): PagingReport | undefined {
    return this.#rsvps.report
  }

  /** For JavaScript: the types have no such method. */
  pages(): never {
    throw InputError.of('people', 'cannot be used with pages()')
  }

  async toArray(options: ToArrayOptions): Promise<EventList<AnyEntry>> {
    const max = readMax(options)
    const pages = Pager.pagesOf(this.#rsvps, max)
    return collect(max, pages, this.#entries(pages, max))
  }

  [Symbol.asyncIterator](): RosterIterator {
    return this.#entries(this.#rsvps.pages())
  }

  #entries(pages: PageIterator<Paged>, max?: number): RosterIterator {
    return new RosterIterator(this.#context, this.#call, pages, max)
  }
}

type AnyEntry = RosterEntry<object, object>

type Found = { readonly person: object } | { readonly error: AnyEventsError }

/** Number of people to request in advance: browsers have six connections to a server. */
const mostAhead = 6

/** The entries of all pages one by one. Requests each person once. `return` ends the iteration at once, even while a person is requested. */
class RosterIterator implements AsyncIterableIterator<AnyEntry, undefined>, AsyncDisposable {
  readonly #context: ClientContext
  readonly #call: ResolvedCallOptions
  readonly #pages: PageIterator<Paged>
  readonly #controller = new AbortController()
  /** The people by their addresses. */
  readonly #people = new Map<string, Promise<Found>>()
  /** Number of RSVPs whose person may still be read. */
  #left: number
  #entries = this.#read()
  #caller: Caller | undefined

  constructor(context: ClientContext, call: ResolvedCallOptions, pages: PageIterator<Paged>, max = Infinity) {
    this.#context = context
    this.#call = call
    this.#pages = pages
    this.#left = max
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<AnyEntry, undefined>> {
    this.#caller ??= callerOf(this.next)
    const entry = this.#entries.next()
    // An error has ended the generator. If a page failed, the next call tries that page again.
    entry.catch(() => {
      this.#entries = this.#read()
    })
    return entry
  }

  async return(): Promise<IteratorResult<AnyEntry, undefined>> {
    this.#controller.abort()
    await this.#pages.return()
    return this.#entries.return(undefined)
  }

  /** Ends the iteration, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  /** The entries from the next page on. */
  async *#read(): AsyncGenerator<AnyEntry, undefined> {
    const caller = this.#caller ?? {}
    for (;;) {
      const { checkpoint } = this.#pages
      const page = await this.#pages.nextFor(caller)
      if (page.done) return
      const rsvps = itemsOf(page.value).slice(0, this.#left) as HalLike[]
      this.#left -= rsvps.length
      try {
        yield* this.#entriesOf(rsvps)
      } catch (error) {
        // After `return`, the failure of a cancelled request is ignored.
        if (this.#controller.signal.aborted) return
        await this.#pages.return()
        // The checkpoint leads to the page whose entries are missing.
        if (this.#pages.isOwn(error)) appendStack(caller, Object.assign(error, { checkpoint }))
        throw error
      }
    }
  }

  /** The entries of some RSVPs, in order. Requests several people at the same time. */
  async *#entriesOf(rsvps: readonly HalLike[]): AsyncGenerator<AnyEntry, undefined> {
    const most = Math.min(mostAhead, this.#context.transport.maxInQueue(this.#call.totalTimeout))
    const running: Promise<AnyEntry>[] = []
    for (const rsvp of rsvps) {
      const entry = this.#entryOf(rsvp)
      // Prevents an unhandled rejection. The iteration gets the error in its turn.
      entry.catch(() => {})
      if (running.push(entry) === most) yield* running.splice(0, 1)
    }
    yield* running
  }

  async #entryOf(rsvp: HalLike): Promise<AnyEntry> {
    const person = embeddedPerson(this.#context, rsvp)
    if (person) return { rsvp, person }
    let url: URL
    try {
      url = attendeeUrl(this.#context, rsvp)
    } catch (error) {
      return { rsvp, error: error as AnyEventsError }
    }
    const found = this.#people.get(url.href) ?? this.#request(url)
    this.#people.set(url.href, found)
    return { rsvp, ...(await found) }
  }

  async #request(url: URL): Promise<Found> {
    const { signal } = this.#call
    const { deadline } = this.#pages
    const get = (signal: AbortSignal) =>
      fetchResource<object>(this.#context, 'person', url, {
        ...this.#call,
        signal,
        deadline,
        // The parameters of the caller are for the list.
        query: {},
      })
    try {
      return { person: await runWithin(Infinity, [signal, this.#controller.signal], get) }
    } catch (error) {
      signal?.throwIfAborted()
      if (isFatal(error)) throw error
      return { error: error as AnyEventsError }
    }
  }
}

/** Whether an error ends the iteration: its deadline, a key function that fails, and every error of another package. */
const isFatal = (error: unknown): boolean =>
  !isEventsError(error) || error.code === 'input' || (error.code === 'timeout' && error.option === 'deadline')

/** The person that an RSVP embeds: under `person`, or as HAL does. */
function embeddedPerson({ resources }: ClientContext, rsvp: HalLike): object | undefined {
  const person = [Reflect.get(rsvp, 'person'), ...embeddedOf(rsvp, 'osdi:person')].find(
    (each): each is object =>
      isObject(each) &&
      Object.keys(each).some((name) => Object.hasOwn(resources.person.fields, name)) &&
      fits(resources.person.schema(), each) &&
      !resources.person.problem?.(each),
  )
  const origin = originOf(rsvp)
  if (person && origin && !originOf(person)) rememberAll(person, { ...origin, parent: rsvp })
  return person
}

/** @throws LinkError if the RSVP has no link to a person, or a link that leads outside the service's address */
function attendeeUrl(context: ClientContext, rsvp: HalLike): URL {
  const { links, options } = context
  const hasPerson = firstLink(rsvp, 'osdi:person') ?? Reflect.get(rsvp, `${options.namespace}:person_id`)
  if (!hasPerson) throw new LinkError('The RSVP has no link osdi:person', undefined, links.base)
  return personUrl(context, rsvp)
}
