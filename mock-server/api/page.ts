import type { Assumptions } from '../assumptions.ts'
import { HttpError } from '../rules/context.ts'
import type { Range } from '../store/lists.ts'
import type { Store } from '../store/store.ts'
import type { Bytes } from './response.ts'
import type { View } from './view.ts'
import { linkText } from './write.ts'

/** What a collection is made of. */
export interface Collection<Item> {
  /** Where it is, without a query. */
  readonly address: string
  /** Relation of its members. */
  readonly relation: string
  /** All members, in the order of creation. */
  readonly members: Range<Item>
  readonly addressOf: (item: Item) => string
  /** A member as JSON. */
  readonly text: (item: Item) => string
}

/** One page of a collection as JSON, in pieces (v1 §2.5, v2 §2.6). */
export function pagePieces<Item>(
  { context: { assumptions }, curies }: View,
  { address, relation, members: all, addressOf, text }: Collection<Item>,
  paging: Paging,
): readonly string[] {
  const { page, perPage } = paging
  const pages = Math.ceil(all.length / perPage)
  // Where the last page has a `next`, that leads to an empty page, not to an error.
  const last = assumptions.nextOnLast === 'present' && pages > 0 ? pages + 1 : Math.max(pages, 1)
  if (page > last && assumptions.pageBeyond === 404) throw new HttpError(404, 'Page not found')
  const members = slice(all, paging, assumptions.order)
  const more = page < pages || (assumptions.nextOnLast === 'present' && members.length > 0)
  const counted = assumptions.totals === 'present'
  const head =
    `{${counted ? `"total_pages":${pages},` : ''}"per_page":${perPage},"page":${page}` +
    `${counted ? `,"total_records":${all.length}` : ''},"_links":{"self":${linkText(address + paging.query(page))}` +
    `${more ? `,"next":${linkText(address + paging.query(page + 1))}` : ''}` +
    `,"${relation}":[${members.map((item) => linkText(addressOf(item))).join(',')}],"curies":${JSON.stringify(curies)}}` +
    `,"_embedded":{"${relation}":[`
  return [head, ...members.map((item, index) => (index > 0 ? ',' : '') + text(item)), ']}}']
}

function slice<Item>(all: Range<Item>, { page, perPage }: Paging, order: Assumptions['order']): readonly Item[] {
  const start = (page - 1) * perPage
  if (order === 'oldest first') return all.slice(start, start + perPage)
  const end = all.length - start
  return end > 0 ? all.slice(Math.max(0, end - perPage), end).toReversed() : []
}

/** Bytes of pages that are kept; each takes a little more. */
const mostBytes = 24_000_000

/** Pages as they were sent, for as long as nothing changes in their store. Beyond so many bytes the oldest goes first. */
export class PageCache {
  readonly #pages = new Map<string, Bytes>()
  #revision = -1
  #bytes = 0

  /** The page of a name as of a revision, as it was made before, or made now. */
  get(name: string, revision: number, make: () => readonly string[]): Bytes {
    if (revision !== this.#revision) {
      this.#pages.clear()
      this.#bytes = 0
      this.#revision = revision
    }
    const known = this.#pages.get(name)
    if (known) return known
    const page = encoded(make())
    this.#pages.set(name, page)
    this.#bytes += page.length
    for (const [oldest, { length }] of this.#pages) {
      if (this.#bytes <= mostBytes) break
      this.#pages.delete(oldest)
      this.#bytes -= length
    }
    return page
  }
}

const encoder = new TextEncoder()
/** More than most pages take; it is used again and again, for new memory costs more than what is written into it. */
const room = new Uint8Array(512 * 1024)

/** Bytes of UTF-8. Piece by piece, as most are ASCII: joined, one letter beyond that has all of them take twice the room and time. */
function encoded(pieces: readonly string[]): Bytes {
  const most = 3 * pieces.reduce((length, piece) => length + piece.length, 0)
  const bytes = most <= room.length ? room : new Uint8Array(most)
  const end = pieces.reduce((at, piece) => at + encoder.encodeInto(piece, bytes.subarray(at)).written, 0)
  return bytes.slice(0, end)
}

const caches = new WeakMap<Store, PageCache>()

/** The pages of a store, under all its base addresses. */
export function pagesOf(store: Store): PageCache {
  const pages = caches.get(store) ?? new PageCache()
  caches.set(store, pages)
  return pages
}

/** Which page of a collection is asked for. */
export interface Paging {
  readonly page: number
  readonly perPage: number
  /** The query of another page of the same list; empty for the first page at the service's own page size. */
  query(page: number): string
}

const positive = /^0*[1-9]\d*$/

/** Reads `page` and `per_page` (assumptions `invalidPage`, `perPageParameter`; the service's page size is the largest). */
export function pagingOf(parameters: URLSearchParams, perPage: number, assumptions: Readonly<Assumptions>): Paging {
  const asked = parameters.get('page')
  const valid = asked === null || positive.test(asked)
  if (!valid && assumptions.invalidPage === 400) throw new HttpError(400, 'page: must be a positive whole number')
  const size = parameters.get('per_page') ?? ''
  const honoured = assumptions.perPageParameter === 'honoured' && positive.test(size)
  const clamped = honoured ? Math.min(Number(size), perPage) : perPage
  return {
    page: valid ? Math.min(Number(asked ?? 1), Number.MAX_SAFE_INTEGER - 1) : 1,
    perPage: clamped,
    query: (page) => {
      const parts = [...(page > 1 ? [`page=${page}`] : []), ...(honoured ? [`per_page=${clamped}`] : [])]
      return parts.length > 0 ? `?${parts.join('&')}` : ''
    },
  }
}
