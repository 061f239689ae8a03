import { InputError } from '../errors/error-classes.ts'
import { type Collection, counterOf, type Paged } from '../hal/hal.ts'
import type { ReceivedResponse } from '../http/body.ts'
import { maxInQueue } from '../http/rate-limit.ts'
import { writeLog } from '../options/hooks.ts'
import type { ChangesOptions, ListOptions, OnInvalid, PageOptions } from '../options/list-options.ts'
import type { Query } from '../options/options.ts'
import {
  type ResolvedCallOptions,
  type ResolvedListOptions,
  readListOptions,
  readPageOptions,
} from '../options/read-options.ts'
import { ChangesPager, readSince } from '../pagination/changes.ts'
import { type ListScope, readCheckpoint, rememberPageCheckpoint } from '../pagination/checkpoint.ts'
import { initialCursor } from '../pagination/cursor.ts'
import type { PagerOptions } from '../pagination/page-iterator.ts'
import { Pager } from '../pagination/pager.ts'
import { readEvents } from '../read/decode.ts'
import { elapsed, runWithin, wallTime } from '../text/time.ts'
import { bareId } from '../url/references.ts'
import { sortedHref, withQuery } from '../url/service-url.ts'
import { type Filter, filterParameter, readFilter } from '../version/filter.ts'
import type { Connection } from './connection.ts'

// Lists of any collection.

/** Query parameters of a list. */
export const parametersOf = ({ query }: ResolvedCallOptions, filter: Filter | undefined): Query =>
  filter ? { ...query, [filterParameter]: filter.text } : query

/** Maximum length of an address with a filter, in encoded characters. Few servers read longer addresses (RFC 9110 §4.1). */
const maxAddressLength = 8_000

/** @throws InputError if the filter makes the address too long */
function checkAddressLength({ href: { length } }: URL, filter: Filter | undefined): void {
  if (!filter || length <= maxAddressLength) return
  const why = `with it, the address has ${length} characters, and few servers read more than ${maxAddressLength}`
  throw InputError.of('filter', `is too long: ${why}`)
}

/** The list that a checkpoint is bound to. */
const scopeOf = ({ redactor }: Connection, collection: URL): ListScope => ({
  collection: sortedHref(collection),
  clean: (text) => redactor.text(text),
})

/** Name of a collection in `totals`: its address without the filter. Undefined if the caller's `query` has a filter parameter. */
function totalKeyOf(collection: URL, filter?: Filter): string | undefined {
  const url = new URL(collection)
  if (filter) url.searchParams.delete(filterParameter)
  return url.searchParams.has(filterParameter) ? undefined : sortedHref(url)
}

/** Remembers the total of a collection, if the page has a total. */
function learnTotal({ totals }: Connection, collection: string | undefined, page: Paged): void {
  const total = counterOf(page, 'total_records')
  if (collection !== undefined && total !== undefined) totals.set(collection, total)
}

/** Requests one page of a collection. `isFirst` is true for the page where a list starts. */
export type FetchPage<Page> = (
  url: URL,
  call: ResolvedCallOptions,
  onInvalid: OnInvalid | undefined,
  isFirst: boolean,
) => Promise<Page>

/**
 * Options of a pager for a collection.
 *
 * @throws InputError if the filter is too long
 */
export function pagerOptionsOf<Page extends Paged>(
  connection: Connection,
  collection: URL,
  { call, page, onInvalid, resume, limits }: ResolvedListOptions,
  filter: Filter | undefined,
  fetch: FetchPage<Page>,
): PagerOptions<Page> {
  const { links, options } = connection
  const scope = scopeOf(connection, collection)
  const first = withQuery(collection, page === undefined ? {} : { page })
  checkAddressLength(first, filter)
  const totalKey = totalKeyOf(collection, filter)
  const longest = Math.min(call.totalTimeout, limits.deadline)
  const prefetch = Math.min(limits.prefetch, maxInQueue(options.rateLimit, longest))
  return {
    fetchPage: async (url, stop, deadline) => {
      const isFirst = url.href === first.href
      const fetchWith = (signal: AbortSignal) => fetch(url, { ...call, signal, deadline }, onInvalid, isFirst)
      const page = await (call.signal ? runWithin(Infinity, [call.signal, stop], fetchWith) : fetchWith(stop))
      if (!filter) learnTotal(connection, totalKey, page)
      return page
    },
    links,
    filter,
    unfilteredTotal: () => (totalKey === undefined ? undefined : connection.totals.get(totalKey)),
    start: resume === undefined ? initialCursor(first, page) : readCheckpoint(resume, scope),
    scope,
    limits: { ...limits, prefetch },
    signal: call.signal,
    clock: elapsed,
    warn: (message, report) => options.logger && writeLog(options.logger, 'warn', message, report),
  }
}

// Lists of events: those of the API key, or of one of its campaigns.

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

/** Options of a pager for events. */
export const eventPagerOptions = <Page extends Collection<object>>(
  connection: Connection,
  read: ResolvedListOptions,
  filter: Filter | undefined,
): PagerOptions<Page> =>
  pagerOptionsOf(
    connection,
    eventsUrl(connection, read.call, read.campaign, filter),
    read,
    filter,
    (url, call, onInvalid) => fetchEvents(connection, url, call, onInvalid),
  )

export function listEvents<Event, Page extends Collection<object>>(
  connection: Connection,
  options: ListOptions | undefined,
): Pager<Event, Page> {
  const read = readListOptions('list', options, connection.options.defaults)
  return new Pager(eventPagerOptions(connection, read, readFilter(read.filter, connection.dialect.filterable)))
}

/** Default of the option `overlap`, in milliseconds. */
const defaultOverlap = 300_000

/** The time `overlap` milliseconds before `moment`. Does not go back before 1970, because no event changed before that. */
const lookBack = (moment: number, overlap: number) => new Date(Math.max(Math.min(0, moment), moment - overlap))

export function listChanges<Event, Page extends Collection<object>>(
  connection: Connection,
  options: ChangesOptions | undefined,
): ChangesPager<Event, Page> {
  const { filterable, modified: field } = connection.dialect
  const read = readListOptions('changes', options, connection.options.defaults)
  const { since, overlap = defaultOverlap } = read
  const scope = scopeOf(connection, eventsUrl(connection, read.call, read.campaign))
  const filter =
    since === undefined
      ? undefined
      : readFilter({ [field]: { gt: lookBack(readSince(since, scope), overlap) } }, filterable)
  return new ChangesPager(eventPagerOptions(connection, read, filter), { scope, since, field, clock: wallTime })
}

export async function getPage<Page extends Collection<object>>(
  connection: Connection,
  number: number,
  options: PageOptions | undefined,
): Promise<Page> {
  const { call, campaign } = readPageOptions(options, number, connection.options.defaults)
  const collection = eventsUrl(connection, call, campaign)
  const [scope, totalKey] = [scopeOf(connection, collection), totalKeyOf(collection)]
  const url = withQuery(collection, { page: number })
  const page = await fetchEvents<Page>(connection, url, call)
  learnTotal(connection, totalKey, page)
  rememberPageCheckpoint(page, url, scope)
  return page
}
