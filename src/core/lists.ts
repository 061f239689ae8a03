import type { Connection } from './connection.ts'
import { type Filter, readFilter } from './filter.ts'
import { maxInQueue } from './http/rate-limit.ts'
import type { ReceivedResponse } from './http/request.ts'
import { wallTime, within } from './http/timeout.ts'
import type { ChangesOptions, ListOptions, OnInvalid, PageOptions } from './list-options.ts'
import type { Query } from './options.ts'
import { ChangesPager, readSince } from './pagination/changes.ts'
import { cursorOf, rememberCheckpointOf, type Scope } from './pagination/checkpoint.ts'
import { initialCursor } from './pagination/cursor.ts'
import type { PagerOptions } from './pagination/page-iterator.ts'
import { Pager } from './pagination/pager.ts'
import { filterParameter } from './pagination/prefetch.ts'
import { type ResolvedCallOptions, type ResolvedListOptions, readListOptions, readPageOptions } from './read-options.ts'
import { readEvents } from './results/decode.ts'
import type { Collection } from './results/hal.ts'
import { bareId } from './url/references.ts'
import { inOrder, withQuery } from './url/service-url.ts'

// Any collection, page by page.

/** The parameters of a list. */
export const parametersOf = ({ query }: ResolvedCallOptions, filter: Filter | undefined): Query =>
  filter ? { ...query, [filterParameter]: filter.text } : query

/** What checkpoints of a collection are bound to. */
const scopeOf = ({ redactor }: Connection, collection: URL): Scope => ({
  collection: inOrder(collection),
  clean: (text) => redactor.text(text),
})

/** Gets one page of a collection; `isFirst` says whether a list of it begins there. */
export type FetchOne<Page> = (
  url: URL,
  call: ResolvedCallOptions,
  onInvalid: OnInvalid | undefined,
  isFirst: boolean,
) => Promise<Page>

/** How a collection is paged through. */
export function pagingOf<Page>(
  connection: Connection,
  collection: URL,
  { call, page, onInvalid, resume, limits }: ResolvedListOptions,
  filter: Filter | undefined,
  fetch: FetchOne<Page>,
): PagerOptions<Page> {
  const { links, options } = connection
  const scope = scopeOf(connection, collection)
  const first = withQuery(collection, page === undefined ? {} : { page })
  const prefetch = Math.min(limits.prefetch, maxInQueue(options.rateLimit, call.totalTimeout))
  return {
    fetchPage: (url, stop) => {
      const under = (signal: AbortSignal) => fetch(url, { ...call, signal }, onInvalid, url.href === first.href)
      return call.signal ? within(Infinity, [call.signal, stop], under) : under(stop)
    },
    links,
    filter,
    start: resume === undefined ? initialCursor(first) : cursorOf(resume, scope),
    scope,
    limits: { ...limits, prefetch },
    signal: call.signal,
  }
}

// The events of the key, or of one of its campaigns.

function eventsUrl(
  { address, options }: Connection,
  call: ResolvedCallOptions,
  campaign?: string,
  filter?: Filter,
): URL {
  const parameters = parametersOf(call, filter)
  const id = campaign === undefined ? undefined : bareId(campaign, options.namespace, 'campaign')
  return withQuery(address.events(id), parameters)
}

function fetchEvents<Page extends Collection<object>>(
  { reading, transport }: Connection,
  url: URL,
  call: ResolvedCallOptions,
  onInvalid?: OnInvalid,
): Promise<Page> {
  const read = (response: ReceivedResponse) => readEvents<Page>(reading, response, call.query, onInvalid)
  return transport.send({ method: 'GET', url }, call, read)
}

/** How events are paged through, their options and filter read. */
export const eventPaging = <Page extends Collection<object>>(
  connection: Connection,
  read: ResolvedListOptions,
  filter: Filter | undefined,
): PagerOptions<Page> =>
  pagingOf(connection, eventsUrl(connection, read.call, read.campaign, filter), read, filter, (url, call, onInvalid) =>
    fetchEvents(connection, url, call, onInvalid),
  )

export function listEvents<Event, Page extends Collection<object>>(
  connection: Connection,
  options: ListOptions | undefined,
): Pager<Event, Page> {
  const read = readListOptions('list', options, connection.options.defaults)
  return new Pager(eventPaging(connection, read, readFilter(read.filter, connection.dialect.filterable)))
}

/** How far changes look back where nobody says otherwise, in milliseconds. */
const defaultOverlap = 300_000

export function listChanges<Event, Page extends Collection<object>>(
  connection: Connection,
  options: ChangesOptions | undefined,
): ChangesPager<Event, Page> {
  const { filterable, modified: field } = connection.dialect
  const read = readListOptions('changes', options, connection.options.defaults)
  const { since, overlap = defaultOverlap } = read
  const scope = scopeOf(connection, eventsUrl(connection, read.call, read.campaign))
  const from = since === undefined ? undefined : new Date(Math.max(0, readSince(since, scope) - overlap))
  const filter = from && readFilter({ [field]: { gt: from } }, filterable)
  return new ChangesPager(eventPaging(connection, read, filter), { scope, since, field, clock: wallTime })
}

export async function getPage<Page extends Collection<object>>(
  connection: Connection,
  number: number,
  options: PageOptions | undefined,
): Promise<Page> {
  const { call, campaign } = readPageOptions(options, number, connection.options.defaults)
  const collection = eventsUrl(connection, call, campaign)
  const scope = scopeOf(connection, collection)
  const url = withQuery(collection, { page: number })
  const page = await fetchEvents<Page>(connection, url, call)
  rememberCheckpointOf(page, url, scope)
  return page
}
