import { keyOf, validateArgument } from '../add/references.ts'
import { MockServiceError } from '../errors.ts'
import { type Condition, conditionsOf } from '../requests/request-log-filter.ts'
import { ownerRecordId } from '../rules/scope.ts'
import { type Session, Snapshot } from '../snapshot.ts'
import { readState } from '../state/read.ts'
import { instantFrom } from '../text/local-time.ts'
import type { Steps } from '../time.ts'
import type { RequestLogEntry } from '../types/index.ts'
import { type AdminCall, exactlyOne } from './admin-call.ts'
import { jsonChunks } from './admin-response.ts'
import { openApi } from './openapi/document.ts'
import * as accounts from './queries/accounts.ts'
import * as campaigns from './queries/campaigns.ts'
import * as events from './queries/events.ts'
import * as mail from './queries/messages.ts'
import * as log from './queries/requests.ts'
import * as versions from './queries/versions.ts'
import { keysOf, noSandbox } from './sandboxes.ts'
import { runInSlices } from './time-slices.ts'

/** A route of the admin API. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below `/_mock/`. `:id` stands for any one segment. */
  readonly path: string
  readonly does: string
  /** Names of the query parameters that the route accepts. */
  readonly query: readonly string[]
  /**
   * Handles a request. The server sends the result as JSON, and `{}` for `undefined`. If the result is a `StreamedResponse`, it is the
   * response.
   */
  readonly handler: (call: AdminCall) => unknown
}

/**
 * Casts a value from a request to the type of an argument. No check is needed here, because the methods of a service check their arguments.
 */
const unchecked = <Argument>(value: unknown): Argument => value as Argument

const infoOf = ({ service, url }: AdminCall) => ({ url, keys: keysOf(service) })

function list(call: AdminCall) {
  const addresses = routesOf(call).map(({ method, path, does }) => ({
    method,
    href: `${call.url}/_mock/${path}`,
    does,
  }))
  return { ...infoOf(call), namespace: call.service.namespace, addresses }
}

function reset(call: AdminCall) {
  call.service.reset()
  return infoOf(call)
}

function requests({ session, query: { status, ...filter }, disconnected }: AdminCall) {
  const number = status !== undefined && /^\d+$/.test(status) ? Number(status) : status
  return runInSlices(readRequests(session, conditionsOf(unchecked({ ...filter, status: number }))), disconnected)
}

/** Maximum length of all logged bodies in one response, in characters of JSON. */
const maxBodyCharacters = 1_000_000

/**
 * Reads the entries that meet all conditions. If all bodies together are too long, leaves out the bodies of older entries, and marks these
 * entries as `truncated`. With a narrower filter, the caller can still get these bodies.
 */
function* readRequests({ requestLog }: Session, conditions: readonly Condition[]): Steps<RequestLogEntry[]> {
  const newestFirst = (yield* requestLog.read(conditions)).reverse()
  const limited: RequestLogEntry[] = []
  let left = maxBodyCharacters
  for (const entry of newestFirst) {
    for (const message of [entry, entry.response]) if (left >= 0) left -= JSON.stringify(message?.body)?.length ?? 0
    limited.push(left >= 0 ? entry : withoutBodies(entry))
    yield
  }
  return limited.reverse()
}

const withoutBodies = (entry: RequestLogEntry): RequestLogEntry => ({
  ...withoutBody(entry),
  ...(entry.response && { response: withoutBody(entry.response) }),
})

/** Copies a message without its body. Does not read the getter `body`, because decoding takes long. */
function withoutBody<Message extends { readonly body?: unknown }>(message: Message): Message {
  if (!('body' in message)) return message
  const others = (Object.keys(message) as (keyof Message)[]).filter((name) => name !== 'body')
  return { ...Object.fromEntries(others.map((name) => [name, message[name]])), truncated: true } as unknown as Message
}

function removeFault({ service, id }: AdminCall) {
  if (!service.faults.remove(id)) throw new MockServiceError('unknown', 'fault', 'is not an active fault')
}

/** Maximum number of RSVPs that one request can add. The response contains every added RSVP. */
const maxCount = 10_000

function attend({ methods, id, body }: AdminCall) {
  const { status } = validateArgument(body, 'body', ['count', 'person', 'status'])
  const [name, who] = exactlyOne(body, 'body', ['count', 'person'])
  const type = name === 'count' ? 'number' : 'string'
  if (typeof who !== type) throw new MockServiceError('argument', `body.${name}`, `must be a ${type}`)
  if (typeof who === 'number' && who > maxCount)
    throw new MockServiceError('argument', 'body.count', `must be at most ${maxCount}: others wait meanwhile`)
  return methods.attend(id, unchecked(who), unchecked({ status }))
}

function mailingList({ methods, context, query }: AdminCall) {
  const [name, of] = exactlyOne(query, 'query', ['key', 'of'])
  if (name === 'of') return methods.mailingList(unchecked(of))
  return methods.mailingList(ownerRecordId(keyOf(context, of, 'key').owner))
}

const clock = ({ service }: AdminCall) => ({ now: service.clock.now().toISOString() })

function advance(call: AdminCall) {
  validateArgument(call.body, 'body', ['advance', 'to'])
  const [name, value] = exactlyOne(call.body, 'body', ['advance', 'to'])
  call.service.clock.advance(name === 'to' ? timeUntil(call, value) : unchecked(value))
  return clock(call)
}

/** The time from the service's clock to a moment, as an ISO 8601 duration. */
function timeUntil({ service }: AdminCall, moment: unknown): string {
  const instant = typeof moment === 'string' ? instantFrom(moment) : undefined
  if (instant === undefined)
    throw new MockServiceError('argument', 'body.to', 'must be an ISO 8601 date-time with a zone')
  const left = instant - service.clock.now().getTime()
  if (left < 0) throw new MockServiceError('argument', 'body.to', 'has passed: the clock never goes back')
  return `PT${left / 1000}S`
}

async function restore(call: AdminCall) {
  const { service, body, disconnected } = call
  // Reads and checks the whole document first. An invalid document changes nothing.
  service.restore(new Snapshot(await runInSlices(readState(body, service), disconnected)))
  return infoOf(call)
}

async function createSandbox({ sandboxes, body, origin, disconnected }: AdminCall) {
  if (!sandboxes) throw noSandbox()
  const { service, path } = await sandboxes.create(unchecked(body), origin, disconnected)
  return { url: origin + path, keys: keysOf(service) }
}

const listSandboxes = ({ sandboxes, origin }: AdminCall) =>
  sandboxes?.list().map(({ id, name, path, service, core }) => {
    const { count, cleared } = core.session.requestLog.position
    return { id, name, url: origin + path, keys: keysOf(service), requests: count - cleared }
  })

const routeOf =
  (method: AdminRoute['method']) =>
  (path: string, does: string, handler: AdminRoute['handler'], query: AdminRoute['query'] = []): AdminRoute => {
    return { method, path, does, handler, query }
  }

const get = routeOf('GET')
const post = routeOf('POST')
const put = routeOf('PUT')
const remove = routeOf('DELETE')

const filter = ['operation', 'version', 'method', 'path', 'status', 'text']

/** The routes that every service has, sandboxes included. The list of routes has this order. */
const serviceRoutes: readonly AdminRoute[] = [
  get('', 'lists the admin routes', list),
  post('reset', 'resets the service to its initial state', reset),
  get('requests', 'shows the request log, or the entries that a filter matches', requests, filter),
  get('requests/:id', 'shows a request with its headers and bodies', log.request),
  get('request-rows', 'lists the requests of the log, searched and in pages', log.requestRows, log.requestQuery),
  remove('requests', 'empties the request log', ({ service }) => service.requests.clear()),
  get('faults', 'lists the active faults', ({ service }) => service.faults.rules),
  post('faults', 'adds a fault', ({ service, body }) => service.faults.add(unchecked(body))),
  remove('faults', 'removes every fault', ({ service }) => service.faults.clear()),
  remove('faults/:id', 'removes a fault', removeFault),
  get('people', 'lists people, searched, of an event or of an e-mail list', accounts.people, accounts.peopleQuery),
  post('people', 'adds a person', ({ methods, body }) => methods.addPerson(unchecked(body))),
  get('people/:id', 'shows a person', accounts.person),
  put('people/:id', 'changes a person', ({ methods, id, body }) => methods.updatePerson(id, unchecked(body))),
  get('groups', 'lists the groups', accounts.groups),
  post('groups', 'adds a group', ({ methods, body }) => methods.addGroup(unchecked(body))),
  get('keys', 'lists the keys, and whose they are', accounts.keys),
  post('keys', 'adds a key', ({ methods, body }) => methods.addKey(unchecked(body))),
  get('campaigns', "lists the event campaigns, or those of a key's owner", campaigns.campaigns, ['key']),
  get('campaign-rows', 'lists the event campaigns, searched and in pages', campaigns.campaignRows, campaigns.rowQuery),
  post('campaigns', 'adds an event campaign', ({ methods, body }) => methods.addCampaign(unchecked(body))),
  get('campaigns/:id', 'shows an event campaign', campaigns.campaign),
  put('campaigns/:id', 'changes an event campaign', ({ methods, id, body }) =>
    methods.updateCampaign(id, unchecked(body)),
  ),
  get('tags', "lists the tags, or those of a key's owner", accounts.tags, ['key']),
  post('tags', 'adds a tag', ({ methods, body }) => methods.addTag(unchecked(body))),
  get('events', 'lists all events, searched, sorted and in pages', events.events, events.eventQuery),
  post(
    'events',
    "adds an event of a key's owner, or of the seeded group",
    ({ methods, query, body }) => methods.addEvent(unchecked(body), unchecked(query)),
    ['key', 'via'],
  ),
  get('events/:id', 'shows an event as both versions do', versions.event),
  put('events/:id', 'changes an event', ({ methods, id, body }) => methods.updateEvent(id, unchecked(body))),
  remove('events/:id', 'removes an event', ({ methods, id }) => methods.removeEvent(id)),
  post('events/:id/cancel', 'cancels an event', ({ methods, id }) => methods.cancelEvent(id)),
  post('events/:id/attendances', 'records RSVPs', attend),
  get('preview', "shows the API's response at a path, without an entry in the request log", versions.preview, [
    'path',
    'of',
  ]),
  get('openapi/v1.json', 'describes version 1 as OpenAPI 3.1', (call) => openApi(call, 'v1')),
  get('openapi/v2.json', 'describes version 2 as OpenAPI 3.1', (call) => openApi(call, 'v2')),
  get('overview', 'counts events, people, RSVPs and messages, and events by week', events.overview),
  get('lists', 'lists the groups and people with a dashboard or an e-mail list', accounts.lists),
  get(
    'targeting',
    'shows what a key can choose in the targeting interface',
    ({ methods, query }) => methods.targeting(unchecked(exactlyOne(query, 'query', ['key'])[1])),
    ['key'],
  ),
  get(
    'dashboard',
    'shows the list of all actions',
    ({ methods, query }) => methods.dashboard(unchecked(exactlyOne(query, 'query', ['key', 'of'])[1])),
    ['key', 'of'],
  ),
  get('mailing-list', 'shows an e-mail list', mailingList, ['key', 'of']),
  get('outbox', 'shows the messages that were sent', ({ service }) => service.outbox),
  get('messages', 'lists the messages that were sent, searched and in pages', mail.messages, mail.messageQuery),
  get('messages/:id', 'shows the text of a message', mail.message),
  get('reminders', 'lists the reminders that are not due yet', mail.reminders, mail.reminderQuery),
  get('state', 'returns the whole state as one JSON document', ({ mount }) =>
    jsonChunks(mount.core.snapshot().chunks()),
  ),
  put('state', 'replaces the whole state by a document that GET state returned', restore),
  get('clock', "shows the service's time", clock),
  post('clock', "moves the service's clock forward", advance),
  get('stream', 'streams what happens, as server-sent events', ({ mount, header }) =>
    mount.feed.response(header('last-event-id')),
  ),
]

/** Routes that list, create and end sandboxes. A sandbox does not have these routes. */
const serverRoutes: readonly AdminRoute[] = [
  get('sandboxes', 'lists the sandboxes, the most recently used one first', listSandboxes),
  post('sandboxes', 'makes a sandbox: a service of its own', createSandbox),
  remove('sandboxes/:id', 'ends a sandbox', ({ sandboxes, id }) => sandboxes?.end(id)),
]

const allRoutes = [...serviceRoutes, ...serverRoutes]

/** The admin routes of a service: all routes, or those of a service without sandboxes. */
export const routesOf = ({ mount, sandboxes }: Pick<AdminCall, 'mount' | 'sandboxes'>): readonly AdminRoute[] =>
  sandboxes && mount.path === '' ? allRoutes : serviceRoutes
