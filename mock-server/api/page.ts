import type { Assumptions } from '../assumptions.ts'
import type { Ignore } from '../rules/context.ts'
import { HttpError, invalidField, queryClauses } from '../rules/http-error.ts'
import type { Range } from '../store/lists.ts'
import type { KeyRecord } from '../store/model.ts'
import type { Store } from '../store/store.ts'
import { encodeValue } from '../text/strings.ts'
import type { IgnoredField } from '../types/index.ts'
import type { Bytes } from './message.ts'
import type { Target } from './target.ts'
import { addressOf, curiesOf, linkText, type View } from './view.ts'

/** A request for a page of a collection. */
export interface PageRequest {
  readonly view: View
  readonly key: KeyRecord
  readonly target: Target
  /** The OData text of the query parameter `filter`. */
  readonly filter: string | undefined
  /** The service's page size, which is also the maximum for `per_page`. */
  readonly perPage: number
}

/** A collection, and how a page shows its items. `cachedPage` reads the items only if the requested page is not in the cache. */
interface Collection<Item> {
  /** The path of the collection below the version's root. */
  readonly path: string
  /** Relation of the items. */
  readonly relation: string
  /** Relation of the links to the items. By default `relation`. */
  readonly linkRelation?: string
  /** Whether pages show no totals. Then each page with items has a `next` link, because the caller cannot know which page is the last. */
  readonly isUncounted?: true
  /** Returns all items, in the order of creation. */
  readonly all: () => Range<Item>
  /** Returns the items that match a filter. Absent if the route has no filters. */
  readonly filtered?: (odata: string) => readonly Item[]
  /** The path of an item below the version's root. */
  readonly pathOf: (item: Item) => string
  /** Returns an item as JSON. */
  readonly text: (item: Item) => string
}

/** The requested page of a collection. Takes the page from the cache if the store has not changed since the page was made. */
export function cachedPage<Item extends object>(
  { view, key, filter, target, perPage }: PageRequest,
  collection: Collection<Item>,
): Bytes {
  const { store, assumptions } = view.context
  const { pages, lists } = cachesOf(store)
  // A page depends on the store, the query, the API key, the version and the base address. This name contains the last three.
  const listName = `${key.token} ${addressOf(view, collection.path)}`
  const { all, filtered } = collection
  const items = (): Range<Item> => {
    if (filter === undefined || !filtered) return all()
    // The cast is safe, because one address always lists records of the same type.
    return lists.get(`${listName} ${filter}`, store.revision, () => filtered(filter)) as readonly Item[]
  }
  const write = (): CachedPage => {
    const ignored: IgnoredField[] = []
    const note: Ignore = (field, message) => ignored.push({ field, message })
    const paging = pagingOf(target.query, perPage, assumptions, filter, note)
    const bytes = encodeChunks(pageChunks(view, collection, items(), paging))
    return { bytes, ignored, length: bytes.length }
  }
  // The raw query is part of the cache key, because parsing the query takes as long as serving a cached page.
  const { bytes, ignored } = pages.get(listName + target.search, store.revision, write)
  for (const { field, message } of ignored) view.context.ignore(field, message)
  return bytes
}

/** A page in the form in which the service sends it. */
interface CachedPage {
  readonly bytes: Bytes
  /** The query parameters that the service ignored. */
  readonly ignored: readonly IgnoredField[]
  /** Size in bytes. */
  readonly length: number
}

/** Makes the JSON of a page, in chunks (v1 §2.5, v2 §2.6). */
function pageChunks<Item>(
  view: View,
  { path, relation, linkRelation = relation, isUncounted, pathOf, text }: Collection<Item>,
  all: Range<Item>,
  paging: Paging,
): readonly string[] {
  const { assumptions } = view.context
  const { page, perPage } = paging
  const address = addressOf(view, path)
  const pages = Math.ceil(all.length / perPage)
  // If the last page has a `next` link, the link must lead to an empty page, and not to an error.
  const hasEmptyPage = isUncounted === true || assumptions.nextOnLast === 'present'
  const last = hasEmptyPage && pages > 0 ? pages + 1 : Math.max(pages, 1)
  if (page > last && assumptions.pageBeyond === 404) {
    const reason = { field: 'page', message: `is beyond the last page. Send ${last} or less`, clauses: queryClauses }
    throw new HttpError(404, 'Page not found', { reason })
  }
  const items = slice(all, paging, assumptions.order)
  const hasNext = page < pages || (hasEmptyPage && items.length > 0)
  const hasPrevious = page > 1 && assumptions.previousLink === 'present'
  const hasTotals = assumptions.totals === 'present' && !isUncounted
  const links = [
    `"self":${linkText(address + paging.self)}`,
    ...(hasNext ? [`"next":${linkText(address + paging.next)}`] : []),
    ...(hasPrevious ? [`"previous":${linkText(address + paging.previous)}`] : []),
    `"${linkRelation}":[${items.map((item) => linkText(addressOf(view, pathOf(item)))).join(',')}]`,
    `"curies":${JSON.stringify(curiesOf(view))}`,
  ]
  const head = [
    ...(hasTotals ? [`"total_pages":${pages}`] : []),
    `"per_page":${perPage},"page":${page}`,
    ...(hasTotals ? [`"total_records":${all.length}`] : []),
    `"_links":{${links.join(',')}}`,
  ]
  return [
    `{${head.join(',')},"_embedded":{"${relation}":[`,
    ...items.map((item, index) => (index > 0 ? ',' : '') + text(item)),
    ']}}',
  ]
}

function slice<Item>(all: Range<Item>, { page, perPage }: Paging, order: Assumptions['order']): readonly Item[] {
  const start = (page - 1) * perPage
  if (order === 'oldest first') return all.slice(start, start + perPage)
  const end = all.length - start
  return end > 0 ? all.slice(Math.max(0, end - perPage), end).toReversed() : []
}

/** The requested page of a collection. */
interface Paging {
  readonly page: number
  readonly perPage: number
  /** The query in the `self` link. Empty for the first page, unless the request has `per_page` or a filter. */
  readonly self: string
  /** The query in the `next` link. */
  readonly next: string
  /** The query in the `previous` link. */
  readonly previous: string
}

const positive = /^0*[1-9]\d*$/
const positiveStart = /^\s*\+?0*[1-9]\d*/

/**
 * Reads `page` and `per_page` (assumptions `invalidPage`, `perPageParameter`, `requestReading`). `per_page` is limited to the service's page size. Links
 * repeat the filter.
 */
function pagingOf(
  parameters: URLSearchParams,
  perPage: number,
  assumptions: Readonly<Assumptions>,
  filter: string | undefined,
  ignore: Ignore,
): Paging {
  const problem = 'must be a positive whole number'
  const read = (name: string, byDefault: string | null) => {
    const sent = parameters.get(name) ?? byDefault
    if (sent === null || positive.test(sent) || assumptions.requestReading !== 'lenient') return sent
    const number = positiveStart.exec(sent)?.[0]
    if (number !== undefined) ignore(name, `${problem}: this is ${Number(number)} (assumption requestReading)`)
    return number?.trim().replace('+', '') ?? sent
  }
  const sent = read('page', '1') ?? ''
  const isValid = positive.test(sent)
  if (!isValid && assumptions.invalidPage === 400) throw invalidField(400, 'page', problem, queryClauses)
  if (!isValid) ignore('page', `${problem}: this is page 1`)
  const page = isValid ? Math.min(Number(sent), Number.MAX_SAFE_INTEGER - 1) : 1
  const size = assumptions.perPageParameter === 'honoured' ? read('per_page', null) : parameters.get('per_page')
  const isSized = assumptions.perPageParameter === 'honoured' && size !== null && positive.test(size)
  const clamped = isSized ? Math.min(Number(size), perPage) : perPage
  if (size !== null && assumptions.perPageParameter === 'ignored')
    ignore('per_page', 'has no meaning here (assumption perPageParameter)')
  else if (size !== null && !isSized) ignore('per_page', problem)
  else if (isSized && Number(size) > perPage) ignore('per_page', `is ${perPage} at the most`)
  const isRecorded = assumptions.filterLinks === 'self without query'
  const query = (number: number, filter: string | undefined, isFirst = number === 1) => {
    const paging = [...(isFirst ? [] : [`page=${number}`]), ...(isSized ? [`per_page=${clamped}`] : [])]
    const filtering = filter === undefined ? [] : [`filter=${encodeValue(filter)}`]
    const parts = isRecorded ? [...filtering, ...paging] : [...paging, ...filtering]
    return parts.length > 0 ? `?${parts.join('&')}` : ''
  }
  const linkedFilter = assumptions.filter === 'dropped from next' ? undefined : filter
  return {
    page,
    perPage: clamped,
    self: isRecorded && filter !== undefined ? '' : query(page, filter),
    next: query(page + 1, linkedFilter),
    previous: query(page - 1, linkedFilter, false),
  }
}

const encoder = new TextEncoder()
/** A buffer for all pages that fit, because allocating new memory takes longer than writing a page. */
const buffer = new Uint8Array(512 * 1024)

/**
 * Encodes chunks as UTF-8 one by one. Most chunks are ASCII. In one joined string, a single letter outside Latin-1 would double memory and
 * time.
 */
export function encodeChunks(chunks: readonly string[]): Bytes {
  const maxLength = 3 * chunks.reduce((length, chunk) => length + chunk.length, 0)
  const bytes = maxLength <= buffer.length ? buffer : new Uint8Array(maxLength)
  const end = chunks.reduce((at, chunk) => at + encoder.encodeInto(chunk, bytes.subarray(at)).written, 0)
  return bytes.slice(0, end)
}

/** Caches values by name until the store changes. Above the maximum size, drops the oldest values. */
class Cache<Value extends { readonly length: number }> {
  readonly #values = new Map<string, Value>()
  readonly #maxSize: number
  #revision = -1
  #size = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** The value for a name and a revision of the store. Calls `make` if the cache does not have the value. */
  get(name: string, revision: number, make: () => Value): Value {
    if (revision !== this.#revision) {
      this.#values.clear()
      this.#size = 0
      this.#revision = revision
    }
    const known = this.#values.get(name)
    if (known) return known
    const value = make()
    this.#values.set(name, value)
    // Counts the length of names too, because a caller may request more and more different lists that are all empty.
    this.#size += name.length + value.length
    for (const [oldest, { length }] of this.#values) {
      if (this.#size <= this.#maxSize) break
      this.#values.delete(oldest)
      this.#size -= oldest.length + length
    }
    return value
  }
}

const createCaches = () => ({
  /** Pages. The size of this cache is in bytes. */
  pages: new Cache<CachedPage>(24_000_000),
  /** Filtered lists. The size of this cache is a number of records. */
  lists: new Cache<readonly object[]>(4_000_000),
})

const caches = new WeakMap<Store, ReturnType<typeof createCaches>>()

/** The caches of a store. Pages for all base addresses of the service are in the same caches. */
export function cachesOf(store: Store): ReturnType<typeof createCaches> {
  const known = caches.get(store)
  if (known) return known
  const created = createCaches()
  caches.set(store, created)
  return created
}
