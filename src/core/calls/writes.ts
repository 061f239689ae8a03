import { idIn, personHref } from '../address/references.ts'
import { withQuery } from '../address/service-address.ts'
import { originOf, remember } from '../base/origin.ts'
import { runWithin } from '../base/time.ts'
import { asNotApplied, EventsError, HttpError, InputError } from '../errors/error-classes.ts'
import { type EventReference, foreignOf, identifiersIn } from '../hal/identified.ts'
import type { ApiRequest } from '../http/request.ts'
import type { CreateOptions, WriteOptions } from '../options/call-options.ts'
import { type ResolvedCallOptions, readCallOptions, readCreateOptions } from '../options/read-options.ts'
import { differencesFrom } from '../schema/differences.ts'
import type { Resource } from '../schema/resource-types.ts'
import { type ClientContext, eventUrl } from './client-context.ts'
import type { EventIndex } from './event-index.ts'
import { findEvent } from './find.ts'
import { eventsUrl } from './lists.ts'
import { isRecognised, readArgument } from './request-body.ts'
import { readNothing, readOne } from './responses.ts'

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
  /**
   * Whether the client sent an update, and the event still has other values than you gave: `unappliedOf(event)` names them. An example is a town that
   * the service does not know. The next upsert sends the values again. Undefined in version 1.
   */
  readonly resent: boolean | undefined
}

/** A create or an update with checked arguments, ready to send. */
interface PreparedWrite {
  readonly resource: Resource
  readonly request: ApiRequest & { readonly body: string }
  readonly call: ResolvedCallOptions
  /** What `unappliedOf` compares with the result. @default the body */
  readonly sent?: string
}

/** A create or an update that is not checked yet. */
interface GivenWrite {
  readonly resource: Resource
  readonly method: 'POST' | 'PUT'
  readonly url: URL
  /** The argument of the caller. */
  readonly fields: object
  readonly call: ResolvedCallOptions
  /** Address for the link that the call itself writes. */
  readonly href?: string | undefined
}

/** @throws InputError naming `field` if the version cannot write the resource */
function checkWrites({ dialect: { segment } }: ClientContext, { noun, isReadOnly }: Resource, field: string): void {
  if (isReadOnly) throw InputError.of(field, `is not for version ${segment.slice(1)}, which only reads ${noun}s`)
}

/** @throws InputError naming the wrong field or option */
function prepareWrite(
  context: ClientContext,
  { resource, method, url, fields, call, href }: GivenWrite,
): PreparedWrite & { readonly given: object } {
  const writable = method === 'POST' ? resource.created : resource.changed
  checkWrites(context, resource, writable.whole)
  const { fields: given, body } = readArgument(context, { writable, given: fields, extra: call.extra, href })
  return { resource, call, request: { method, url: withQuery(url, call.query), body: JSON.stringify(body) }, given }
}

/** @throws InputError naming the wrong field or option */
export function prepareCreate(
  context: ClientContext,
  fields: object,
  options: CreateOptions<unknown> | undefined,
): PreparedWrite & { readonly given: object } {
  const { event: resource, campaign: ofCampaigns } = context.resources
  const { call, creator: person, campaign } = readCreateOptions(options, context.options.defaults)
  if (campaign !== undefined) checkWrites(context, ofCampaigns, 'campaign')
  const href = person === undefined ? undefined : personHref(person, context, 'creator')
  const url = eventsUrl(context, campaign)
  const write = prepareWrite(context, { resource, method: 'POST', url, fields, call, href })
  return { ...write, request: { ...write.request, recognised: isRecognised(context, write.given) } }
}

/** @throws InputError naming the wrong field or option */
export const prepareUpdate = (
  context: ClientContext,
  event: EventReference,
  fields: object,
  call: ResolvedCallOptions,
): PreparedWrite & { readonly given: object } =>
  prepareWrite(context, {
    resource: context.resources.event,
    method: 'PUT',
    url: eventUrl(context, event),
    fields,
    call,
  })

/** @throws InputError naming the wrong field or option, also if the version only reads event campaigns */
export function prepareCampaign(
  context: ClientContext,
  method: 'POST' | 'PUT',
  url: URL,
  fields: object,
  options: WriteOptions | undefined,
): PreparedWrite {
  const call = readCallOptions('write', options, context.options.defaults)
  return prepareWrite(context, { resource: context.resources.campaign, method, url, fields, call })
}

/** Sends a create or an update. The result remembers what was sent. */
export async function sendWrite<Item extends object>(
  { reading, transport }: ClientContext,
  { resource, request, call, sent = request.body }: PreparedWrite,
): Promise<Item> {
  const item = await transport.send(request, call, (response) =>
    readOne<Item>(reading, response, resource, call.onInvalid, false),
  )
  rememberSent(item, sent)
  return item
}

/** Remembers the body of a write, for `unappliedOf`. */
const rememberSent = (item: object, body: string): void =>
  remember(item, { sent: { body, unapplied: () => differencesFrom(body, item) } })

export const deleteEvent = (
  context: ClientContext,
  event: EventReference,
  call: ResolvedCallOptions,
): Promise<undefined> => {
  const url = withQuery(eventUrl(context, event), call.query)
  return context.transport.send({ method: 'DELETE', url }, call, readNothing)
}

/** @param index what the calls of one run share. Without it, the call is no part of a run */
export async function upsertEvent<Event extends object>(
  context: ClientContext,
  row: object,
  options: CreateOptions<unknown> | undefined,
  index?: EventIndex,
): Promise<UpsertResult<Event>> {
  const { dialect, options: settings } = context
  const create = prepareCreate(context, row, options)
  const { call, request, given } = create
  const identifiers = identifiersOf(given, settings.namespace)
  if (dialect.createIsUpsert) {
    const event = await sendWrite<Event>(context, create)
    return { event, created: undefined, unchanged: undefined, resent: undefined }
  }
  return inRun(index, call, async () => {
    const known = await findEvent<Event>(context, identifiers, call, index).catch(asNotApplied)
    if (!known) {
      const event = await sendInRun<Event>(context, create, { index, identifiers })
      return { event, created: true, unchanged: false, resent: false }
    }
    const changes = changesWithIdentifiers(given, known, identifiers, settings.namespace)
    const update = prepareUpdate(context, known, changes, call)
    const unchanged = (index?.isSure(known) ?? true) && !isNews(update.request.body, known)
    const event = unchanged ? known : await sendInRun<Event>(context, update, { index, identifiers, known })
    const resent = !unchanged && differencesFrom(update.request.body, event).length > 0
    // `unappliedOf` compares everything that the caller gave. So this remembers the body of the create: that of the update has no creator, and may have
    // no identifiers.
    rememberSent(event, request.body)
    return { event, created: false, unchanged, resent }
  })
}

/** `update` in a run of upserts, which knows the event afterwards. */
export async function updateInRun<Event extends object>(
  context: ClientContext,
  event: EventReference,
  fields: object,
  options: WriteOptions | undefined,
  index: EventIndex,
): Promise<Event> {
  const call = readCallOptions('write', options, context.options.defaults)
  const update = prepareUpdate(context, event, fields, call)
  const { identifiers } = update.given as { readonly identifiers?: readonly string[] | null }
  const id = idIn('event', event, context.options.namespace)
  return inRun(index, call, () => {
    const given = typeof event === 'object' && Array.isArray(event.identifiers) ? event : undefined
    const known = index.withId(id) ?? given
    return sendInRun<Event>(context, update, { index, identifiers: identifiers ?? [], known })
  })
}

/** Waits for the earlier calls of the run. */
function inRun<Result>(
  index: EventIndex | undefined,
  { signal }: ResolvedCallOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!index) return work()
  const turn = async () => {
    signal?.throwIfAborted()
    return work()
  }
  return runWithin(Infinity, [signal], () => index.inTurn(turn))
}

/** What a write of a run is about. */
interface WriteOfRun {
  readonly index: EventIndex | undefined
  /** The identifiers that the write sends, or that it assumes the event has. */
  readonly identifiers: readonly string[]
  /** The event before the write; undefined for a create. */
  readonly known?: object | undefined
}

/** Sends a write. The run then knows the event, or knows that it cannot know the event. */
async function sendInRun<Event extends object>(
  context: ClientContext,
  write: PreparedWrite,
  { index, identifiers, known }: WriteOfRun,
): Promise<Event> {
  try {
    const written = await sendWrite<Event>(context, write)
    index?.wrote(written, identifiers)
    return written
  } catch (error) {
    const isGone = known !== undefined && error instanceof HttpError && [404, 410].includes(error.status)
    const isKnown = error instanceof EventsError && error.outcome === 'not applied'
    if (index && isGone) index.forget(known)
    else if (index && !isKnown) {
      if (known) index.wrote(known, identifiers, false)
      else index.lose(identifiers)
    }
    throw error
  }
}

/**
 * Whether the body has values that the event does not have. A value that this run sent before is no news, even if the service did not apply it: it
 * would not apply it now.
 */
function isNews(body: string, known: object): boolean {
  const names = differencesFrom(body, known)
  const before = originOf(known)?.sent?.body
  if (before === undefined || names.length === 0) return names.length > 0
  const others = differencesFrom(body, JSON.parse(before))
  return names.some((name) => others.includes(name))
}

/**
 * The identifiers by which an upsert finds the event.
 *
 * @throws InputError if all of them have the service's own prefix
 */
function identifiersOf(event: object, namespace: string): readonly string[] {
  const identifiers = identifiersIn(event)
  if (foreignOf(identifiers, namespace).length > 0) return identifiers
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
  known: object,
  identifiers: readonly string[],
  namespace: string,
): object {
  const { identifiers: _, ...changes } = event as { readonly identifiers?: unknown }
  const present = identifiersIn(known)
  if (identifiers.every((each) => present.includes(each))) return changes
  return { ...changes, identifiers: [...new Set([...foreignOf(present, namespace), ...identifiers])] }
}
