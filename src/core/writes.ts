import type { Connection } from './connection.ts'
import type { VersionTypes } from './dialect.ts'
import { EventsError, InputError } from './errors/error-classes.ts'
import type { EventLists } from './event-lists.ts'
import { type EventIndex, findEvent } from './find.ts'
import type { ApiRequest } from './http/transport.ts'
import type { CreateOptions, WriteOptions } from './options.ts'
import { type ResolvedCallOptions, readCallOptions } from './read-options.ts'
import { rememberSent } from './results/unapplied.ts'
import { type EventLike, type EventReference, eventIdOf, personHref } from './url/references.ts'
import { withQuery } from './url/service-url.ts'

/** What an upsert came to. */
export interface UpsertResult<Event> {
  /** The event as the service has it now. */
  readonly event: Event
  /** Whether it is new. Undefined in version 1, which answers a create and an update alike. */
  readonly created: boolean | undefined
}

/** A create or an update, checked and ready to be sent. */
interface Write {
  readonly request: ApiRequest & { readonly body: string }
  readonly call: ResolvedCallOptions
}

/** Creates and updates of events. Arguments are refused before anything is sent. */
export class EventWrites<V extends VersionTypes> {
  readonly #connection: Connection<V>
  readonly #lists: EventLists<V>

  constructor(connection: Connection<V>, lists: EventLists<V>) {
    this.#connection = connection
    this.#lists = lists
  }

  async create(event: V['created'], options: CreateOptions | undefined): Promise<V['event']> {
    return this.#send(this.#creation(event, options))
  }

  async update(event: EventReference, changes: V['changed'], options: WriteOptions | undefined): Promise<V['event']> {
    return this.#send(
      this.#change(event, changes, readCallOptions('write', options, this.#connection.options.defaults)),
    )
  }

  /** @param index what upserts before this one have learned of the list */
  async upsert(
    event: V['created'],
    options: CreateOptions | undefined,
    index?: EventIndex,
  ): Promise<UpsertResult<V['event']>> {
    const { dialect, options: settings } = this.#connection
    const creation = this.#creation(event, options)
    const identifiers = this.#identifiersOf(event)
    if (dialect.createIsUpsert) return { event: await this.#send(creation), created: undefined }
    const { call, request } = creation
    const known = await findEvent(this.#lists, identifiers, call, this.#connection, index).catch(notApplied)
    const send = async (write: Write): Promise<V['event']> => {
      try {
        const written = await this.#send(write)
        index?.add(written as EventLike)
        return written
      } catch (error) {
        const isKnown = error instanceof EventsError && error.outcome === 'not applied'
        if (index && !isKnown) index.readTo = undefined
        throw error
      }
    }
    if (!known) return { event: await send(creation), created: true }
    const changes = withIdentifiers(event, known as EventLike, identifiers, settings.namespace)
    const updated = await send(this.#change(known as EventLike, changes, call))
    // What the caller asked for is more than what had to be sent.
    return { event: rememberSent(updated, request.body), created: false }
  }

  #creation(event: V['created'], options: CreateOptions | undefined): Write {
    const { address, bodies, options: settings } = this.#connection
    const call = readCallOptions('create', options, settings.defaults)
    const { creator: person } = options ?? {}
    const creator = person === undefined ? undefined : personHref(person, this.#connection, 'creator')
    const body = bodies.newEvent(event, call.extra, creator)
    const recognised = bodies.isRecognised(event)
    return { call, request: { method: 'POST', url: withQuery(address.events(), call.query), body, recognised } }
  }

  #change(event: EventReference, changes: V['changed'], call: ResolvedCallOptions): Write {
    const { address, bodies, options } = this.#connection
    const url = withQuery(address.event(eventIdOf(event, options.namespace)), call.query)
    return { call, request: { method: 'PUT', url, body: bodies.changes(changes, call.extra) } }
  }

  async #send({ request, call }: Write): Promise<V['event']> {
    const { reader, transport } = this.#connection
    const event = await transport.send(request, call, (response) => reader.event(response, false))
    return rememberSent(event, request.body)
  }

  /** The identifiers by which an event is found again. */
  #identifiersOf(event: object): readonly string[] {
    const { identifiers = [] } = event as { readonly identifiers?: readonly string[] | undefined }
    const { namespace } = this.#connection.options
    if (identifiers.some((each) => !each.startsWith(`${namespace}:`))) return identifiers
    throw InputError.of(
      'identifiers',
      `must have one of a system of yours, such as calendar:42, by which the event is found again`,
    )
  }
}

/** What failed before anything was written. */
export function notApplied(error: unknown): never {
  if (error instanceof EventsError) Object.defineProperty(error, 'outcome', { value: 'not applied', enumerable: true })
  throw error
}

/** The changes that make a known event what it should be. The identifiers that it has from others stay: some services replace them all. */
function withIdentifiers(event: object, known: EventLike, identifiers: readonly string[], namespace: string): object {
  const { identifiers: _, ...changes } = event as { readonly identifiers?: unknown }
  if (identifiers.every((each) => known.identifiers.includes(each))) return changes
  const foreign = known.identifiers.filter((each) => !each.startsWith(`${namespace}:`))
  return { ...changes, identifiers: [...new Set([...foreign, ...identifiers])] }
}
