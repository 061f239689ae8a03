import { link, type Resource } from '../hal.ts'
import { Refusal } from '../service/refusal.ts'
import { at } from '../text/json.ts'
import type { Paging } from './paging.ts'
import { curiesOf, type View } from './view.ts'

/** What a collection is made of. */
export interface Contents {
  /** Where it is, without a query. */
  readonly address: string
  /** Relation of its members. */
  readonly relation: string
  /** Ids of all members, in the order of creation. */
  readonly ids: readonly string[]
  /** Shows a member; undefined for an id that is not there any more. */
  readonly show: (id: string) => Resource | undefined
}

/** One page of a collection (v1 §2.5, v2 §2.6). */
export function collection(view: View, { address, relation, ids, show }: Contents, paging: Paging): Resource {
  const { assumptions } = view.world
  const { page, perPage } = paging
  const pages = Math.ceil(ids.length / perPage)
  // Where the last page has a `next`, that leads to an empty page, not to a refusal.
  const last = assumptions.nextOnLast === 'present' && pages > 0 ? pages + 1 : Math.max(pages, 1)
  if (page > last && assumptions.pageBeyond === 404) throw new Refusal(404, 'Page not found')
  const members = slice(ids, paging, assumptions.order)
    .map(show)
    .filter((member) => member !== undefined)
  const more = page < pages || (assumptions.nextOnLast === 'present' && members.length > 0)
  return {
    ...(assumptions.totals === 'present' && { total_pages: pages }),
    per_page: perPage,
    page,
    ...(assumptions.totals === 'present' && { total_records: ids.length }),
    _links: {
      self: link(address + paging.query(page)),
      ...(more && { next: link(address + paging.query(page + 1)) }),
      [relation]: members.map(selfOf),
      curies: curiesOf(view),
    },
    _embedded: { [relation]: members },
  }
}

function slice(
  ids: readonly string[],
  { page, perPage }: Paging,
  order: 'oldest first' | 'newest first',
): readonly string[] {
  const start = (page - 1) * perPage
  if (order === 'oldest first') return ids.slice(start, start + perPage)
  const end = ids.length - start
  return end > 0 ? ids.slice(Math.max(0, end - perPage), end).reverse() : []
}

const selfOf = (member: Resource): unknown => at(member, '_links', 'self')
