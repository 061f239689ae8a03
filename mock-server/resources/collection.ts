import { link, type Resource } from '../hal.ts'
import type { Listing } from '../listing.ts'
import { Refusal } from '../service/refusal.ts'
import { at } from '../text/json.ts'
import type { Paging } from './paging.ts'
import { curiesOf, type View } from './view.ts'

/** What a collection is made of. */
export interface Contents<Member> {
  /** Where it is, without a query. */
  readonly address: string
  /** Relation of its members. */
  readonly relation: string
  /** All members, in the order of creation. */
  readonly members: Listing<Member>
  readonly show: (member: Member) => Resource
}

/** One page of a collection (v1 §2.5, v2 §2.6). */
export function collection<Member>(
  view: View,
  { address, relation, members: all, show }: Contents<Member>,
  paging: Paging,
): Resource {
  const { assumptions } = view.world
  const { page, perPage } = paging
  const pages = Math.ceil(all.length / perPage)
  // Where the last page has a `next`, that leads to an empty page, not to a refusal.
  const last = assumptions.nextOnLast === 'present' && pages > 0 ? pages + 1 : Math.max(pages, 1)
  if (page > last && assumptions.pageBeyond === 404) throw new Refusal(404, 'Page not found')
  const members = slice(all, paging, assumptions.order).map(show)
  const more = page < pages || (assumptions.nextOnLast === 'present' && members.length > 0)
  return {
    ...(assumptions.totals === 'present' && { total_pages: pages }),
    per_page: perPage,
    page,
    ...(assumptions.totals === 'present' && { total_records: all.length }),
    _links: {
      self: link(address + paging.query(page)),
      ...(more && { next: link(address + paging.query(page + 1)) }),
      [relation]: members.map(selfOf),
      curies: curiesOf(view),
    },
    _embedded: { [relation]: members },
  }
}

function slice<Member>(
  all: Listing<Member>,
  { page, perPage }: Paging,
  order: 'oldest first' | 'newest first',
): readonly Member[] {
  const start = (page - 1) * perPage
  if (order === 'oldest first') return all.slice(start, start + perPage)
  const end = all.length - start
  return end > 0 ? all.slice(Math.max(0, end - perPage), end).toReversed() : []
}

const selfOf = (member: Resource): unknown => at(member, '_links', 'self')
