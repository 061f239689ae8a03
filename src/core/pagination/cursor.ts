import { type Collection, eventsOf, type Link, linkOf } from '../results/hal.ts'
import { allRejected, originOf, rememberRejected } from '../results/metadata.ts'
import { idOf } from '../url/references.ts'
import { pageNumberOf, withPageNumber } from '../url/service-url.ts'
import { PassedPages } from './loop-guard.ts'
import type { PageSource } from './pager.ts'

/** Where a walk stands: what it reads next, and what it knows of the event that it passed last. */
export interface Place {
  /** Link to the page to read next; undefined where the walk is through. */
  readonly link?: Link | undefined
  /** Address that the link is relative to. */
  readonly from: string
  /** How many events of that page were passed already: more than 0 where `max` ended a walk in the middle of a page. */
  readonly passed: number
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
  /** How many were met so far, each once; those that were rejected too. */
  readonly met: number
  /** Whether nothing that existed throughout can have been missed or met twice so far. */
  readonly certain: boolean
}

/** The beginning of a walk. */
export const placeAt = ({ href }: URL): Place => ({ link: { href }, from: href, passed: 0, met: 0, certain: true })

/** One of the events that a page was sent with. */
export interface Position {
  /** Tells the event from others. */
  readonly id: string
  /** Whether the page left it out, as it does not fit. */
  readonly rejected: boolean
  /** Whether the same event stands before it on the page. */
  readonly twice: boolean
}

/** Whether it can be known again: what does not fit may be anything, and the same thing twice. */
export const isTellable = ({ id, rejected, twice }: Position): boolean => !rejected && !twice && id !== ''

/** Where an event stands among others, or -1. */
export const placeIn = (positions: readonly Position[], id: string | undefined): number =>
  positions.findIndex((position) => position.id === id && isTellable(position))

/** Longer is no text that tells one event from another. */
const longest = 300

/** What tells an event from others, whatever was sent in its place; empty where nothing does. */
function identityOf(event: unknown): string {
  try {
    return idOf(event as object)
  } catch {
    return startOfJson(event)
  }
}

function startOfJson(value: unknown): string {
  try {
    return JSON.stringify(value).slice(0, longest)
  } catch {
    // Nested without end.
    return ''
  }
}

/** All that a page was sent with, in its order. */
export function positionsOf(page: Collection<unknown>): Position[] {
  const known = new Set<string>()
  const positions = eventsOf(page).map((event) => {
    const id = identityOf(event)
    const twice = id !== '' && known.has(id)
    known.add(id)
    return { id, rejected: false, twice }
  })
  // In the order of their places, so each finds those before it in theirs.
  for (const { index, value } of allRejected(page)) {
    positions.splice(index, 0, { id: identityOf(value), rejected: true, twice: false })
  }
  return positions
}

/** Takes everything out of a page but the events, and the rejected ones, at these of its positions. */
export function keepOnly(page: Collection<unknown>, positions: readonly Position[], kept: ReadonlySet<number>): void {
  const fits = [...positions.keys()].filter((index) => !positions[index]?.rejected)
  const embedded = page._embedded
  if (embedded) embedded['osdi:events'] = eventsOf(page).filter((_, nth) => kept.has(fits[nth] ?? -1))
  const rejected = allRejected(page)
  if (rejected.length > 0) {
    rememberRejected(
      page,
      rejected.filter(({ index }) => kept.has(index)),
    )
  }
}

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

/** How much of a page was passed already. */
export interface Passed {
  /** So many of its events, from the first. */
  readonly drop: number
  /** Whether that follows from what the pages say. */
  readonly certain: boolean
  /** Whether events have moved to other pages. */
  readonly shifted: boolean
}

/**
 * Compares a page with where the walk stands. Events keep their order among themselves, so whatever follows the last one that was passed is
 * still to come, wherever it has moved. What is created moves others backwards, by no more places than the total has grown; where the last event
 * is not on this page although it may have moved as far as here, it is still on the page before. Pages of another size move everything.
 *
 * @returns `'older'` where the page shows less than was there before: an answer from earlier on, or a collection that shrinks; `'elsewhere'` where
 * this page cannot tell where the last event is
 */
export function compare(
  { positions, total, perPage, next }: Pick<PageRead<unknown>, 'positions' | 'total' | 'perPage' | 'next'>,
  place: Place,
): Passed | 'older' | 'elsewhere' {
  const { last, passed } = place
  const known = total !== undefined && (place.total !== undefined || last === undefined)
  const grown = known ? total - (place.total ?? total) : 0
  // Of a collection that says it is empty there is nothing to look for.
  if (total === 0 && grown < 0) return { drop: 0, certain: false, shifted: false }
  if (grown < 0) return 'older'
  const found = placeIn(positions, last)
  const [now = 0, before = now] = [perPage, place.perPage]
  // A last page that says it is smaller has perhaps counted its own events, and nothing stands behind it.
  const resized = now > before || (now > 0 && now < before && next !== undefined)
  const shifted = resized || found >= passed
  // With an unchanged total nothing moves, unless as much was taken away as was added: then nobody knows what else did.
  const drop = grown === 0 && !resized ? Math.max(found + 1, passed) : found + 1
  if (found >= 0) return { drop, certain: known && (resized || !(shifted && grown === 0)), shifted }
  if (resized && last !== undefined) return 'elsewhere'
  if (grown === 0 || last === undefined) return { drop: passed, certain: known && passed === 0, shifted: false }
  const inReach = passed === 0 && (grown <= positions.length || !next)
  return inReach ? { drop: 0, certain: true, shifted: false } : 'elsewhere'
}

/** What a walk takes of a page. */
export interface Selection {
  /** Positions that it takes. */
  readonly kept: ReadonlySet<number>
  /** How many events are among them. */
  readonly events: number
  /** How many positions hold what was met on a page before, those that were dropped aside. */
  readonly repeated: number
  /** How many hold what stands before them on this page. */
  readonly twice: number
  /** The first position that it leaves for later. */
  readonly end: number
}

/**
 * Chooses what to take of a page.
 *
 * @param drop so many of its positions were passed already
 * @param most how many events to take
 * @param isKnown whether an event was met before
 */
export function selectNew(
  positions: readonly Position[],
  drop: number,
  most: number,
  isKnown: (id: string) => boolean,
): Selection {
  const kept = new Set<number>()
  let [events, repeated, twice] = [0, 0, 0]
  for (const [index, position] of positions.entries()) {
    const { id, rejected } = position
    if (index < drop) continue
    if (position.twice) twice += 1
    else if (isTellable(position) && isKnown(id)) repeated += 1
    else if (rejected || events < most) {
      kept.add(index)
      if (!rejected) events += 1
    } else return { kept, events, repeated, twice, end: index }
  }
  return { kept, events, repeated, twice, end: positions.length }
}

/** A page, and how much of it was passed already. */
export interface Found<Page> {
  readonly read: PageRead<Page>
  readonly passed: Passed
}

/** How often to begin anew where events go away, or pages change their size, while one is looked for. */
const mostTries = 10

/** Where an event may be after so many others are gone, on pages of this size: no page before has more events than it has. */
function earliest(at: URL, before: number, gone: number, perPage: number): URL {
  const number = pageNumberOf(at)
  if (number === undefined) return at
  const ahead = Math.max(0, (number - 1) * before - Math.max(0, gone))
  return withPageNumber(at, Math.floor(ahead / perPage) + 1)
}

/**
 * Looks for the page on which the last event stands by now: from the page on which it stood, or from before it where events are gone or pages have
 * grown, and as far as it may have moved.
 *
 * @param met the page that could not tell
 * @returns that page; where the event is nowhere any more, the first page that was looked at, with nothing known
 * @throws LinkError where the pages lead in a circle: nothing is known of where they should have led
 */
export async function searchLast<Page extends Collection<unknown>>(
  place: Place,
  met: PageRead<Page>,
  read: (url: URL) => Promise<PageRead<Page>>,
  { resolve, loop }: Pick<PageSource<Page>, 'resolve' | 'loop'>,
): Promise<Found<Page>> {
  const { last, at, from, total = 0 } = place
  const lost = (page: PageRead<Page>) => ({ read: page, passed: { drop: 0, certain: false, shifted: true } })
  if (at === undefined || last === undefined) return lost(met)
  const stood = resolve({ href: at }, from)
  let perPage = Math.max(1, met.page.per_page ?? met.positions.length)
  let gone = 0
  /** More may be gone by now, or pages may have changed their size once more: then the search begins anew. */
  const hasChanged = (page: PageRead<Page>) => {
    const [wasGone, before] = [gone, perPage]
    gone = Math.max(gone, total - (page.total ?? total))
    perPage = page.perPage ?? perPage
    return gone > wasGone || perPage !== before
  }
  hasChanged(met)
  const before = place.perPage ?? perPage
  for (let tries = 0; ; tries += 1) {
    const first = await read(earliest(stood, before, gone, perPage))
    const looked = new PassedPages()
    let count = 0
    for (let page = first; ; ) {
      const found = placeIn(page.positions, last)
      const shifted = perPage !== before || gone > 0 || page.url.href !== stood.href
      if (found >= 0) return { read: page, passed: { drop: found + 1, certain: true, shifted } }
      if (hasChanged(page) && tries < mostTries) break
      looked.add(page.url.href)
      count += page.positions.length
      const reach = Math.abs((page.total ?? total) - total) + 2 * first.positions.length + before
      if (!page.next || count > reach || page.positions.length === 0) {
        return lost(first.positions.length > 0 ? first : met)
      }
      const next = resolve(page.next, page.url.href)
      if (looked.has(next.href)) throw loop(next)
      page = await read(next)
    }
  }
}
