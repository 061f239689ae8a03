import { InputError } from '../errors/error-classes.ts'
import { type Collection, counterOf, type Paged } from '../hal/hal.ts'
import type { CampaignReference } from '../hal/identified.ts'
import type { ReceivedResponse } from '../http/body.ts'
import { maxInQueue } from '../http/rate-limit.ts'
import { writeLog } from '../options/hooks.ts'
import type { ChangesOptions, ListOptions, PageOptions } from '../options/list-options.ts'
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
import { readPage } from '../read/decode.ts'
import { replacement } from '../text/redact.ts'
import { elapsed, runWithin, wallTime } from '../text/time.ts'
import { below, shownAddress, sortedHref, withQuery } from '../url/service-url.ts'
import { type Filter, filterParameter, readFilter } from '../version/filter.ts'
import type { Resource } from '../version/resources.ts'
import { type Connection, campaignUrl } from './connection.ts'

// Lists of any collection.

/** Query parameters of a list. */
const parametersOf = ({ query }: ResolvedCallOptions, filter: Filter | undefined): Query =>
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
const scopeOf = ({ redactor }: Pick<Connection, 'redactor'>, collection: URL, hides = false): ListScope => {
  const mask = hides ? maskFilter : String
  return { collection: mask(sortedHref(collection)), clean: (text) => redactor.text(text), mask }
}

/** Replaces the filter of an address by a number that depends on it: a filter of people may name a person. */
function maskFilter(href: string): string {
  if (!URL.canParse(href)) return href
  const url = new URL(href)
  const text = url.searchParams.get(filterParameter)
  if (text === null) return href
  // FNV-1a. A checkpoint of another filter must be refused, and need not be secret.
  const hash = Array.from(text).reduce((sum, each) => Math.imul(sum ^ (each.codePointAt(0) ?? 0), 16777619), 2166136261)
  return withQuery(url, { [filterParameter]: hash >>> 0 }).href
}

/** The filter in an address, and the texts that it compares with. */
function filterTextsIn({ searchParams }: URL): string[] {
  const text = searchParams.get(filterParameter)
  if (text === null) return []
  return [text, ...Array.from(text.matchAll(/'((?:[^']|'')*)'/g), ([, literal = '']) => literal.replaceAll("''", "'"))]
}

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

/** One page of a collection. */
export function fetchPage<Page extends Paged>(
  { reading, transport }: Connection,
  resource: Resource,
  url: URL,
  call: ResolvedCallOptions,
  shownUrl?: string,
): Promise<Page> {
  const read = (response: ReceivedResponse) => readPage<Page>(reading, response, resource, call)
  return transport.send({ method: 'GET', url, shownUrl }, call, read)
}

/** A list of a collection. */
export interface ListedCollection {
  readonly resource: Resource
  /** Address of the collection. Checkpoints are bound to it. */
  readonly collection: URL
  readonly read: ResolvedListOptions
  /** @default the filter of the options */
  readonly filter?: Filter | undefined
  /** Finds the address of the first page, if it may differ from that of the collection. The parameters stay. */
  readonly begin?: (call: ResolvedCallOptions) => Promise<URL>
}

/**
 * Options of a pager for a collection.
 *
 * @throws InputError if the filter is too long
 */
export function pagerOptionsOf<Page extends Paged>(
  connection: Connection,
  {
    resource,
    collection: place,
    read,
    filter = readFilter(read.filter, resource.filterTypes),
    begin,
  }: ListedCollection,
): PagerOptions<Page> {
  const { call, page, resume, limits } = read
  const collection = withQuery(place, parametersOf(call, filter))
  const { options } = connection
  const { isPersonal, isUnordered } = resource
  const hides = isPersonal && filter !== undefined
  const redactor = hides ? connection.redactor.with(filterTextsIn(collection)) : connection.redactor
  const links = isPersonal ? connection.links.hiding : connection.links
  // The path that errors and hooks show for all pages: the service may have put personal data into its links to the next pages.
  let { pathname } = collection
  const shownUrlOf = ({ origin, search }: URL, query: Query) => {
    const shown = shownAddress(new URL(origin + pathname + search), query)
    return filter ? `${shown}${shown.includes('?') ? '&' : '?'}${filterParameter}=${replacement}` : shown
  }
  const scope = scopeOf({ redactor }, collection, hides)
  const first = withQuery(collection, page === undefined ? {} : { page })
  checkAddressLength(first, filter)
  const totalKey = totalKeyOf(collection, filter)
  const longest = Math.min(call.totalTimeout, limits.deadline)
  const prefetch = Math.min(limits.prefetch, maxInQueue(options.rateLimit, longest))
  return {
    fetchPage: async (url, stop, deadline) => {
      const isFirst = url.href === first.href
      const fetchWith = async (signal: AbortSignal) => {
        const ofPage = { ...call, signal, deadline }
        const found = isFirst ? await begin?.(ofPage) : undefined
        const address = found ? withQuery(found, Object.fromEntries(url.searchParams)) : url
        if (found) pathname = found.pathname
        const shownUrl = isPersonal && shownUrlOf(address, call.query)
        return fetchPage<Page>(connection, resource, address, ofPage, shownUrl)
      }
      const page = await (call.signal ? runWithin(Infinity, [call.signal, stop], fetchWith) : fetchWith(stop))
      if (!filter) learnTotal(connection, totalKey, page)
      return page
    },
    links,
    filter,
    unfilteredTotal: () => (totalKey === undefined ? undefined : connection.totals.get(totalKey)),
    start: resume === undefined ? initialCursor(first, page, !isUnordered) : readCheckpoint(resume, scope),
    isOrdered: !isUnordered,
    scope,
    limits: { ...limits, prefetch },
    signal: call.signal,
    clock: elapsed,
    warn: (message, report) => options.logger && writeLog(options.logger, 'warn', message, report),
  }
}

/** Lists a collection of the key that no other resource has, such as its event campaigns. */
export function listCollection<Item, Page extends Paged>(
  connection: Connection,
  resource: Resource,
  options: Omit<ListOptions, 'campaign'> | undefined,
): Pager<Item, Page> {
  const collection = connection.address.collection(resource.collection)
  const read = readListOptions('collection', options, connection.options.defaults)
  if (resource.isPersonal && filterParameter in read.call.query) {
    throw InputError.of('query.filter', 'may name a person, and would be in hooks and logs; use the option filter')
  }
  return new Pager(pagerOptionsOf(connection, { resource, collection, read }))
}

// Lists of events: those of the API key, or of one of its campaigns.

export function eventsUrl(connection: Connection, campaign: CampaignReference | undefined): URL {
  return campaign === undefined
    ? connection.address.collection('events')
    : below(campaignUrl(connection, campaign), 'events')
}

/** Options of a pager for events. */
export const eventPagerOptions = <Page extends Collection<object>>(
  connection: Connection,
  read: ResolvedListOptions,
  filter?: Filter,
): PagerOptions<Page> => {
  const collection = eventsUrl(connection, read.campaign)
  return pagerOptionsOf(connection, { resource: connection.resources.event, collection, read, filter })
}

export function listEvents<Event, Page extends Collection<object>>(
  connection: Connection,
  options: ListOptions | undefined,
): Pager<Event, Page> {
  return new Pager(eventPagerOptions(connection, readListOptions('list', options, connection.options.defaults)))
}

/** Default of the option `overlap`, in milliseconds. */
const defaultOverlap = 300_000

/** The time `overlap` milliseconds before `moment`. Does not go back before 1970, because no event changed before that. */
const lookBack = (moment: number, overlap: number) => new Date(Math.max(Math.min(0, moment), moment - overlap))

export function listChanges<Event, Page extends Collection<object>>(
  connection: Connection,
  options: ChangesOptions | undefined,
): ChangesPager<Event, Page> {
  const { modified: field } = connection.dialect
  const { filterTypes } = connection.resources.event
  const read = readListOptions('changes', options, connection.options.defaults)
  const { since, overlap = defaultOverlap } = read
  const scope = scopeOf(connection, withQuery(eventsUrl(connection, read.campaign), read.call.query))
  const filter =
    since === undefined
      ? undefined
      : readFilter({ [field]: { gt: lookBack(readSince(since, scope), overlap) } }, filterTypes)
  return new ChangesPager(eventPagerOptions(connection, read, filter), { scope, since, field, clock: wallTime })
}

export async function getPage<Page extends Collection<object>>(
  connection: Connection,
  number: number,
  options: PageOptions | undefined,
): Promise<Page> {
  const { call, campaign } = readPageOptions(options, number, connection.options.defaults)
  const collection = withQuery(eventsUrl(connection, campaign), call.query)
  const [scope, totalKey] = [scopeOf(connection, collection), totalKeyOf(collection)]
  const url = withQuery(collection, { page: number })
  const page = await fetchPage<Page>(connection, connection.resources.event, url, call)
  learnTotal(connection, totalKey, page)
  rememberPageCheckpoint(page, url, scope)
  return page
}
