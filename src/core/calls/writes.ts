import { asNotApplied, EventsError, HttpError, InputError } from '../errors/error-classes.ts'
import type { EventLike, EventReference } from '../hal/identified.ts'
import type { ApiRequest } from '../http/call-context.ts'
import type { CreateOptions } from '../options/options.ts'
import { type ResolvedCallOptions, readCreateOptions } from '../options/read-options.ts'
import { readEvent } from '../read/decode.ts'
import { differencesFrom } from '../read/unapplied.ts'
import { personHref } from '../url/references.ts'
import { withQuery } from '../url/service-url.ts'
import { plainCopy } from '../values/arguments.ts'
import { remember } from '../values/origin.ts'
import { type Connection, eventUrl } from './connection.ts'
import type { EventIndex } from './event-index.ts'
import { findEvent } from './find.ts'
import { bodyOf, isRecognised } from './request-body.ts'

/** Result of an upsert. */
export interface UpsertResult<Event> {
  /** The event as the service has it now. */
  readonly event: Event
  /** Whether the event is new. Undefined in version 1, where the response to a create and to an update is the same. */
  readonly created: boolean | undefined
  /**
   * Whether the event already had all values that you gave, so that the client wrote nothing. False if the client created or updated the event.
   * Undefined in version 1, where the client always writes.
   */
  readonly unchanged: boolean | undefined
}

/** A create or an update with checked arguments, ready to send. */
interface PreparedWrite {
  readonly request: ApiRequest & { readonly body: string }
  readonly call: ResolvedCallOptions
}

/** @throws InputError naming the wrong field or option */
export function prepareCreate(
  connection: Connection,
  event: object,
  options: CreateOptions | undefined,
): PreparedWrite & { readonly given: object } {
  const { address, options: settings } = connection
  const { call, creator: person } = readCreateOptions(options, settings.defaults)
  const creator = person === undefined ? undefined : personHref(person, connection, 'creator')
  const given = plainCopy(event, 'event') as object
  const writable = connection.reading.schemas.newEvent
  const body = JSON.stringify(
    bodyOf(connection, { writable, whole: 'event', fields: given, extra: call.extra, href: creator }),
  )
  const recognised = isRecognised(connection, given)
  const request = { method: 'POST', url: withQuery(address.events(), call.query), body, recognised } as const
  return { call, request, given }
}

/** @throws InputError naming the wrong field or option */
export function prepareUpdate(
  connection: Connection,
  event: EventReference,
  changes: object,
  call: ResolvedCallOptions,
): PreparedWrite {
  const url = withQuery(eventUrl(connection, event), call.query)
  const writable = connection.reading.schemas.eventChanges
  const fields = plainCopy(changes, 'changes')
  const body = JSON.stringify(bodyOf(connection, { writable, whole: 'changes', fields, extra: call.extra }))
  return { call, request: { method: 'PUT', url, body } }
}

export async function sendWrite<Event extends object>(
  { reading, transport }: Connection,
  { request, call }: PreparedWrite,
): Promise<Event> {
  const event = await transport.send(request, call, (response) => readEvent<Event>(reading, response, false))
  remember(event, { sent: request.body })
  return event
}

/** @param index events of earlier calls. Several upserts can share an index, and then also one iteration through the list */
export async function upsertEvent<Event extends object>(
  connection: Connection,
  row: object,
  options: CreateOptions | undefined,
  index?: EventIndex,
): Promise<UpsertResult<Event>> {
  const { dialect, options: settings } = connection
  const create = prepareCreate(connection, row, options)
  const { call, request, given } = create
  const identifiers = identifiersOf(given, settings.namespace)
  if (dialect.createIsUpsert) {
    return { event: await sendWrite(connection, create), created: undefined, unchanged: undefined }
  }
  const known = await findEvent<Event & EventLike>(connection, identifiers, call, index).catch(asNotApplied)
  const send = async (write: PreparedWrite) => {
    try {
      const written = await sendWrite<Event & EventLike>(connection, write)
      index?.add(written)
      return written
    } catch (error) {
      const isGone = known !== undefined && error instanceof HttpError && [404, 410].includes(error.status)
      const isKnown = error instanceof EventsError && error.outcome === 'not applied'
      if (isGone) index?.remove(known)
      if (index && (isGone || !isKnown)) index.scanDetails = undefined
      throw error
    }
  }
  if (!known) return { event: await send(create), created: true, unchanged: false }
  const changes = changesWithIdentifiers(given, known, identifiers, settings.namespace)
  const update = prepareUpdate(connection, known, changes, call)
  const unchanged = differencesFrom(update.request.body, known).length === 0
  const event = unchanged ? known : await send(update)
  // `unappliedOf` compares everything that the caller gave. So this remembers the body of the create: that of the update has no creator, and may have
  // no identifiers.
  remember(event, { sent: request.body })
  return { event, created: false, unchanged }
}

/**
 * The identifiers by which an upsert finds the event.
 *
 * @throws InputError if all of them have the service's own prefix
 */
function identifiersOf(event: object, namespace: string): readonly string[] {
  const { identifiers = [] } = event as { readonly identifiers?: readonly string[] | undefined }
  if (identifiers.some((each) => !each.startsWith(`${namespace}:`))) return identifiers
  throw InputError.of(
    'event.identifiers',
    `must have an identifier of your own system, such as calendar:42, so that the event can be found again`,
  )
}

/**
 * The changes that update a known event. `identifiers` also has the event's present identifiers of other systems, because some services replace the
 * whole list.
 */
function changesWithIdentifiers(
  event: object,
  known: EventLike,
  identifiers: readonly string[],
  namespace: string,
): object {
  const { identifiers: _, ...changes } = event as { readonly identifiers?: unknown }
  if (identifiers.every((each) => known.identifiers.includes(each))) return changes
  const foreign = known.identifiers.filter((each) => !each.startsWith(`${namespace}:`))
  return { ...changes, identifiers: [...new Set([...foreign, ...identifiers])] }
}
