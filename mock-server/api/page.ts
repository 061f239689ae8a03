import type { Assumptions } from '../assumptions.ts'
import { HttpError } from '../rules/context.ts'
import type { Listing } from '../store/listing.ts'
import { type Bytes, joined, utf8 } from '../text/bytes.ts'
import { hrefText, type Member } from './kept.ts'
import type { View } from './view.ts'

/** What a collection is made of. */
export interface Contents<Item> {
  /** Where it is, without a query. */
  readonly address: string
  /** Relation of its members. */
  readonly relation: string
  /** All members, in the order of creation. */
  readonly members: Listing<Item>
  readonly show: (item: Item) => Member
}

/** One page of a collection as JSON, in parts (v1 §2.5, v2 §2.6). Its members are bytes already and are not looked into. */
export function collection<Item>(
  { context: { assumptions }, curiesText }: View,
  { address, relation, members: all, show }: Contents<Item>,
  paging: Paging,
): readonly Bytes[] {
  const { page, perPage } = paging
  const pages = Math.ceil(all.length / perPage)
  // Where the last page has a `next`, that leads to an empty page, not to a refusal.
  const last = assumptions.nextOnLast === 'present' && pages > 0 ? pages + 1 : Math.max(pages, 1)
  if (page > last && assumptions.pageBeyond === 404) throw new HttpError(404, 'Page not found')
  const members = slice(all, paging, assumptions.order).map(show)
  const more = page < pages || (assumptions.nextOnLast === 'present' && members.length > 0)
  const counted = assumptions.totals === 'present'
  const next = more ? `,"next":${hrefText(address + paging.query(page + 1))}` : ''
  const head =
    `{${counted ? `"total_pages":${pages},` : ''}"per_page":${perPage},"page":${page}` +
    `${counted ? `,"total_records":${all.length}` : ''},"_links":{"self":${hrefText(address + paging.query(page))}${next}` +
    `,"${relation}":[${members.map(({ link }) => link).join(',')}],"curies":${curiesText}},"_embedded":{"${relation}":[`
  const [first, ...others] = members
  const listed = first ? [first.bytes.subarray(1), ...others.map(({ bytes }) => bytes)] : []
  return [utf8(head), ...listed, tail]
}

const tail = utf8(']}}')

function slice<Item>(
  all: Listing<Item>,
  { page, perPage }: Paging,
  order: 'oldest first' | 'newest first',
): readonly Item[] {
  const start = (page - 1) * perPage
  if (order === 'oldest first') return all.slice(start, start + perPage)
  const end = all.length - start
  return end > 0 ? all.slice(Math.max(0, end - perPage), end).toReversed() : []
}

type Parts = readonly Bytes[]

interface Entry {
  /** That of the store when the page was made. */
  readonly revision: number
  /** Absent for one that was asked for once. */
  readonly page: Parts | undefined
}

/** Bytes that are kept. */
const most = 24_000_000
/** Bytes that an entry takes beside its page, about. */
const overhead = 500

/**
 * Whole pages, for as long as nothing changes in their store. One is kept when it is asked for a second time: where somebody
 * writes all the time, no page would be asked for again. Beyond a number of bytes, what was asked for first goes first.
 */
export class Pages {
  readonly #entries = new Map<string, Entry>()
  #size = 0

  /** How many bytes are kept. */
  get size(): number {
    return this.#size
  }

  /** The page of a name as of a revision, as it was made before, or made now. */
  of(name: string, revision: number, make: () => Parts): Parts {
    const known = this.#entries.get(name)
    const asked = known?.revision === revision
    if (asked && known.page) return known.page
    const page = asked ? [joined(make())] : make()
    if (known) this.#drop(name, known)
    this.#put(name, { revision, page: asked ? page : undefined })
    return page
  }

  #put(name: string, entry: Entry): void {
    this.#entries.set(name, entry)
    this.#size += sizeOf(entry)
    for (const [oldest, first] of this.#entries) {
      if (this.#size <= most) return
      this.#drop(oldest, first)
    }
  }

  #drop(name: string, entry: Entry): void {
    this.#entries.delete(name)
    this.#size -= sizeOf(entry)
  }
}

const sizeOf = ({ page }: Entry): number => overhead + (page?.[0]?.length ?? 0)

const known = new WeakMap<View['context']['store'], Pages>()

/** The pages of a store, under all its base addresses. */
export function pagesOf({ context: { store } }: View): Pages {
  const pages = known.get(store) ?? new Pages()
  if (!known.has(store)) known.set(store, pages)
  return pages
}

/** Which page of a collection is asked for. */
export interface Paging {
  readonly page: number
  readonly perPage: number
  /** The query of another page of the same walk; empty for the first page at the service's own page size. */
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
