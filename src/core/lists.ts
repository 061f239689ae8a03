import type { Connection } from './connection.ts'
import type { VersionTypes } from './dialect.ts'
import { type Filter, readFilter } from './filter.ts'
import { mostInQueue } from './http/rate-limit.ts'
import { wallTime, within } from './http/timeout.ts'
import type { ChangesOptions, ListOptions, OnInvalid, PageOptions } from './list-options.ts'
import { ChangesPager, readSince } from './pagination/changes.ts'
import { cursorOf, rememberCheckpointOf, type Scope } from './pagination/checkpoint.ts'
import { initialCursor } from './pagination/cursor.ts'
import type { PagerOptions } from './pagination/page-iterator.ts'
import { Pager } from './pagination/pager.ts'
import { filterParameter } from './pagination/prefetch.ts'
import { type ResolvedCallOptions, type ResolvedListOptions, readListOptions, readPageOptions } from './read-options.ts'
import type { Collection } from './results/hal.ts'
import { bareId } from './url/references.ts'
import { inOrder, withQuery } from './url/service-url.ts'

// Any collection, page by page.

/** A collection at an address, with the parameters of a list. */
export const filteredUrl = (address: URL, { query }: ResolvedCallOptions, filter: Filter | undefined): URL =>
  withQuery(address, filter ? { ...query, [filterParameter]: filter.text } : query)

/** What checkpoints of a collection are bound to. */
const scopeOf = ({ redactor }: Connection<VersionTypes>, collection: URL): Scope => ({
  collection: inOrder(collection),
  clean: (text) => redactor.text(text),
})

/** Gets one page of a collection; `isFirst` says whether a list of it begins there. */
type FetchOne<Page> = (
  url: URL,
  call: ResolvedCallOptions,
  onInvalid: OnInvalid | undefined,
  isFirst: boolean,
) => Promise<Page>

/** How a collection is paged through. */
export function pagingOf<Page>(
  connection: Connection<VersionTypes>,
  collection: URL,
  { call, page, onInvalid, resume, limits }: ResolvedListOptions,
  filter: Filter | undefined,
  fetch: FetchOne<Page>,
): PagerOptions<Page> {
  const { links, options } = connection
  const scope = scopeOf(connection, collection)
  const first = withQuery(collection, page === undefined ? {} : { page })
  const prefetch = Math.min(limits.prefetch, mostInQueue(options.rateLimit, call.totalTimeout))
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

type PageOf<V extends VersionTypes> = Collection<V['event']> & V['page']

function eventsUrl(
  { address, options }: Connection<VersionTypes>,
  { call, campaign }: Pick<ResolvedListOptions, 'call' | 'campaign'>,
  filter?: Filter,
): URL {
  const id = campaign === undefined ? undefined : bareId(campaign, options.namespace, 'campaign')
  return filteredUrl(address.events(id), call, filter)
}

function fetchEvents<V extends VersionTypes>(
  { reader, transport }: Connection<V>,
  url: URL,
  call: ResolvedCallOptions,
  onInvalid?: OnInvalid,
): Promise<PageOf<V>> {
  return transport.send({ method: 'GET', url }, call, (response) => reader.page(response, call.query, onInvalid))
}

/** How events are paged through, their options and filter read. */
export const eventPaging = <V extends VersionTypes>(
  connection: Connection<V>,
  read: ResolvedListOptions,
  filter: Filter | undefined,
): PagerOptions<PageOf<V>> =>
  pagingOf(connection, eventsUrl(connection, read, filter), read, filter, (url, call, onInvalid) =>
    fetchEvents(connection, url, call, onInvalid),
  )

export function listEvents<V extends VersionTypes>(
  connection: Connection<V>,
  options: ListOptions<V['filter']> | undefined,
): Pager<V['event'], PageOf<V>> {
  const read = readListOptions('list', options, connection.options.defaults)
  return new Pager(eventPaging(connection, read, readFilter(options?.filter, connection.dialect.filterable)))
}

/** How far changes look back where nobody says otherwise, in milliseconds. */
const defaultOverlap = 300_000

export function listChanges<V extends VersionTypes>(
  connection: Connection<V>,
  options: ChangesOptions | undefined,
): ChangesPager<V['event'], PageOf<V>> {
  const { filterable, modified: field } = connection.dialect
  const read = readListOptions('changes', options, connection.options.defaults)
  const { since, overlap = defaultOverlap } = options ?? {}
  const scope = scopeOf(connection, eventsUrl(connection, read))
  const from = since === undefined ? undefined : new Date(Math.max(0, readSince(since, scope) - overlap))
  const filter = from && readFilter({ [field]: { gt: from } }, filterable)
  return new ChangesPager(eventPaging(connection, read, filter), { scope, since, field, clock: wallTime })
}

export async function getPage<V extends VersionTypes>(
  connection: Connection<V>,
  number: number,
  options: PageOptions | undefined,
): Promise<PageOf<V>> {
  const call = readPageOptions(options, number, connection.options.defaults)
  const collection = eventsUrl(connection, { call, campaign: options?.campaign })
  const scope = scopeOf(connection, collection)
  const url = withQuery(collection, { page: number })
  const page = await fetchEvents(connection, url, call)
  rememberCheckpointOf(page, url, scope)
  return page
}
