import type { LinkPolicy } from '../address/link-policy.ts'
import { below, filterParameter, shownAddress, sortedHref, withQuery } from '../address/service-address.ts'
import { type Redactor, replacement } from '../base/redact.ts'
import { type Deadline, runWithin } from '../base/time.ts'
import { InputError } from '../errors/error-classes.ts'
import type { Collection, Paged } from '../hal/hal.ts'
import type { CampaignReference } from '../hal/identified.ts'
import { counterOf } from '../hal/relations.ts'
import type { ApiRequest } from '../http/request.ts'
import { writeLog } from '../options/hooks.ts'
import type { ChangesOptions, ListOptions, PageOptions } from '../options/list-options.ts'
import {
  type PagingLimits,
  type ResolvedCallOptions,
  type ResolvedListOptions,
  readListOptions,
  readPageOptions,
} from '../options/read-options.ts'
import { ChangesPager, readSince } from '../paging/changes.ts'
import { type ListScope, readCheckpoint, rememberPageCheckpoint } from '../paging/checkpoint.ts'
import { type Cursor, initialCursor } from '../paging/cursor.ts'
import { Pager } from '../paging/pager.ts'
import type { ListSource, PagingReport } from '../paging/report.ts'
import { type Filter, readFilter } from '../schema/odata-filter.ts'
import type { Resource } from '../schema/resource-types.ts'
import { type ClientContext, campaignUrl } from './client-context.ts'
import { readPage } from './responses.ts'

// Lists of any collection. A `Pager` reads from a `CollectionSource`, which requests the pages. A `CollectionScope` says which list a checkpoint fits.

/** Maximum length of an address with a filter, in encoded characters. Few servers read longer addresses (RFC 9110 §4.1). */
const maxFilteredLength = 8_000

/** @throws InputError if the filter makes the address too long */
function checkAddressLength({ href: { length } }: URL, filter: Filter | undefined): void {
  if (!filter || length <= maxFilteredLength) return
  const why = `with it, the address has ${length} characters, and few servers read more than ${maxFilteredLength}`
  throw InputError.of('filter', `is too long: ${why}`)
}

/** The list that a checkpoint is bound to. If the scope hides the filter, a checkpoint holds a hash of it: a filter of people may name a person. */
class CollectionScope implements ListScope {
  readonly collection: string
  readonly #redactor: Redactor
  readonly #hidesFilter: boolean

  constructor({ redactor }: ClientContext, collection: URL, hidesFilter = false) {
    this.#redactor = hidesFilter ? redactor.with(filterTextsIn(collection)) : redactor
    this.#hidesFilter = hidesFilter
    this.collection = this.mask(sortedHref(collection))
  }

  /** Removes the key, and the literals of a hidden filter. */
  clean(text: string): string {
    return this.#redactor.text(text)
  }

  /** Replaces a hidden filter by its hash. */
  mask(href: string): string {
    return this.#hidesFilter ? maskFilter(href) : href
  }
}

/** Replaces the filter of an address by a hash of it. */
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
function learnTotal({ totals }: ClientContext, collection: string | undefined, page: Paged): void {
  const total = counterOf(page, 'total_records')
  if (collection !== undefined && total !== undefined) totals.set(collection, total)
}

/** Requests one page of a collection. */
const requestPage = <Page extends Paged>(
  { reading, transport }: ClientContext,
  resource: Resource,
  request: Pick<ApiRequest, 'url' | 'shownUrl'>,
  call: ResolvedCallOptions,
): Promise<Page> =>
  transport.send({ method: 'GET', ...request }, call, (response) => readPage<Page>(reading, response, resource, call))

/** A list of a collection. */
interface ListedCollection {
  readonly resource: Resource
  /** Address of the collection. Checkpoints are bound to it. */
  readonly collection: URL
  readonly read: ResolvedListOptions
  /** @default the filter of the options */
  readonly filter?: Filter | undefined
  /** Finds the address of the first page, if it may differ from that of the collection. The parameters stay. */
  readonly begin?: (call: ResolvedCallOptions) => Promise<URL>
}

/** The pages of a collection, as a pager asks for them. */
export class CollectionSource<Page extends Paged> implements ListSource<Page> {
  readonly filter: Filter | undefined
  readonly isOrdered: boolean
  readonly limits: PagingLimits
  readonly links: LinkPolicy
  readonly scope: ListScope
  readonly signal: AbortSignal | undefined
  readonly start: Cursor
  readonly #context: ClientContext
  readonly #list: ListedCollection
  /** Address of the first page. */
  readonly #first: URL
  readonly #totalKey: string | undefined
  /** The path that errors and hooks show for all pages of people: the service may have put personal data into its links to the next pages. */
  #shownPath: string

  /** @throws InputError if the filter is too long, or may show people, or if the checkpoint belongs to another list */
  constructor(context: ClientContext, list: ListedCollection) {
    const { read, resource } = list
    const { call, limits, page, resume } = read
    if (resource.isPersonal && filterParameter in call.query) {
      throw InputError.of('query.filter', 'may name a person, and would be in hooks and logs; use the option filter')
    }
    const filter =
      list.filter ?? (read.filter === undefined ? undefined : readFilter(read.filter, resource.filterTypes))
    const collection = withQuery(list.collection, { ...call.query, ...(filter && { [filterParameter]: filter.text }) })
    const first = withQuery(new URL(collection), page === undefined ? {} : { page })
    checkAddressLength(first, filter)
    const longest = Math.min(call.totalTimeout, limits.deadline)
    this.filter = filter
    this.isOrdered = !resource.isUnordered
    this.limits = { ...limits, prefetch: Math.min(limits.prefetch, context.transport.maxInQueue(longest)) }
    this.links = resource.isPersonal ? context.links.hiding : context.links
    this.scope = new CollectionScope(context, collection, resource.isPersonal && filter !== undefined)
    this.signal = call.signal
    this.start = resume === undefined ? initialCursor(first, page, this.isOrdered) : readCheckpoint(resume, this.scope)
    this.#context = context
    this.#list = list
    this.#first = first
    this.#totalKey = totalKeyOf(collection, filter)
    this.#shownPath = collection.pathname
  }

  async fetchPage(url: URL, stop: AbortSignal, deadline: Deadline | undefined): Promise<Page> {
    const fetch = (signal: AbortSignal) => this.#fetch(url, { ...this.#list.read.call, signal, deadline })
    const page = await (this.signal ? runWithin(Infinity, [this.signal, stop], fetch) : fetch(stop))
    if (!this.filter) learnTotal(this.#context, this.#totalKey, page)
    return page
  }

  unfilteredTotal(): number | undefined {
    return this.#totalKey === undefined ? undefined : this.#context.totals.get(this.#totalKey)
  }

  warn(message: string, report: PagingReport): void {
    const { logger } = this.#context.options
    if (logger) writeLog(logger, 'warn', message, report)
  }

  async #fetch(url: URL, call: ResolvedCallOptions): Promise<Page> {
    const { begin, resource } = this.#list
    const found = url.href === this.#first.href ? await begin?.(call) : undefined
    const address = found ? withQuery(found, Object.fromEntries(url.searchParams)) : url
    if (found) this.#shownPath = found.pathname
    const shownUrl = resource.isPersonal && this.#shown(address)
    return requestPage(this.#context, resource, { url: address, shownUrl }, call)
  }

  /** The address of a page of people, as errors and hooks show it. */
  #shown({ origin, search }: URL): string {
    const shown = shownAddress(new URL(origin + this.#shownPath + search), this.#list.read.call.query)
    return this.filter ? `${shown}${shown.includes('?') ? '&' : '?'}${filterParameter}=${replacement}` : shown
  }
}

/** Lists a collection of the key that no other resource has, such as its event campaigns. */
export function listCollection<Item, Page extends Paged>(
  context: ClientContext,
  resource: Resource,
  options: Omit<ListOptions, 'campaign'> | undefined,
): Pager<Item, Page> {
  const collection = context.address.collection(resource.collection)
  const read = readListOptions('collection', options, context.options.defaults)
  return new Pager(new CollectionSource<Page>(context, { resource, collection, read }))
}

// Lists of events: those of the API key, or of one of its campaigns.

export function eventsUrl(context: ClientContext, campaign: CampaignReference | undefined): URL {
  return campaign === undefined ? context.address.collection('events') : below(campaignUrl(context, campaign), 'events')
}

/** The events of the key, or of one of its campaigns. */
export const eventSource = <Page extends Collection<object>>(
  context: ClientContext,
  read: ResolvedListOptions,
  filter?: Filter,
): CollectionSource<Page> => {
  const collection = eventsUrl(context, read.campaign)
  return new CollectionSource(context, { resource: context.resources.event, collection, read, filter })
}

export function listEvents<Event, Page extends Collection<object>>(
  context: ClientContext,
  options: ListOptions | undefined,
): Pager<Event, Page> {
  return new Pager(eventSource<Page>(context, readListOptions('list', options, context.options.defaults)))
}

/** Default of the option `overlap`, in milliseconds. */
const defaultOverlap = 300_000

/** The time `overlap` milliseconds before `moment`. Does not go back before 1970, because no event changed before that. */
const lookBack = (moment: number, overlap: number) => new Date(Math.max(Math.min(0, moment), moment - overlap))

export function listChanges<Event, Page extends Collection<object>>(
  context: ClientContext,
  options: ChangesOptions | undefined,
): ChangesPager<Event, Page> {
  const { modified: field } = context.dialect
  const { filterTypes } = context.resources.event
  const read = readListOptions('changes', options, context.options.defaults)
  const { since, overlap = defaultOverlap } = read
  const scope = new CollectionScope(context, withQuery(eventsUrl(context, read.campaign), read.call.query))
  const filter =
    since === undefined
      ? undefined
      : readFilter({ [field]: { gt: lookBack(readSince(since, scope), overlap) } }, filterTypes)
  return new ChangesPager(eventSource<Page>(context, read, filter), { scope, since, field })
}

export async function getPage<Page extends Collection<object>>(
  context: ClientContext,
  number: number,
  options: PageOptions | undefined,
): Promise<Page> {
  const { call, campaign } = readPageOptions(options, number, context.options.defaults)
  const collection = withQuery(eventsUrl(context, campaign), call.query)
  const scope = new CollectionScope(context, collection)
  const totalKey = totalKeyOf(collection)
  const url = withQuery(collection, { page: number })
  const page = await requestPage<Page>(context, context.resources.event, { url }, call)
  learnTotal(context, totalKey, page)
  rememberPageCheckpoint(page, url, scope)
  return page
}
