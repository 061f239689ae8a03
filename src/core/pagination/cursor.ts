import type { Paged } from '../hal/hal.ts'
import type { LinkPolicy } from '../url/link-policy.ts'
import { pageNumberOf, withPageNumber } from '../url/service-url.ts'
import type { PageItem, PageRead } from './page-read.ts'
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
  /** The fewest that any page said it had. */
  readonly fewest?: number | undefined
  /** The most that can have been met by what the pages said: the first total, and all that it has grown by. */
  readonly most?: number | undefined
  /** How many events stand before the page where the iteration began, as far as pages tell. */
  readonly skipped: number
  /** Whether the last page said that others follow, and led to none. */
  readonly isCut: boolean
  /** How many were met so far, each once; those that were rejected too. */
  readonly met: number
  /** Whether nothing that existed throughout can have been missed or met twice so far. */
  readonly certain: boolean
}

/** More than any page tells: what stands before a page of which nobody knows how large the pages before it are. */
const unknownMany = Number.MAX_SAFE_INTEGER

/** The beginning of a list, or one of its pages. */
export const initialCursor = ({ href }: URL, page = 1): Cursor => ({
  link: { href },
  from: href,
  passed: 0,
  skipped: page === 1 ? 0 : unknownMany,
  isCut: false,
  met: 0,
  certain: true,
})

/** Whether the whole list was read, as far as its totals tell. */
export const isComplete = ({ link, met, fewest, isCut }: Cursor): boolean =>
  link === undefined && (fewest === undefined ? !isCut : met >= fewest)

/** Whether totals say that others follow at the end of the list: what stands before the page where the iteration began is none of them. */
export const isShort = (cursor: Cursor): boolean =>
  !isComplete(cursor) && (cursor.isCut || cursor.met + cursor.skipped < (cursor.fewest ?? 0))

/** What is missing where a list has ended; undefined where nothing is. What stands before the page where the iteration began is not missing. */
export function missingAtEnd(cursor: Cursor): string | undefined {
  const { link, met, fewest = 0, skipped } = cursor
  if (link) return 'its last page does not say that it is the last'
  if (skipped > 0 ? !isShort(cursor) : isComplete(cursor)) return undefined
  const expected = fewest - skipped
  return met < expected
    ? `${met} of ${expected} events came`
    : 'its last page says that others follow, and leads to none'
}

/**
 * The cursor behind a page, or behind a part of it.
 *
 * @param end index of the first item that was not passed
 * @param now how many events were met by then, and whether that is certain
 */
export function cursorAfter(
  { url, from, items, total, perPage, next, isEnd, isCut }: PageRead<unknown>,
  end: number,
  before: Cursor,
  { met, certain }: Pick<Cursor, 'met' | 'certain'>,
): Cursor {
  const last = items.slice(0, end).findLast(({ id }) => id !== '')?.id
  const stood = last === undefined ? before : { at: url.href, last, perPage }
  const fewest = Math.min(total ?? Infinity, before.fewest ?? Infinity)
  const grown = total === undefined ? 0 : Math.max(0, total - (before.total ?? total))
  const most = before.most ?? (total === undefined ? undefined : before.met + total)
  const number = pageNumberOf(url)
  const isCounted = before.skipped === unknownMany && number !== undefined && perPage !== undefined
  const isWhole = end === items.length
  // A page that shows no end of the list is read once more, another time.
  const isPassed = isWhole && (next !== undefined || isEnd)
  return {
    link: isPassed ? next : { href: url.href },
    from: isPassed ? from : url.href,
    passed: isWhole ? 0 : end,
    at: stood.at,
    last: stood.last,
    perPage: stood.perPage,
    total,
    fewest: fewest === Infinity ? undefined : fewest,
    most: most === undefined ? undefined : most + grown,
    skipped: isCounted ? Math.max(0, (number - 1) * perPage - before.met) : before.skipped,
    isCut: isWhole && isCut,
    met,
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
  { items, total, perPage, next }: Pick<PageRead<unknown>, 'items' | 'total' | 'perPage' | 'next'>,
  cursor: Cursor,
): Alignment | undefined {
  const { last, passed } = cursor
  const known = total !== undefined && (cursor.total !== undefined || last === undefined)
  const grown = known ? total - (cursor.total ?? total) : 0
  // Of a collection that says it is empty there is nothing to look for.
  if (total === 0 && grown < 0) return { drop: 0, certain: false, shifted: false }
  if (grown < 0) return undefined
  const found = indexIn(items, last)
  const [now = 0, before = now] = [perPage, cursor.perPage]
  // A last page that says it is smaller has perhaps counted its own events, and nothing stands behind it.
  const resized = now > before || (now > 0 && now < before && next !== undefined)
  const shifted = resized || found >= passed
  // With an unchanged total nothing moves, unless as much was taken away as was added: then nobody knows what else did.
  const drop = grown === 0 && !resized ? Math.max(found + 1, passed) : found + 1
  if (found >= 0) return { drop, certain: known && (resized || !(shifted && grown === 0)), shifted }
  if (resized && last !== undefined) return undefined
  if (grown === 0 || last === undefined) return { drop: passed, certain: known && passed === 0, shifted: false }
  const inReach = passed === 0 && (grown <= items.length || !next)
  return inReach ? { drop: 0, certain: true, shifted: false } : undefined
}

/** A page, and how much of it was passed already. */
export interface AlignedPage<Page> extends Alignment {
  readonly read: PageRead<Page>
}

/** How often to begin anew where more events go away, or pages change their size once more, while one is looked for. */
const maxTries = 10

/**
 * Looks for the page on which the last event stands by now: from the page on which it stood, or from before it where events are gone or pages have
 * grown, and as far as it may have moved.
 *
 * @param met the page that could not tell
 * @returns that page; where the event is nowhere any more, the first page that was looked at, with nothing known
 * @throws LinkError where the pages lead in a circle: nothing is known of where they should have led
 */
export async function findLast<Page extends Paged>(
  cursor: Cursor,
  met: PageRead<Page>,
  pages: Prefetcher<Page>,
  links: LinkPolicy,
  tries = maxTries,
): Promise<AlignedPage<Page>> {
  const { last, at, from, total = 0 } = cursor
  const nowhere = (read: PageRead<Page>) => ({ read, drop: 0, certain: false, shifted: true })
  if (at === undefined || last === undefined) return nowhere(met)
  const stood = pages.follow({ href: at }, from)
  const perPage = met.perPage ?? Math.max(1, met.counters.per_page ?? met.items.length)
  const before = cursor.perPage ?? perPage
  const gone = Math.max(0, total - (met.total ?? total))
  const first = await pages.fetch(earliest(stood, before, gone, perPage))
  const looked = new Set<string>()
  let count = 0
  for (let read = first; ; ) {
    const found = indexIn(read.items, last)
    const shifted = perPage !== before || gone > 0 || read.url.href !== stood.href
    if (found >= 0) return { read, drop: found + 1, certain: true, shifted }
    const [now, then] = [read.total ?? total, met.total ?? total]
    // More are gone, or fewer than the page said that sent the search back so far.
    const hasChanged = (read.perPage ?? perPage) !== perPage || now < then || (gone > 0 && now > then)
    if (hasChanged && tries > 0) return findLast(cursor, read, pages, links, tries - 1)
    looked.add(read.url.href)
    count += read.items.length
    const reach = Math.abs((read.total ?? total) - total) + 2 * first.items.length + before
    if (!read.next || count > reach || read.items.length === 0) return nowhere(first.items.length > 0 ? first : met)
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
