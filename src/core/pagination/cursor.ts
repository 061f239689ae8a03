import type { Paged } from '../hal/hal.ts'
import type { LinkPolicy } from '../url/link-policy.ts'
import { pageNumberOf, withPageNumber } from '../url/service-url.ts'
import type { PageItem, ParsedPage } from './page-read.ts'
import type { NextPage, Prefetcher } from './prefetch.ts'

/** Where an iteration stands: the page that it reads next, and what it knows of the event that it passed last. */
export interface Cursor extends NextPage {
  /** Address of the page on which the last event stood. */
  readonly at?: string | undefined
  /** The event that was passed last. */
  readonly last?: string | undefined
  /** How many events a full page had then: where the last event stood, that page. */
  readonly perPage?: number | undefined
  /** How many events the collection had then. */
  readonly total?: number | undefined
  /** The smallest total that any page named. */
  readonly minTotal?: number | undefined
  /** The most that can have been seen by what the pages said: the first total, and all that it has grown by. */
  readonly maxSeen?: number | undefined
  /** How many events stand before the page where the iteration began, as far as pages tell. */
  readonly skipped: number
  /** Whether the last page said that others follow, and led to none. */
  readonly isCut: boolean
  /** How many were seen so far, each once; those that were rejected too. */
  readonly seen: number
  /** Whether nothing that existed throughout can have been missed or seen twice so far. */
  readonly certain: boolean
}

/** More than any page tells: what stands before a page of which nobody knows how large the pages before it are. */
const unknownMany = Number.MAX_SAFE_INTEGER

/** The beginning of a list, or one of its pages. */
export const initialCursor = ({ href }: URL, page = 1): Cursor => ({
  link: { href },
  from: href,
  offset: 0,
  skipped: page === 1 ? 0 : unknownMany,
  isCut: false,
  seen: 0,
  certain: true,
})

/** Whether the whole list was read, as far as its totals tell. */
export const isComplete = ({ link, seen, minTotal, isCut }: Cursor): boolean =>
  link === undefined && (minTotal === undefined ? !isCut : seen >= minTotal)

/** Whether totals say that others follow at the end of the list: what stands before the page where the iteration began is none of them. */
export const isShort = (cursor: Cursor): boolean =>
  !isComplete(cursor) && (cursor.isCut || cursor.seen + cursor.skipped < (cursor.minTotal ?? 0))

/** What is missing where a list has ended; undefined where nothing is. What stands before the page where the iteration began is not missing. */
export function missingAtEnd(cursor: Cursor): string | undefined {
  const { link, seen, minTotal = 0, skipped } = cursor
  if (link) return 'its last page does not say that it is the last'
  if (skipped > 0 ? !isShort(cursor) : isComplete(cursor)) return undefined
  const expected = minTotal - skipped
  return seen < expected
    ? `${seen} of ${expected} events arrived`
    : 'its last page says that more pages follow, but has no link to the next'
}

/**
 * The cursor behind a page, or behind a part of it.
 *
 * @param end index of the first item that was not passed
 * @param now how many events were seen by then, and whether that is certain
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
  const isCounted = before.skipped === unknownMany && number !== undefined && perPage !== undefined
  const isWhole = end === items.length
  // A page that shows no end of the list is read once more, another time.
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

/** Where an event stands among others, or -1. */
const indexIn = (items: readonly PageItem[], id: string | undefined): number =>
  items.findIndex((item) => item.id === id)

/** How much of a page was passed already. */
export interface Alignment {
  /** So many of its items, from the first. */
  readonly drop: number
  /** Whether that follows from what the pages say. */
  readonly certain: boolean
  /** Whether events have moved to other pages. */
  readonly shifted: boolean
}

/**
 * Compares a page with the cursor. Events keep their order among themselves, so whatever follows the last one that was passed is still to come,
 * wherever it has moved. What is created moves others backwards, by no more places than the total has grown; where the last event is not on this
 * page although it may have moved as far as here, it is still on the page before. Pages of another size move everything.
 *
 * @returns undefined where this page cannot tell where the last event is. It shows less than was there before (a response from earlier on, or a
 * collection that shrinks), or the event may have moved further
 */
export function align(
  { items, total, perPage, next }: Pick<ParsedPage<unknown>, 'items' | 'total' | 'perPage' | 'next'>,
  cursor: Cursor,
): Alignment | undefined {
  const { last, offset } = cursor
  const known = total !== undefined && (cursor.total !== undefined || last === undefined)
  const grown = known ? total - (cursor.total ?? total) : 0
  // Of a collection that says it is empty there is nothing to look for.
  if (total === 0 && grown < 0) return { drop: 0, certain: false, shifted: false }
  if (grown < 0) return undefined
  const found = indexIn(items, last)
  const [now = 0, before = now] = [perPage, cursor.perPage]
  // A last page that says it is smaller has perhaps counted its own events, and nothing stands behind it.
  const resized = now > before || (now > 0 && now < before && next !== undefined)
  const shifted = resized || found >= offset
  // With an unchanged total nothing moves, unless as much was taken away as was added: then nobody knows what else did.
  const drop = grown === 0 && !resized ? Math.max(found + 1, offset) : found + 1
  if (found >= 0) return { drop, certain: known && (resized || !(shifted && grown === 0)), shifted }
  if (resized && last !== undefined) return undefined
  if (grown === 0 || last === undefined) return { drop: offset, certain: known && offset === 0, shifted: false }
  const inReach = offset === 0 && (grown <= items.length || !next)
  return inReach ? { drop: 0, certain: true, shifted: false } : undefined
}

/** A page, and how much of it was passed already. */
export interface AlignedPage<Page> extends Alignment {
  readonly read: ParsedPage<Page>
}

/** How often to begin anew where more events go away, or pages change their size once more, while one is looked for. */
const maxTries = 10

/**
 * Looks for the page on which the last event stands by now: from the page on which it stood, or from before it where events are gone or pages have
 * grown, and as far as it may have moved.
 *
 * @param seen the page that could not tell
 * @returns that page; where the event is nowhere any more, the first page that was looked at, with nothing known
 * @throws LinkError where the pages lead in a circle: nothing is known of where they should have led
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
  const first = await pages.fetch(earliest(stood, before, gone, perPage))
  const looked = new Set<string>()
  let count = 0
  for (let read = first; ; ) {
    const found = indexIn(read.items, last)
    const shifted = perPage !== before || gone > 0 || read.url.href !== stood.href
    if (found >= 0) return { read, drop: found + 1, certain: true, shifted }
    const [now, then] = [read.total ?? total, seen.total ?? total]
    // More are gone, or fewer than the page said that sent the search back so far.
    const hasChanged = (read.perPage ?? perPage) !== perPage || now < then || (gone > 0 && now > then)
    if (hasChanged && tries > 0) return findLast(cursor, read, pages, links, tries - 1)
    looked.add(read.url.href)
    count += read.items.length
    const reach = Math.abs((read.total ?? total) - total) + 2 * first.items.length + before
    if (!read.next || count > reach || read.items.length === 0) return nowhere(first.items.length > 0 ? first : seen)
    const next = pages.follow(read.next, read.from)
    if (looked.has(next.href)) throw links.loop(next)
    read = await pages.fetch(next)
  }
}

/** Where an event may be after so many others are gone, on pages of this size: no page before has more events than it has. */
function earliest(at: URL, before: number, gone: number, perPage: number): URL {
  const number = pageNumberOf(at)
  if (number === undefined) return at
  const ahead = Math.max(0, (number - 1) * before - gone)
  return withPageNumber(at, Math.floor(ahead / perPage) + 1)
}
