import type { Assumptions } from '../assumptions.ts'
import { HttpError } from '../rules/context.ts'
import type { Range } from '../store/lists.ts'
import type { AttendanceRecord, EventRecord, KeyRecord } from '../store/model.ts'
import type { Store } from '../store/store.ts'
import { encodeValue } from '../text/strings.ts'
import type { Bytes } from './message.ts'
import { addressOf, curiesOf, linkText, type View } from './resources.ts'
import type { Target } from './router.ts'

/** A request for a page of a collection. */
export interface PageRequest {
  readonly view: View
  readonly key: KeyRecord
  readonly target: Target
  /** OData text by which the collection is filtered. */
  readonly filter: string | undefined
  /** The service's own page size. */
  readonly perPage: number
}

/** What a collection is made of. Its members are looked for where no page of it is kept. */
interface Collection<Item> {
  /** Where it is, below the version's root. */
  readonly path: string
  /** Relation of its members. */
  readonly relation: string
  /** Relation of the links to them, where that is another. */
  readonly linked?: string
  /** All members, in the order of creation. */
  readonly all: () => Range<Item>
  /** Those that meet a filter; only where the route takes one. */
  readonly filtered?: (odata: string) => readonly Item[]
  /** Where a member is. */
  readonly pathOf: (item: Item) => string
  /** A member as JSON. */
  readonly text: (item: Item) => string
}

/** The page that is asked for: as it was made before, or made now if anything changed since. */
export function cachedPage<Item extends EventRecord | AttendanceRecord>(
  { view, key, filter, target, perPage }: PageRequest,
  collection: Collection<Item>,
): Bytes {
  const { store, assumptions } = view.context
  const { all, filtered } = collection
  // Whose list it is, in which version, under which address: all that a page depends on beside the store.
  const list = `${key.token} ${addressOf(view, collection.path)}`
  const { pages, lists } = cachesOf(store)
  const members = (): Range<Item> => {
    if (filter === undefined || !filtered) return all()
    // Under one address are records of one kind.
    return lists.get(`${list} ${filter}`, store.revision, () => filtered(filter)) as readonly Item[]
  }
  const make = () => {
    const asked = pagingOf(target.query, perPage, assumptions, filter)
    return encodeChunks(pageChunks(view, collection, members(), asked))
  }
  // By the query as it stands: to read it takes as long as all else that a kept page takes.
  return pages.get(list + target.search, store.revision, make)
}

/** One page of a collection as JSON, in pieces (v1 §2.5, v2 §2.6). */
function pageChunks<Item>(
  view: View,
  { path, relation, linked = relation, pathOf, text }: Collection<Item>,
  all: Range<Item>,
  paging: Paging,
): readonly string[] {
  const { assumptions } = view.context
  const { page, perPage } = paging
  const address = addressOf(view, path)
  const pages = Math.ceil(all.length / perPage)
  // Where the last page has a `next`, that leads to an empty page, not to an error.
  const last = assumptions.nextOnLast === 'present' && pages > 0 ? pages + 1 : Math.max(pages, 1)
  if (page > last && assumptions.pageBeyond === 404) throw new HttpError(404, 'Page not found')
  const members = slice(all, paging, assumptions.order)
  const more = page < pages || (assumptions.nextOnLast === 'present' && members.length > 0)
  const counted = assumptions.totals === 'present'
  const head =
    `{${counted ? `"total_pages":${pages},` : ''}"per_page":${perPage},"page":${page}` +
    `${counted ? `,"total_records":${all.length}` : ''},"_links":{"self":${linkText(address + paging.self)}` +
    `${more ? `,"next":${linkText(address + paging.next())}` : ''}` +
    `,"${linked}":[${members.map((item) => linkText(addressOf(view, pathOf(item)))).join(',')}],"curies":${JSON.stringify(curiesOf(view))}}` +
    `,"_embedded":{"${relation}":[`
  return [head, ...members.map((item, index) => (index > 0 ? ',' : '') + text(item)), ']}}']
}

function slice<Item>(all: Range<Item>, { page, perPage }: Paging, order: Assumptions['order']): readonly Item[] {
  const start = (page - 1) * perPage
  if (order === 'oldest first') return all.slice(start, start + perPage)
  const end = all.length - start
  return end > 0 ? all.slice(Math.max(0, end - perPage), end).toReversed() : []
}

const encoder = new TextEncoder()
/** More than most pages take; it is used again and again, for new memory costs more than what is written into it. */
const buffer = new Uint8Array(512 * 1024)

/** Bytes of UTF-8. Piece by piece, as most are ASCII: joined, one letter beyond that has all of them take twice the room and time. */
export function encodeChunks(pieces: readonly string[]): Bytes {
  const most = 3 * pieces.reduce((length, piece) => length + piece.length, 0)
  const bytes = most <= buffer.length ? buffer : new Uint8Array(most)
  const end = pieces.reduce((at, piece) => at + encoder.encodeInto(piece, bytes.subarray(at)).written, 0)
  return bytes.slice(0, end)
}

/** Which page of a collection is asked for. */
interface Paging {
  readonly page: number
  readonly perPage: number
  /** The query of this page; empty for the first page at the service's own page size. */
  readonly self: string
  /** The query of the next page. */
  readonly next: () => string
}

const positive = /^0*[1-9]\d*$/

/** Reads `page` and `per_page` (assumptions `invalidPage`, `perPageParameter`; the service's page size is the largest); links keep the filter. */
function pagingOf(
  parameters: URLSearchParams,
  perPage: number,
  assumptions: Readonly<Assumptions>,
  filter: string | undefined,
): Paging {
  const asked = parameters.get('page')
  const valid = asked === null || positive.test(asked)
  if (!valid && assumptions.invalidPage === 400) throw new HttpError(400, 'page: must be a positive whole number')
  const size = parameters.get('per_page') ?? ''
  const honoured = assumptions.perPageParameter === 'honoured' && positive.test(size)
  const clamped = honoured ? Math.min(Number(size), perPage) : perPage
  const page = valid ? Math.min(Number(asked ?? 1), Number.MAX_SAFE_INTEGER - 1) : 1
  const query = (number: number, kept: string | undefined) => {
    const parts = [
      ...(number > 1 ? [`page=${number}`] : []),
      ...(honoured ? [`per_page=${clamped}`] : []),
      ...(kept === undefined ? [] : [`filter=${encodeValue(kept)}`]),
    ]
    return parts.length > 0 ? `?${parts.join('&')}` : ''
  }
  const isDropped = assumptions.filter === 'dropped from next'
  return {
    page,
    perPage: clamped,
    self: query(page, filter),
    next: () => query(page + 1, isDropped ? undefined : filter),
  }
}

/** What was made of a store, by name, for as long as nothing changes there. Beyond so much of it the oldest goes first. */
class Cache<Made extends { readonly length: number }> {
  readonly #made = new Map<string, Made>()
  readonly #max: number
  #revision = -1
  #size = 0

  constructor(most: number) {
    this.#max = most
  }

  /** What has a name as of a revision, as it was made before, or made now. */
  get(name: string, revision: number, make: () => Made): Made {
    if (revision !== this.#revision) {
      this.#made.clear()
      this.#size = 0
      this.#revision = revision
    }
    const known = this.#made.get(name)
    if (known) return known
    const made = make()
    this.#made.set(name, made)
    // Names count too: callers may ask for ever new lists that are empty.
    this.#size += name.length + made.length
    for (const [oldest, { length }] of this.#made) {
      if (this.#size <= this.#max) break
      this.#made.delete(oldest)
      this.#size -= oldest.length + length
    }
    return made
  }
}

const createCaches = () => ({
  /** Pages as they were sent, 24 MB of them; each takes a little more. */
  pages: new Cache<Bytes>(24_000_000),
  /** Filtered lists of so many records; each takes a pointer. */
  lists: new Cache<readonly (EventRecord | AttendanceRecord)[]>(4_000_000),
})

const caches = new WeakMap<Store, ReturnType<typeof createCaches>>()

/** What is kept of a store, under all its base addresses. */
export function cachesOf(store: Store): ReturnType<typeof createCaches> {
  const made = caches.get(store) ?? createCaches()
  caches.set(store, made)
  return made
}
