import { type Link, linkOf } from '../resources/hal.ts'
import { originOf } from '../resources/memory.ts'
import type { Collection } from '../resources/page.ts'
import type { Place } from './place.ts'
import { isTellable, type Position, positionsOf } from './positions.ts'

/** A page as it was read, and what a walk looks at in it. */
export interface PageRead<Page> {
  /** Address that was asked. */
  readonly url: URL
  readonly page: Page
  readonly positions: readonly Position[]
  readonly total: number | undefined
  /** How many events a full page has; of a last page perhaps how many it holds, as some services have it. */
  readonly perPage: number | undefined
  readonly next: Link | undefined
}

export function readOf<Page extends Collection<unknown>>(url: URL, page: Page): PageRead<Page> {
  const total = page.total_records ?? undefined
  return { url, page, positions: positionsOf(page), total, perPage: perPageOf(page), next: linkOf(page, 'next') }
}

/** A size that the number of pages contradicts is none. */
function perPageOf({ per_page, total_pages, total_records }: Collection<unknown>): number | undefined {
  if (!per_page || per_page < 0) return undefined
  const counted = typeof total_pages === 'number' && typeof total_records === 'number'
  return counted && Math.ceil(total_records / per_page) !== total_pages ? undefined : per_page
}

/**
 * Where a walk stands once it has passed a page, or a part of it.
 *
 * @param end the first position that was not passed
 * @param now how many events were met by then, and whether that is certain
 */
export function placeBehind(
  { url, page, positions, total, perPage, next }: PageRead<object>,
  end: number,
  before: Place | undefined,
  { met, certain }: Pick<Place, 'met' | 'certain'>,
): Place {
  const last = positions.slice(0, end).findLast(isTellable)?.id
  const stood = last === undefined ? before : { at: url.href, last, perPage }
  const fewest = Math.min(total ?? Infinity, before?.fewest ?? Infinity)
  const known = {
    at: stood?.at,
    last: stood?.last,
    perPage: stood?.perPage,
    total,
    fewest: fewest === Infinity ? undefined : fewest,
    met,
    certain,
  }
  if (end < positions.length) return { link: { href: url.href }, from: url.href, passed: end, ...known }
  return { link: next, from: originOf(page)?.answer.url ?? url.href, passed: 0, ...known }
}
