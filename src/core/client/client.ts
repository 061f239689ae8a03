import { getAttendance, listAttendances, recordAttendance, updateAttendance } from '../calls/attendances.ts'
import {
  type ClientContext,
  campaignUrl,
  connect,
  fetchResource,
  personUrl,
  urlOfEventFrom,
} from '../calls/client-context.ts'
import type { Dialect } from '../calls/dialect.ts'
import { EventIndex } from '../calls/event-index.ts'
import { checkIdentifier, findEvent } from '../calls/find.ts'
import { getPage, listChanges, listCollection, listEvents } from '../calls/lists.ts'
import type { Roster } from '../calls/roster.ts'
import { checkKey, type Embed, type EntryPoint, followLink, getEmbed, getEntryPoint } from '../calls/service.ts'
import {
  deleteEvent,
  prepareCampaign,
  prepareCreate,
  prepareUpdate,
  sendWrite,
  type UpsertResult,
  updateInRun,
  upsertEvent,
} from '../calls/writes.ts'
import type { HalResource, Link, ResourcePage } from '../hal/hal.ts'
import type {
  AttendanceLike,
  AttendanceReference,
  CampaignReference,
  EventReference,
  EventSource,
  PersonLike,
  PersonReference,
} from '../hal/identified.ts'
import type {
  AttendanceOptions,
  CallOptions,
  CreateOptions,
  Kept,
  KeptPage,
  OnInvalid,
  OnInvalidResult,
  WriteOptions,
} from '../options/call-options.ts'
import type { ClientOptions } from '../options/client-options.ts'
import type {
  ChangesOptions,
  CollectionOptions,
  ListOptions,
  PageOptions,
  RosterOptions,
} from '../options/list-options.ts'
import { type ResolvedCallOptions, readCallOptions } from '../options/read-options.ts'
import type { ChangesPager } from '../paging/changes.ts'
import type { Pager } from '../paging/pager.ts'
import type { VersionTypes } from './version-types.ts'

/** Some services write the relation in the singular. */
type AttendancePage<V extends VersionTypes> = ResourcePage<'osdi:attendances' | 'osdi:attendance', V['attendance']>

/**
 * The methods of both versions. Use {@link EventsV1} or {@link EventsV2}, which add the field names and types of a version.
 *
 * Every method may throw {@link InputError} (nothing was sent), {@link HttpError}, {@link NetworkError}, {@link TimeoutError},
 * {@link ContentError}, {@link SchemaError} and {@link LinkError}, or the reason of an aborted signal.
 */
export class EventsClient<V extends VersionTypes> {
  readonly #context: ClientContext

  /** @internal */
  constructor(dialect: Dialect, options: ClientOptions) {
    this.#context = connect(dialect, options)
  }

  /** Base address of the service, normalised by the client. */
  get baseUrl(): string {
    return this.#context.address.base
  }

  /** The service's own prefix. */
  get namespace(): string {
    return this.#context.options.namespace
  }

  /**
   * The events of the API key, or of one of its campaigns (v1 §4.2, v2 §4.3). Events that others host in the campaigns of the key come only with
   * `campaign`. The client requests pages only as far as you iterate.
   *
   * @throws InputError at once if an option is wrong
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for await (const event of events.list({ max: 100 })) console.log(event.title)
   * ```
   */
  list<I extends OnInvalid>(
    options?: ListOptions<V['filter'], I>,
  ): Pager<Kept<V['event'], I>, KeptPage<V['event'], V['page'], I>> {
    return listEvents(this.#context, options)
  }

  /**
   * The events that were created or changed since the last time, and a cursor for the next time. The next list may repeat an event, so store events
   * by `idOf(event)`. The list does not show deleted events, so compare with a whole list now and then.
   *
   * @throws InputError at once if an option is wrong, such as a `since` of another service, version, campaign or query
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const changes = events.changes({ since: '2026-05-01T00:00:00Z' })
   * for await (const event of changes) console.log(event.title)
   * console.log(changes.cursor) // save it for the next time, after you have stored these events
   * ```
   */
  changes<I extends OnInvalid>(
    options?: ChangesOptions<I>,
  ): ChangesPager<Kept<V['event'], I>, KeptPage<V['event'], V['page'], I>> {
    return listChanges(this.#context, options)
  }

  /**
   * One page of the events of the API key, or of one of its campaigns (v1 §2.5, v2 §2.6). A page after the last one may be empty or an error.
   *
   * @throws InputError if `page` is no whole number from 1 up, or if an option is wrong
   *
   * @example
   * ```ts
   * import { EventsV2, eventsOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for (const event of eventsOf(await events.page(2))) console.log(event.title)
   * ```
   */
  async page<I extends OnInvalid>(page: number, options?: PageOptions<I>): Promise<KeptPage<V['event'], V['page'], I>> {
    return getPage(this.#context, page, options)
  }

  /**
   * One event (v1 §4.1, v2 §4.1).
   *
   * @param event its id with or without the service's prefix, its address or a link, an event that a client returned, or an RSVP (its event)
   * @throws LinkError if the address or the link leads outside `<baseUrl><apiPath>/`
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
  async get<I extends OnInvalidResult>(event: EventSource, options?: CallOptions<I>): Promise<Kept<V['event'], I>> {
    const call = this.#call(options)
    return fetchResource(this.#context, 'event', urlOfEventFrom(this.#context, event), call)
  }

  /**
   * Creates an event. In version 1, if an event already has one of its identifiers, that event is updated instead (v1 §4.4).
   *
   * @param options.creator the person who creates the event: an id, an address or a link (v1 §4.5, v2 §4.5)
   * @param options.campaign the event campaign that gets the event (version 2)
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
  async create<I extends OnInvalidResult>(
    event: V['created'],
    options?: CreateOptions<V['campaignOfCreate'], I>,
  ): Promise<Kept<V['event'], I>> {
    return sendWrite(this.#context, prepareCreate(this.#context, event, options))
  }

  /**
   * Changes only the fields that you give; `null` clears an optional field (v1 §4.7, v2 §4.8).
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
  async update<I extends OnInvalidResult>(
    event: EventReference,
    changes: V['changed'],
    options?: WriteOptions<I>,
  ): Promise<Kept<V['event'], I>> {
    const call = readCallOptions('write', options, this.#context.options.defaults)
    return sendWrite(this.#context, prepareUpdate(this.#context, event, changes, call))
  }

  /**
   * The event that has an identifier, among the events of the API key. Undefined if no event has the identifier. The client asks the service to
   * filter its list. If the service ignores or refuses the filter, the client reads the whole list. If the service answers with an empty list, the
   * client tests whether the same filter finds an event of page 1: two more requests, at most once in ten minutes. If the filter does not find that
   * event, the client reads the whole list too.
   *
   * @throws AmbiguousError if several events have the identifier
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * console.log((await events.find('calendar:42'))?.title ?? 'nobody has published it yet')
   * ```
   */
  async find<I extends OnInvalidResult>(
    identifier: string,
    options?: CallOptions<I>,
  ): Promise<Kept<V['event'], I> | undefined> {
    return findEvent(this.#context, [checkIdentifier(identifier)], this.#call(options))
  }

  /**
   * Updates the event that has one of these identifiers, or creates an event if none has. You can repeat an upsert after a failure: it makes no
   * second event. Version 1 needs one request (v1 §4.4). Version 2 looks for the event first, as `find` does, so two upserts at the same time may
   * create two events. It then writes only if a field differs, as `unappliedOf` compares. Otherwise `unchanged` is true. If the event still differs
   * after an update, `resent` is true: `unappliedOf` tells which fields the service did not apply.
   *
   * @throws InputError if `identifiers` has no identifier of another system than the service
   * @throws AmbiguousError if several events have one of the identifiers; nothing was written
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
  async upsert<I extends OnInvalidResult>(
    event: V['created'] & { readonly identifiers: readonly string[] },
    options?: CreateOptions<V['campaignOfCreate'], I>,
  ): Promise<UpsertResult<Kept<V['event'], I>>> {
    return upsertEvent(this.#context, event, options)
  }

  /**
   * `upsert` and `update` for one run through many events. What the run has written is known to its later calls, even if the service shows a new event
   * late in its list. Two calls of the client itself know nothing of each other. If the service does not filter, the client reads the list once for
   * all events. It then keeps the list in memory, and does not see later changes by other programs. The calls of a run wait for each other, also if
   * you do not await them.
   *
   * After a create with an unknown outcome, an upsert with one of its identifiers throws a `SchemaError` until the list shows the event. So start a
   * new run later.
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const { upsert } = events.upserts()
   * for (const title of ['Picnic', 'Fair'])
   *   await upsert({ identifiers: [`calendar:${title}`], title, origin_system: 'Calendar' })
   * ```
   */
  upserts(): Pick<EventsClient<V>, 'upsert' | 'update'> {
    const index = new EventIndex(this.namespace)
    return {
      upsert: (event, options) => upsertEvent(this.#context, event, options, index),
      update: (event, changes, options) => updateInRun(this.#context, event, changes, options, index),
    }
  }

  /**
   * Asks the service to delete an event. The documented service refuses, with an {@link HttpError} (v1 §4.8, v2 §4.9).
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
    await deleteEvent(this.#context, event, this.#call(options))
  }

  /**
   * The RSVPs of an event, or of a person that a client returned. The client requests pages only as far as you iterate. It reads them through the own
   * link of the event or person. If you pass the id of an event, the client needs one more request to get this link.
   *
   * @param options.people yields each RSVP as `{ rsvp, person }`. If the person cannot be read, the entry has an `error` instead
   * @throws InputError at once if an option is wrong
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
    of: EventReference | PersonLike,
    options?: CollectionOptions<V['attendanceFilter']> & { readonly people?: false | undefined },
  ): Pager<V['attendance'], AttendancePage<V>>
  attendances(
    of: EventReference | PersonLike,
    options: RosterOptions<V['attendanceFilter']>,
  ): Roster<V['attendance'], V['person']>
  attendances(
    of: EventReference | PersonLike,
    options?: CollectionOptions<V['attendanceFilter']> & { readonly people?: boolean | undefined },
  ): Pager<V['attendance'], AttendancePage<V>> | Roster<V['attendance'], V['person']>
  attendances(of: EventReference | PersonLike, options?: CollectionOptions): object {
    return listAttendances(this.#context, of, options)
  }

  /**
   * One RSVP of an event. The client reads it below the event's own link to its RSVPs, as `attendances` does.
   *
   * @param attendance its id with or without the service's prefix, or an RSVP that a client returned
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const [event = ''] = (await events.list().toArray({ max: 1 })).items
   * const [rsvp = ''] = (await events.attendances(event).toArray({ max: 1 })).items
   * console.log((await events.attendance(event, rsvp)).status) // or attendance(event, id)
   * ```
   */
  async attendance(
    event: EventReference,
    attendance: string | AttendanceLike,
    options?: CallOptions,
  ): Promise<V['attendance']> {
    return getAttendance(this.#context, event, attendance, this.#call(options))
  }

  /**
   * Records an RSVP through the event's own link. The client repeats the request only if the first one certainly had no effect (or with
   * `retryCreates`). If the `outcome` of an error is `'unknown'`, look at `attendances` before you send the RSVP again. The person's data is in no
   * log, and of an error only in `reason`. `unappliedOf(rsvp)` tells what the service decided itself, such as `status`.
   *
   * @param options.background whether the service processes the RSVP later. The promise then resolves to undefined
   * @throws InputError naming the field, if the RSVP does not say who comes
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const [event = ''] = (await events.list().toArray({ max: 1 })).items
   * const person = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }], custom_fields: { diet: 'vegan' } }
   * console.log((await events.recordAttendance(event, { person, add_tags: ['volunteer'] })).status)
   * ```
   */
  recordAttendance(
    event: EventReference,
    attendance: V['newAttendance'],
    options?: AttendanceOptions & { readonly background?: false | undefined },
  ): Promise<V['attendance']>
  recordAttendance(
    event: EventReference,
    attendance: V['newAttendance'],
    options: AttendanceOptions & { readonly background: true },
  ): Promise<undefined>
  recordAttendance(
    event: EventReference,
    attendance: V['newAttendance'],
    options?: AttendanceOptions,
  ): Promise<V['attendance'] | undefined>
  async recordAttendance(
    event: EventReference,
    attendance: V['newAttendance'],
    options?: AttendanceOptions,
  ): Promise<V['attendance'] | undefined> {
    return recordAttendance(this.#context, event, attendance, options)
  }

  /**
   * Changes only the fields of an RSVP that you give, for example `status`. Retries and the `outcome` of errors are as for `update`.
   *
   * @param attendance an RSVP that a client returned, or its address or link
   * @param options.background whether the service processes the change later. The promise then resolves to undefined
   * @throws InputError if the first argument has no address: an id alone does not tell the event
   *
   * @example
   * ```ts
   * import { EventsV2, unappliedOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const [event = ''] = (await events.list().toArray({ max: 1 })).items
   * const [rsvp] = (await events.attendances(event).toArray({ max: 1 })).items
   * if (rsvp) console.log(unappliedOf(await events.updateAttendance(rsvp, { status: 'attended' })))
   * ```
   */
  updateAttendance(
    attendance: AttendanceReference,
    changes: V['attendanceChanges'],
    options?: AttendanceOptions & { readonly background?: false | undefined },
  ): Promise<V['attendance']>
  updateAttendance(
    attendance: AttendanceReference,
    changes: V['attendanceChanges'],
    options: AttendanceOptions & { readonly background: true },
  ): Promise<undefined>
  updateAttendance(
    attendance: AttendanceReference,
    changes: V['attendanceChanges'],
    options?: AttendanceOptions,
  ): Promise<V['attendance'] | undefined>
  async updateAttendance(
    attendance: AttendanceReference,
    changes: V['attendanceChanges'],
    options?: AttendanceOptions,
  ): Promise<V['attendance'] | undefined> {
    return updateAttendance(this.#context, attendance, changes, options)
  }

  /**
   * The event campaigns of the key. The client requests pages only as far as you iterate. An event campaign collects events of several hosts: read its
   * events with `list({ campaign })`.
   *
   * @throws InputError at once if an option is wrong
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for await (const campaign of events.campaigns()) {
   *   console.log(campaign.title)
   *   for await (const event of events.list({ campaign, max: 3 })) console.log('  ', event.title)
   * }
   * ```
   */
  campaigns(options?: CollectionOptions<V['campaignFilter']>): Pager<V['campaign'], V['campaignPage']> {
    return listCollection(this.#context, this.#context.resources.campaign, options)
  }

  /**
   * One event campaign, by its id with or without the service's prefix, by its address or a link, or by an event campaign that a client returned.
   *
   * @throws LinkError if the address or the link leads outside `<baseUrl><apiPath>/`
   *
   * @example
   * ```ts
   * import { EventsV2, linkOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const [event] = (await events.list().toArray({ max: 1 })).items
   * const link = event && linkOf(event, `${events.namespace}:event_campaign`)
   * if (link) console.log((await events.campaign(link)).title) // or campaign(id)
   * ```
   */
  async campaign(campaign: CampaignReference, options?: CallOptions): Promise<V['campaign']> {
    const call = this.#call(options)
    return fetchResource(this.#context, 'campaign', campaignUrl(this.#context, campaign), call)
  }

  /**
   * Creates an event campaign, in version 2. Outcomes and retries are those of `create`. An individual account may have no event campaigns.
   *
   * @throws InputError in version 1, which only reads event campaigns
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const campaign = await events.createCampaign({ title: 'Spring clean-up', origin_system: 'Calendar' })
   * await events.create({ title: 'By the river', origin_system: 'Calendar' }, { campaign })
   * ```
   */
  async createCampaign(campaign: V['newCampaign'], options?: WriteOptions): Promise<V['campaign']> {
    const url = this.#context.address.collection('event_campaigns')
    return sendWrite(this.#context, prepareCampaign(this.#context, 'POST', url, campaign, options))
  }

  /**
   * Changes only the fields of an event campaign that you give, in version 2; `null` clears an optional field. Outcomes and retries are those of
   * `update`.
   *
   * @throws InputError in version 1, which only reads event campaigns
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const campaign = await events.createCampaign({ title: 'Spring clean-up', origin_system: 'Calendar' })
   * await events.updateCampaign(campaign, { host_pitch: '<p>Clean a river near you.</p>', tag_list: ['rivers'] })
   * ```
   */
  async updateCampaign(
    campaign: CampaignReference,
    changes: V['campaignChanges'],
    options?: WriteOptions,
  ): Promise<V['campaign']> {
    const url = campaignUrl(this.#context, campaign)
    return sendWrite(this.#context, prepareCampaign(this.#context, 'PUT', url, changes, options))
  }

  /**
   * One person: personal data, which is in no hook and no log, and of an error only in `reason`.
   *
   * @param person an RSVP (the person who comes), an event (its creator), a person, or an id, an address or a link
   * @throws InputError if the argument leads to no person of this service
   * @throws LinkError if the link of an RSVP or an event leads outside `<baseUrl><apiPath>/`
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const [event = ''] = (await events.list().toArray({ max: 1 })).items
   * console.log((await events.person(event)).given_name)
   * ```
   */
  async person(person: PersonReference, options?: CallOptions): Promise<V['person']> {
    const call = this.#call(options)
    return fetchResource(this.#context, 'person', personUrl(this.#context, person), call)
  }

  /**
   * The people of the key. Their order is not promised: a person may be missing if the list changes while you read it, so `report.certain` is always
   * false. `report.complete` tells whether the end was reached. Store people by `idOf(person)`.
   *
   * @throws InputError at once if an option is wrong
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for await (const person of events.people({ filter: { email_address: 'ada@example.org' } })) console.log(person.identifiers)
   * ```
   */
  people(options?: CollectionOptions<V['personFilter']>): Pager<V['person'], ResourcePage<'osdi:people', V['person']>> {
    return listCollection(this.#context, this.#context.resources.person, options)
  }

  /**
   * Gets the target of a link from a response, as a HAL resource of any kind. Leaves out optional query parameters of a template (`{?page}`).
   *
   * @throws LinkError if the link leads outside `<baseUrl><apiPath>/`
   * @throws InputError if the link is a template that needs a value
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
    return followLink(this.#context, link, this.#call(options))
  }

  /**
   * Whether the service accepts the API key: true, or false for status 401 or 403. Any other failure says nothing about the key, so the promise
   * rejects with it. The client requests one event, because some services show their entry point without a key.
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * if (!(await events.checkKey())) console.error('The key is wrong. Copy it again.')
   * ```
   */
  async checkKey(options?: CallOptions): Promise<boolean> {
    return checkKey(this.#context, this.#call(options))
  }

  /**
   * The service's entry point: a resource with its name and limits, and links to its collections. A service may show it for any key: to test a key,
   * call {@link EventsClient.checkKey}. A service without an entry point answers 404.
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const entry = await events.entryPoint().catch((error: unknown) => console.error(error))
   * if (entry) console.log(entry.product_name, entry.max_page_size)
   * ```
   */
  async entryPoint(options?: CallOptions): Promise<EntryPoint> {
    return getEntryPoint(this.#context, this.#call(options))
  }

  /**
   * The HTML that shows an event on another website (v1 §2.4, v2 §2.5). The HTML contains scripts of the service, so put it only into pages that
   * trust the service.
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const [event = ''] = (await events.list().toArray({ max: 1 })).items
   * console.log((await events.embed(event)).embed_standard_default_styles)
   * ```
   */
  async embed(event: EventReference, options?: CallOptions): Promise<Embed> {
    return getEmbed(this.#context, event, this.#call(options))
  }

  #call(options: CallOptions | undefined): ResolvedCallOptions {
    return readCallOptions('call', options, this.#context.options.defaults)
  }
}
