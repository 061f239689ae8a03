import { listAttendances, recordAttendance } from './attendances.ts'
import { type Connection, connect, eventUrl, getEvent, type PagedTypes } from './connection.ts'
import type { Dialect } from './dialect.ts'
import { checkIdentifier, EventIndex, findEvent } from './find.ts'
import type { AttendancesOptions, ChangesOptions, ListOptions, PageOptions } from './list-options.ts'
import { getPage, listChanges, listEvents } from './lists.ts'
import type { CallOptions, ClientOptions, CreateOptions, WriteOptions } from './options.ts'
import type { ChangesPager } from './pagination/changes.ts'
import type { Pager } from './pagination/pager.ts'
import { type ResolvedCallOptions, readCallOptions } from './read-options.ts'
import type { AttendancePage, NewAttendance } from './results/attendance.ts'
import { readNothing, readResource } from './results/decode.ts'
import type { HalResource, Link } from './results/hal.ts'
import { hrefOf } from './url/link-policy.ts'
import type { EventReference } from './url/references.ts'
import { withQuery } from './url/service-url.ts'
import { changeOf, creationOf, sendWrite, type UpsertResult, upsertEvent } from './writes.ts'

/**
 * What both versions do. Use {@link EventsV1} or {@link EventsV2}: they bind it to a version's names.
 *
 * Every method may throw {@link InputError} (nothing was sent), {@link HttpError}, {@link NetworkError}, {@link TimeoutError},
 * {@link ContentError}, {@link SchemaError} and {@link LinkError}, or the reason of an aborted signal.
 */
export class EventsClient<V extends PagedTypes> {
  readonly #connection: Connection

  /** @internal */
  constructor(dialect: Dialect, options: ClientOptions) {
    this.#connection = connect(dialect, options)
  }

  /** Base address of the service, as the client normalised it. */
  get baseUrl(): string {
    return this.#connection.address.base
  }

  /** The service's own prefix. */
  get namespace(): string {
    return this.#connection.options.namespace
  }

  /**
   * The events of the key, or of one of its campaigns, page by page as far as they are iterated (v1 §4.2, v2 §4.3).
   *
   * @throws InputError at once where an option cannot be used
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for await (const event of events.list({ max: 100 })) console.log(event.title)
   * ```
   */
  list(options?: ListOptions<V['filter']>): Pager<V['event'], V['page']> {
    return listEvents(this.#connection, options)
  }

  /**
   * The events that were created or changed since last time, and where the next time goes on. An event may come again the next time: store events by
   * `idOf(event)`. What is no longer there does not come at all: compare with a whole list now and then.
   *
   * @throws InputError at once where an option cannot be used, such as a `since` of another service, version, campaign or query
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const changes = events.changes({ since: '2026-05-01T00:00:00Z' })
   * for await (const event of changes) console.log(event.title)
   * console.log(changes.cursor) // save it for the next time, when all of that is stored
   * ```
   */
  changes(options?: ChangesOptions): ChangesPager<V['event'], V['page']> {
    return listChanges(this.#connection, options)
  }

  /**
   * One page of the events of the key, or of one of its campaigns (v1 §2.5, v2 §2.6). What a page beyond the last answers is up to the service.
   *
   * @throws InputError where `page` is no whole number from 1 up, or an option cannot be used
   *
   * @example
   * ```ts
   * import { EventsV2, eventsOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for (const event of eventsOf(await events.page(2))) console.log(event.title)
   * ```
   */
  async page(page: number, options?: PageOptions): Promise<V['page']> {
    return getPage(this.#connection, page, options)
  }

  /**
   * One event, by its id with or without the service's prefix, or by an event that a client returned (v1 §4.1, v2 §4.1).
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const [first = ''] = (await events.list().toArray({ max: 1 })).items
   * console.log((await events.get(first)).modified_date) // or get(id)
   * ```
   */
  async get(event: EventReference, options?: CallOptions): Promise<V['event']> {
    const call = this.#call(options)
    return getEvent(this.#connection, withQuery(eventUrl(this.#connection, event), call.query), call)
  }

  /**
   * Creates an event. In version 1, one of its identifiers that an event has already makes it update that event (v1 §4.4).
   *
   * @param options.creator who creates it: a person's id, address or link (v1 §4.5, v2 §4.5)
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const made = await events.create({ title: 'Picnic', origin_system: 'Calendar', start_date: '2026-06-20T12:00:00' })
   * console.log(made.identifiers)
   * ```
   */
  async create(event: V['created'], options?: CreateOptions): Promise<V['event']> {
    return sendWrite(this.#connection, creationOf(this.#connection, event, options))
  }

  /**
   * Changes the fields that are given and no other; `null` clears an optional one (v1 §4.7, v2 §4.8).
   *
   * @example
   * ```ts
   * import { EventsV2, idOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const made = await events.create({ title: 'Picnic', origin_system: 'Calendar', description: 'Bring a dish.' })
   * await events.update(idOf(made), { title: 'Picnic, indoors', description: null })
   * ```
   */
  async update(event: EventReference, changes: V['changed'], options?: WriteOptions): Promise<V['event']> {
    const call = readCallOptions('write', options, this.#connection.options.defaults)
    return sendWrite(this.#connection, changeOf(this.#connection, event, changes, call))
  }

  /**
   * The event of the key that has an identifier, or undefined where none has. The service is asked to filter its list; where it does not, the whole
   * list is read.
   *
   * @throws AmbiguousError where several events have it
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * console.log((await events.find('calendar:42'))?.title ?? 'nobody has published it yet')
   * ```
   */
  async find(identifier: string, options?: CallOptions): Promise<V['event'] | undefined> {
    return findEvent(this.#connection, [checkIdentifier(identifier)], this.#call(options))
  }

  /**
   * Updates the event that has one of these identifiers, or creates it where none has: sent again after a failure it makes no second event. Version 1
   * does it in one request (v1 §4.4); version 2 finds the event first, so that two upserts at the same time may make two. The result of an update that
   * another event's identifier keeps from being applied: ask `unappliedOf`.
   *
   * @throws InputError where `identifiers` has none of another system than the service's own
   * @throws AmbiguousError where its identifiers lead to several events; nothing was written
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const picnic = { identifiers: ['calendar:42'], title: 'Picnic', origin_system: 'Calendar' }
   * console.log((await events.upsert(picnic)).created ? 'new' : 'updated')
   * ```
   */
  async upsert(event: V['created'], options?: CreateOptions): Promise<UpsertResult<V['event']>> {
    return upsertEvent(this.#connection, event, options)
  }

  /**
   * The same for many events, one after another: where the service does not filter, the list is read once for all of them, and not for each. What others
   * add meanwhile is not seen. `const { upsert } = events.upserts()`, then one `await upsert(row)` after the other.
   */
  upserts(): Pick<EventsClient<V>, 'upsert'> {
    const index = new EventIndex()
    return { upsert: (event, options) => upsertEvent(this.#connection, event, options, index) }
  }

  /**
   * Asks for an event to be deleted. The documented service refuses, with an {@link HttpError} (v1 §4.8, v2 §4.9).
   *
   * @example
   * ```ts
   * import { EventsV2, isEventsError } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const refused = await events.delete('c945d6fe').catch((error: unknown) => error)
   * if (isEventsError(refused)) console.log(refused.message, refused.outcome) // 'not applied': the event is still there
   * ```
   */
  async delete(event: EventReference, options?: CallOptions): Promise<void> {
    const call = this.#call(options)
    const url = withQuery(eventUrl(this.#connection, event), call.query)
    await this.#connection.transport.send({ method: 'DELETE', url }, call, readNothing)
  }

  /**
   * The RSVPs of an event, page by page as far as they are iterated. They are read through the event's own link; an id in place of the event costs one
   * request for that.
   *
   * @throws InputError at once where an option cannot be used
   *
   * @example
   * ```ts
   * import { EventsV2, linkOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const [event = ''] = (await events.list().toArray({ max: 1 })).items
   * for await (const rsvp of events.attendances(event)) console.log(rsvp.status, linkOf(rsvp, 'osdi:person')?.href)
   * ```
   */
  attendances(
    event: EventReference,
    options?: AttendancesOptions<V['attendanceFilter']>,
  ): Pager<V['attendance'], AttendancePage<V['attendance']>> {
    return listAttendances(this.#connection, event, options)
  }

  /**
   * Records an RSVP, through the event's own link. It is sent once: where an error's `outcome` is `'unknown'`, look at `attendances` before you send it
   * again. What was sent of the person is in no error and no log.
   *
   * @throws InputError where nothing says who comes, naming the field
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const [event = ''] = (await events.list().toArray({ max: 1 })).items
   * const person = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }] }
   * console.log((await events.recordAttendance(event, { person })).status)
   * ```
   */
  async recordAttendance(
    event: EventReference,
    attendance: NewAttendance,
    options?: WriteOptions,
  ): Promise<V['attendance']> {
    return recordAttendance(this.#connection, event, attendance, options)
  }

  /**
   * Gets what a link of a response points to, as a HAL resource of whatever kind.
   *
   * @throws LinkError where it points outside `<baseUrl>/api/<version>/`
   *
   * @example
   * ```ts
   * import { EventsV2, linkOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const [event = {}] = (await events.list().toArray({ max: 1 })).items
   * console.log((await events.follow(linkOf(event, 'osdi:creator') ?? '')).given_name)
   * ```
   */
  async follow(link: string | Link, options?: CallOptions): Promise<HalResource> {
    const { links, reading, transport } = this.#connection
    const call = this.#call(options)
    const url = withQuery(links.resolve(hrefOf(link)), call.query)
    return transport.send({ method: 'GET', url }, call, (response) => readResource(reading, response))
  }

  #call(options: CallOptions | undefined): ResolvedCallOptions {
    return readCallOptions('call', options, this.#connection.options.defaults)
  }
}
