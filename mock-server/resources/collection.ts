import type { Listing } from '../memory/listing.ts'
import { Refusal } from '../service/refusal.ts'
import { type Bytes, utf8 } from '../text/bytes.ts'
import type { Paging } from './paging.ts'
import { hrefText, type Member } from './shown.ts'
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
  { world: { assumptions }, curiesText }: View,
  { address, relation, members: all, show }: Contents<Item>,
  paging: Paging,
): readonly Bytes[] {
  const { page, perPage } = paging
  const pages = Math.ceil(all.length / perPage)
  // Where the last page has a `next`, that leads to an empty page, not to a refusal.
  const last = assumptions.nextOnLast === 'present' && pages > 0 ? pages + 1 : Math.max(pages, 1)
  if (page > last && assumptions.pageBeyond === 404) throw new Refusal(404, 'Page not found')
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
