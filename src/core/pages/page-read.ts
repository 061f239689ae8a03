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
  readonly next: Link | undefined
}

export const readOf = <Page extends Collection<unknown>>(url: URL, page: Page): PageRead<Page> => ({
  url,
  page,
  positions: positionsOf(page),
  total: typeof page.total_records === 'number' ? page.total_records : undefined,
  next: linkOf(page, 'next'),
})

/**
 * Where a walk stands once it has passed a page, or a part of it.
 *
 * @param end the first position that was not passed
 */
export function placeBehind(
  { url, page, positions, total, next }: PageRead<object>,
  end: number,
  before: Place | undefined,
  certain: boolean,
): Place {
  const last = positions.slice(0, end).findLast(isTellable)?.id
  const known = last === undefined ? { at: before?.at, last: before?.last } : { at: url.href, last }
  if (end < positions.length) {
    return { link: { href: url.href }, from: url.href, passed: end, ...known, total, certain }
  }
  return { link: next, from: originOf(page)?.answer.url ?? url.href, passed: 0, ...known, total, certain }
}
