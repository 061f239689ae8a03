import type { Dialect, VersionTypes } from './dialect.ts'
import { mostInQueue } from './http/rate-limit.ts'
import { Redactor } from './http/redact.ts'
import { combine } from './http/timeout.ts'
import { Transport } from './http/transport.ts'
import { DriftDetector } from './observe/drift.ts'
import { listenersOf } from './observe/hooks.ts'
import type { CallOptions, ClientOptions, CreateOptions, ListOptions, PageOptions, WriteOptions } from './options.ts'
import { cursorOf, rememberCheckpointOf, type Scope } from './pagination/checkpoint.ts'
import { initialCursor } from './pagination/cursor.ts'
import { Pager } from './pagination/pager.ts'
import {
  type ResolvedCallOptions,
  type ResolvedClientOptions,
  readCallOptions,
  readClientOptions,
  readListOptions,
  readPageOptions,
} from './read-options.ts'
import { RequestBodies } from './request-body.ts'
import { type DecodedPage, Reader } from './results/decode.ts'
import type { Collection, HalResource, Link } from './results/hal.ts'
import { hrefOf, LinkPolicy } from './url/link-policy.ts'
import { bareId, creatorHref, type EventReference, eventIdOf } from './url/references.ts'
import { inOrder, ServiceAddress, withQuery } from './url/service-url.ts'

/**
 * What both versions do. Use {@link EventsV1} or {@link EventsV2}: they bind it to a version's names.
 *
 * Every method may throw {@link InputError} (nothing was sent), {@link HttpError}, {@link NetworkError}, {@link TimeoutError},
 * {@link ContentError}, {@link SchemaError} and {@link LinkError}, or the reason of an aborted signal.
 */
export class EventsClient<
  V extends VersionTypes & {
    /** A page holds the version's events. */
    readonly page: Collection<V['event']>
  },
> {
  readonly #options: ResolvedClientOptions
  readonly #address: ServiceAddress
  readonly #links: LinkPolicy
  readonly #redactor: Redactor
  readonly #transport: Transport
  readonly #bodies: RequestBodies
  readonly #reader: Reader<V['event'], V['page']>

  /** @internal */
  constructor(dialect: Dialect, options: ClientOptions) {
    this.#options = readClientOptions(options)
    const { namespace, hooks, logger, onDrift } = this.#options
    const schemas = dialect.schemas(namespace)
    this.#address = new ServiceAddress(options.baseUrl, dialect.segment, options.allowInsecureHttp)
    // A response may name an older key, and so may a link: the latest ones are taken out too.
    const redactor = new Redactor()
    if (typeof this.#options.apiKey === 'string') redactor.add(this.#options.apiKey)
    this.#redactor = redactor
    this.#links = new LinkPolicy(this.#address, redactor)
    const listeners = listenersOf(hooks, logger, redactor)
    const { keyHeader } = dialect
    this.#transport = new Transport({ links: this.#links, keyHeader, settings: this.#options, redactor, listeners })
    this.#bodies = new RequestBodies(dialect, schemas, namespace)
    const drift = onDrift || logger ? new DriftDetector(schemas, { onDrift, logger }, redactor) : undefined
    this.#reader = new Reader(schemas, namespace, drift)
  }

  /** Base address of the service, as the client normalised it. */
  get baseUrl(): string {
    return this.#address.base
  }

  /** The service's own prefix. */
  get namespace(): string {
    return this.#options.namespace
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
   * const { items, more } = await events.list().toArray({ max: 500 })
   * console.log(items.length, more)
   * ```
   */
  list(options?: ListOptions): Pager<V['event'], V['page']> {
    const { call, campaign, page, onInvalid, resume, limits } = readListOptions(options, this.#options.defaults)
    const { list, scope } = this.#collection(call, campaign)
    const first = withQuery(list, page === undefined ? {} : { page })
    const prefetch = Math.min(limits.prefetch, mostInQueue(this.#options.rateLimit, call.totalTimeout))
    return new Pager<V['event'], V['page']>({
      fetchPage: (url, stop) => combine(call.signal, stop, (signal) => this.#page(url, { ...call, signal }, onInvalid)),
      links: this.#links,
      start: resume === undefined ? initialCursor(first) : cursorOf(resume, scope),
      scope,
      limits: { ...limits, prefetch },
      signal: call.signal,
    })
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
    const call = readPageOptions(options, page, this.#options.defaults)
    const { list, scope } = this.#collection(call, options?.campaign)
    const url = withQuery(list, { page })
    const decoded = await this.#page(url, call)
    rememberCheckpointOf(decoded, url, scope)
    return decoded.page
  }

  /**
   * One event, by its id with or without the service's prefix, or by an event that a client returned (v1 §4.1, v2 §4.1).
   *
   * @example
   * ```ts
   * import { EventsV2, idOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for await (const item of events.list({ max: 1 })) {
   *   const event = await events.get(idOf(item)) // or events.get(item)
   *   console.log(event.title, event.modified_date)
   * }
   * ```
   */
  async get(event: EventReference, options?: CallOptions): Promise<V['event']> {
    const call = readCallOptions('call', options, this.#options.defaults)
    const url = this.#event(event, call)
    return this.#transport.send({ method: 'GET', url }, call, (response) => this.#reader.event(response, true))
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
    const call = readCallOptions('create', options, this.#options.defaults)
    const creator = creatorHref(options?.creator, this.#address, this.#links, this.#options.namespace)
    const body = this.#bodies.newEvent(event, call.extra, creator)
    const recognised = this.#bodies.isRecognised(event)
    const url = withQuery(this.#address.events(), call.query)
    return this.#transport.send({ method: 'POST', url, body, recognised }, call, (response) =>
      this.#reader.event(response, false),
    )
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
    const call = readCallOptions('write', options, this.#options.defaults)
    const url = this.#event(event, call)
    const body = this.#bodies.changes(changes, call.extra)
    return this.#transport.send({ method: 'PUT', url, body }, call, (response) => this.#reader.event(response, false))
  }

  /**
   * Asks for an event to be deleted. The documented service refuses, with an {@link HttpError} (v1 §4.8, v2 §4.9).
   *
   * @example
   * ```ts
   * import { EventsV2, isEventsError } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * const made = await events.create({ title: 'Picnic', origin_system: 'Calendar' })
   * try {
   *   await events.delete(made)
   * } catch (error) {
   *   if (!isEventsError(error) || error.code !== 'http') throw error
   *   console.log(error.status, error.outcome) // the refusal, and 'not applied': the event is still there
   * }
   * ```
   */
  async delete(event: EventReference, options?: CallOptions): Promise<void> {
    const call = readCallOptions('call', options, this.#options.defaults)
    const url = this.#event(event, call)
    await this.#transport.send({ method: 'DELETE', url }, call, (response) => this.#reader.nothing(response))
  }

  /**
   * Gets what a link of a response points to, as a HAL resource of whatever kind.
   *
   * @throws LinkError where it points outside `<baseUrl>/api/<version>/`
   *
   * @example
   * ```ts
   * import { EventsV2, embeddedOf, linkOf } from 'osdi-events'
   *
   * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
   * for await (const event of events.list({ max: 1 })) {
   *   const link = linkOf(event, 'osdi:attendances')
   *   if (link) console.log(embeddedOf(await events.follow(link), 'osdi:attendances').length)
   * }
   * ```
   */
  async follow(link: string | Link, options?: CallOptions): Promise<HalResource> {
    const call = readCallOptions('call', options, this.#options.defaults)
    const url = withQuery(this.#links.resolve(hrefOf(link)), call.query)
    return this.#transport.send({ method: 'GET', url }, call, (response) => this.#reader.resource(response))
  }

  #event(event: EventReference, { query }: ResolvedCallOptions): URL {
    return withQuery(this.#address.event(eventIdOf(event, this.#options.namespace)), query)
  }

  #collection(
    { query }: ResolvedCallOptions,
    campaign: string | undefined,
  ): { readonly list: URL; readonly scope: Scope } {
    const id = campaign === undefined ? undefined : bareId(campaign, this.#options.namespace, 'campaign')
    const list = withQuery(this.#address.events(id), query)
    return { list, scope: { collection: inOrder(list), clean: (text) => this.#redactor.text(text) } }
  }

  #page(url: URL, call: ResolvedCallOptions, onInvalid?: ListOptions['onInvalid']): Promise<DecodedPage<V['page']>> {
    return this.#transport.send({ method: 'GET', url }, call, (response) =>
      this.#reader.page(response, call.query, onInvalid),
    )
  }
}
