import type { LinkPolicy } from '../address/link-policy.ts'
import { pageNumberOf, withPageNumber } from '../address/service-address.ts'
import type { Paged } from '../hal/hal.ts'
import type { PageItem, ParsedPage } from './page-read.ts'
import type { NextPage, Prefetcher } from './prefetch.ts'

/**
 * Position of an iteration: the page to read next, and the last event that the iteration has passed. It passes an event when it yields the event or
 * leaves it out (repeated, invalid, or excluded by the filter).
 */
export interface Cursor extends NextPage {
  /** Address of the page that had the last passed event. */
  readonly at?: string | undefined
  /** Id of the last passed event, or the beginning of its JSON. */
  readonly last?: string | undefined
  /** Number of events on a full page, as the page at `at` says. */
  readonly perPage?: number | undefined
  /** `total_records` of the latest page. */
  readonly total?: number | undefined
  /** The smallest `total_records` of all pages so far. */
  readonly minTotal?: number | undefined
  /** The largest value that `seen` can have: the first total, plus each later increase of the total. */
  readonly maxSeen?: number | undefined
  /** Number of events before the page where the iteration began. */
  readonly skipped: number
  /** Whether the latest page has no `next` link, although its counters say that more pages follow. */
  readonly isCut: boolean
  /** Number of different events so far, including rejected events and events that the filter excludes. */
  readonly seen: number
  /** Whether the pages prove that each event was seen exactly once so far. Events that were created or deleted meanwhile do not count. */
  readonly certain: boolean
}

/** The value of `skipped` while the page size is not known. It is larger than every total, so no event counts as missing. */
const unknownSkipped = Number.MAX_SAFE_INTEGER

/** The cursor at the beginning of a list, or of one of its pages. The pages of a list without an order prove nothing: `certain` is false. */
export const initialCursor = ({ href }: URL, page = 1, certain = true): Cursor => ({
  link: { href },
  from: href,
  offset: 0,
  skipped: page === 1 ? 0 : unknownSkipped,
  isCut: false,
  seen: 0,
  certain,
})

/** Whether the iteration has read the whole list: it has reached the end, and the totals do not show more events. */
export const isComplete = ({ link, seen, minTotal, isCut }: Cursor): boolean =>
  link === undefined && (minTotal === undefined ? !isCut : seen >= minTotal)

/** Whether the counters show more events than the iteration has passed. Events before the page where it began count as passed. */
export const hasMore = (cursor: Cursor): boolean =>
  !isComplete(cursor) && (cursor.isCut || cursor.seen + cursor.skipped < (cursor.minTotal ?? 0))

/** Message about an incomplete list; undefined if the list is complete. Events before the page where the iteration began do not count as missing. */
export function missingAtEnd(cursor: Cursor): string | undefined {
  const { link, seen, minTotal = 0, skipped } = cursor
  if (link) return 'its last page does not say that it is the last'
  if (skipped > 0 ? !hasMore(cursor) : isComplete(cursor)) return undefined
  const expected = minTotal - skipped
  return seen < expected
    ? `${seen} of ${expected} events arrived`
    : 'its last page says that more pages follow, but has no link to the next'
}

/**
 * The cursor after a page, or after a part of the page.
 *
 * @param end index of the first item that is not passed yet
 * @param now `seen` and `certain` after the passed items
 */
export function cursorAfter(
  { url, from, items, total, perPage, next, isEnd, isCut }: ParsedPage<unknown>,
  end: number,
  before: Cursor,
  { seen, certain }: Pick<Cursor, 'seen' | 'certain'>,
): Cursor {
  const last = items.slice(0, end).findLast(({ id }) => id !== '')?.id
  const stood = last === undefined ? before : { at: url.href, last, perPage }
  const minTotal = Math.min(total ?? Infinity, before.minTotal ?? Infinity)
  const grown = total === undefined ? 0 : Math.max(0, total - (before.total ?? total))
  const maxSeen = before.maxSeen ?? (total === undefined ? undefined : before.seen + total)
  const number = pageNumberOf(url)
  const isCounted = before.skipped === unknownSkipped && number !== undefined && perPage !== undefined
  const isWhole = end === items.length
  // A page without `next` may still not be the last one. Then a resumed iteration reads the page again.
  const isPassed = isWhole && (next !== undefined || isEnd)
  return {
    link: isPassed ? next : { href: url.href },
    from: isPassed ? from : url.href,
    offset: isWhole ? 0 : end,
    at: stood.at,
    last: stood.last,
    perPage: stood.perPage,
    total,
    minTotal: minTotal === Infinity ? undefined : minTotal,
    maxSeen: maxSeen === undefined ? undefined : maxSeen + grown,
    skipped: isCounted ? Math.max(0, (number - 1) * perPage - before.seen) : before.skipped,
    isCut: isWhole && isCut,
    seen,
    certain,
  }
}

/** Index of the item with this id, or -1. */
const indexIn = (items: readonly PageItem[], id: string | undefined): number =>
  items.findIndex((item) => item.id === id)

/** Which items of a page the iteration has already passed: the first ones. */
export interface Alignment {
  /** Number of passed items at the beginning of the page. */
  readonly drop: number
  /** Whether the pages prove this number. */
  readonly certain: boolean
  /** Whether events have moved to other pages. */
  readonly shifted: boolean
}

/**
 * Finds out how many items of a page the iteration has already passed. The events keep their order, so the iteration continues after the last passed
 * event, on whatever page that event is now. Each new event moves later events back by one place; the increase of the total limits how far. If the
 * last passed event can have moved back to this page, but is not on it, then it is still on the page before. A change of the page size moves all
 * events.
 *
 * @returns undefined if this page does not show where the last passed event is: the total is smaller than before (events were deleted, or the
 * response is old), or the event may be on a later page now
 */
export function align(
  { items, total, perPage, next }: Pick<ParsedPage<unknown>, 'items' | 'total' | 'perPage' | 'next'>,
  cursor: Cursor,
): Alignment | undefined {
  const { last, offset } = cursor
  const known = total !== undefined && (cursor.total !== undefined || last === undefined)
  const grown = known ? total - (cursor.total ?? total) : 0
  // The collection is empty now: there is no event to look for.
  if (total === 0 && grown < 0) return { drop: 0, certain: false, shifted: false }
  if (grown < 0) return undefined
  const found = indexIn(items, last)
  const now = perPage ?? 0
  const before = cursor.perPage ?? now
  // On the last page, some services write the number of its items as `per_page`. So a smaller `per_page` without `next` does not mean that the page
  // size changed.
  const resized = now > before || (now > 0 && now < before && next !== undefined)
  const shifted = resized || found >= offset
  // If events moved but the total is unchanged, the service created as many events as it deleted. Then at least `offset` events count as passed.
  const drop = grown === 0 && !resized ? Math.max(found + 1, offset) : found + 1
  if (found >= 0) return { drop, certain: known && (resized || !(shifted && grown === 0)), shifted }
  if (resized && last !== undefined) return undefined
  if (grown === 0 || last === undefined) return { drop: offset, certain: known && offset === 0, shifted: false }
  const inReach = offset === 0 && (grown <= items.length || !next)
  return inReach ? { drop: 0, certain: true, shifted: false } : undefined
}

/** A page, and how many of its items the iteration has already passed. */
export interface AlignedPage<Page> extends Alignment {
  readonly read: ParsedPage<Page>
}

/** How often a search starts again, because events were deleted or the page size changed during the search. */
const maxTries = 10

/**
 * Searches for the page that has the last passed event now. Begins at the page that had the event, or at an earlier page if events were deleted or
 * pages have grown. Ends after the last page to which the event can have moved.
 *
 * @param seen the page for which `align` returned undefined
 * @returns the page with the event. If no page has it: the first page of the search (`seen`, if that page is empty), with `certain` false
 * @throws LinkError if the pages lead in a circle
 */
export async function findLast<Page extends Paged>(
  cursor: Cursor,
  seen: ParsedPage<Page>,
  pages: Prefetcher<Page>,
  links: LinkPolicy,
  tries = maxTries,
): Promise<AlignedPage<Page>> {
  const { last, at, from, total = 0 } = cursor
  const nowhere = (read: ParsedPage<Page>) => ({ read, drop: 0, certain: false, shifted: true })
  if (at === undefined || last === undefined) return nowhere(seen)
  const stood = pages.follow({ href: at }, from)
  const perPage = seen.perPage ?? Math.max(1, seen.counters.per_page ?? seen.items.length)
  const before = cursor.perPage ?? perPage
  const gone = Math.max(0, total - (seen.total ?? total))
  const first = await pages.fetch(earliestPage(stood, before, gone, perPage))
  const visited = new Set<string>()
  let count = 0
  for (let read = first; ; ) {
    const found = indexIn(read.items, last)
    const shifted = perPage !== before || gone > 0 || read.url.href !== stood.href
    if (found >= 0) return { read, drop: found + 1, certain: true, shifted }
    const now = read.total ?? total
    const then = seen.total ?? total
    // During the search, the page size or the total changed again. So the search may have begun at the wrong page.
    const hasChanged = (read.perPage ?? perPage) !== perPage || now < then || (gone > 0 && now > then)
    if (hasChanged && tries > 0) return findLast(cursor, read, pages, links, tries - 1)
    visited.add(read.url.href)
    count += read.items.length
    const reach = Math.abs(now - total) + 2 * first.items.length + before
    if (!read.next || count > reach || read.items.length === 0) return nowhere(first.items.length > 0 ? first : seen)
    const next = pages.follow(read.next, read.from)
    if (visited.has(next.href)) throw links.loop(next)
    read = await pages.fetch(next)
  }
}

/**
 * Address of the first page that may now have an event that was on the page `at`.
 *
 * @param before the page size at that time
 * @param gone the number of events that were deleted since
 * @example
 * With 25 events a page, 50 events were before page 3. If 30 were deleted, the events may be as far ahead as the 21st: on page 1.
 */
function earliestPage(at: URL, before: number, gone: number, perPage: number): URL {
  const number = pageNumberOf(at)
  if (number === undefined) return at
  const ahead = Math.max(0, (number - 1) * before - gone)
  return withPageNumber(at, Math.floor(ahead / perPage) + 1)
}
