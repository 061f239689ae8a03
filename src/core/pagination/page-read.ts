import type { DecodedPage } from '../results/decode.ts'
import { type Link, linkOf, itemsOf as listedOn, type Paged, setItems } from '../results/hal.ts'
import { type Rejected, rememberRejected } from '../results/metadata.ts'
import { idOf } from '../url/references.ts'

/** One of the events that a page was sent with. */
export interface PageItem {
  /** Tells the event from others; empty where nothing does. */
  readonly id: string
  readonly value: unknown
  /** Set where the page left it out, as it does not fit. */
  readonly rejected?: Rejected
  /** Whether the same event stands before it on the page. */
  readonly twice: boolean
}

/** A page, read once: all that an iteration looks at in it. */
export interface PageRead<Page> {
  /** Address that was asked. */
  readonly url: URL
  /** Address that answered, which links are relative to. */
  readonly from: string
  readonly page: Page
  readonly items: readonly PageItem[]
  readonly total: number | undefined
  /** How many events a full page has; of a last page perhaps how many it holds, as some services have it. */
  readonly perPage: number | undefined
  readonly next: Link | undefined
}

export function readPage<Page extends Paged>(url: URL, decoded: DecodedPage<Page>): PageRead<Page> {
  const { page, answeredBy } = decoded
  return {
    url,
    from: answeredBy,
    page,
    items: itemsOf(decoded),
    total: page.total_records ?? undefined,
    perPage: perPageOf(page),
    next: linkOf(page, 'next'),
  }
}

/** A size that the number of pages contradicts is none. */
function perPageOf({ per_page, total_pages, total_records }: Paged): number | undefined {
  if (!per_page || per_page < 0) return undefined
  const counted = typeof total_pages === 'number' && typeof total_records === 'number'
  return counted && Math.ceil(total_records / per_page) !== total_pages ? undefined : per_page
}

/** All that a page was sent with, in its order. */
function itemsOf({ page, rejected, namespace }: DecodedPage<Paged>): PageItem[] {
  const known = new Set<string>()
  const items: PageItem[] = listedOn(page).map((value) => {
    const id = identityOf(value, namespace)
    const twice = id !== '' && known.has(id)
    known.add(id)
    return { id, value, twice }
  })
  // In the order of their indexes, so each finds those before it in their places.
  for (const each of rejected) {
    const { index, value } = each
    items.splice(index, 0, { id: identityOf(value, namespace), value, rejected: each, twice: false })
  }
  return items
}

/** Longer is no text that tells one event from another. */
const longest = 300

/** What tells an event from others, whatever was sent in its place; empty where nothing does. */
function identityOf(event: unknown, namespace: string): string {
  try {
    return idOf(event as object, namespace)
  } catch {}
  try {
    return JSON.stringify(event).slice(0, longest)
  } catch {
    // Nested without end.
    return ''
  }
}

/** Whether it can be known again: what does not fit may be anything, and the same thing twice. */
export const hasIdentity = ({ id, rejected, twice }: PageItem): boolean => !rejected && !twice && id !== ''

/** Where an event stands among others, or -1. */
export const indexIn = (items: readonly PageItem[], id: string | undefined): number =>
  items.findIndex((item) => item.id === id && hasIdentity(item))

/** What an iteration takes of a page. */
export interface Selection {
  readonly kept: readonly PageItem[]
  /** Events that the filter leaves out. */
  readonly leftOut: readonly PageItem[]
  /** How many of those that are kept are events: the others were rejected. */
  readonly events: number
  /** How many items were met on a page before, those that were dropped aside. */
  readonly repeated: number
  /** How many stand before themselves on this page. */
  readonly twice: number
  /** Index of the first item that is left for later. */
  readonly end: number
}

/**
 * Chooses what to take of a page.
 *
 * @param drop so many of its items were passed already
 * @param most how many events to take
 * @param isKnown whether an event was met before
 * @param holds whether an event is wanted
 */
export function selectNew(
  items: readonly PageItem[],
  drop: number,
  most: number,
  isKnown: (id: string) => boolean,
  holds: ((event: object) => boolean) | undefined,
): Selection {
  const kept: PageItem[] = []
  const leftOut: PageItem[] = []
  let [events, repeated, twice, end] = [0, 0, 0, drop]
  for (const item of items.slice(drop)) {
    if (item.twice) twice += 1
    else if (hasIdentity(item) && isKnown(item.id)) repeated += 1
    else if (!item.rejected && holds && !holds(item.value as object)) leftOut.push(item)
    else if (item.rejected || events < most) {
      kept.push(item)
      if (!item.rejected) events += 1
    } else break
    end += 1
  }
  return { kept, leftOut, events, repeated, twice, end }
}

/** Takes everything out of a page but these of its items. */
export function retain({ page, items }: PageRead<Paged>, kept: readonly PageItem[]): void {
  const values = kept.flatMap(({ rejected, value }) => (rejected ? [] : [value]))
  setItems(page, values)
  if (items.some(({ rejected }) => rejected)) {
    rememberRejected(
      page,
      kept.flatMap(({ rejected }) => rejected ?? []),
    )
  }
}
