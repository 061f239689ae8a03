import { itemsOf, type Link, linkOf, type Paged, setItems } from '../results/hal.ts'
import { type Origin, originOf, type Rejected, remember } from '../results/metadata.ts'
import { idOf } from '../url/references.ts'
import type { RecentTexts } from './loop-guard.ts'

/** One of the events that a page was sent with. */
export interface PageItem {
  /** Tells the event from others; empty where nothing does: what does not fit may be anything, and the same thing twice. */
  readonly id: string
  readonly value?: unknown
  /** Set where the page left it out, as it does not fit. */
  readonly rejected?: Rejected
}

/** A page, read once: all that an iteration looks at in it. */
export interface PageRead<Page> {
  /** Address that was asked. */
  readonly url: URL
  /** Address that answered, which links are relative to. */
  readonly from: string
  readonly page: Page
  /** All that it was sent with, in its order. */
  readonly items: readonly PageItem[]
  readonly total: number | undefined
  /** How many events a full page has; of a last page perhaps how many it holds, as some services have it. */
  readonly perPage: number | undefined
  readonly next: Link | undefined
}

/** @param page as the client returns it, with what is remembered of it */
export function readPage<Page extends Paged>(url: URL, page: Page): PageRead<Page> {
  const { namespace, response, rejected = [] } = originOf(page) as Origin
  const items: PageItem[] = itemsOf(page).map((value) => ({ id: identityOf(value, namespace), value }))
  // In the order of their indexes, so each finds those before it in their places.
  for (const each of rejected) items.splice(each.index, 0, { id: '', rejected: each })
  const total = page.total_records ?? undefined
  return { url, from: response.url, page, items, total, perPage: perPageOf(page), next: linkOf(page, 'next') }
}

/** A size that the number of pages contradicts is none. */
function perPageOf({ per_page, total_pages, total_records }: Paged): number | undefined {
  if (!per_page || per_page < 0) return undefined
  const counted = typeof total_pages === 'number' && typeof total_records === 'number'
  return counted && Math.ceil(total_records / per_page) !== total_pages ? undefined : per_page
}

/** Longer is no text that tells one event from another. */
const longest = 300

/** What tells an event from others, whatever was sent in its place. */
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

/** What an iteration took of a page. */
export interface Taken {
  readonly events: number
  readonly rejected: number
  /** How many events the filter left out. */
  readonly leftOut: number
  /** How many items were met on a page before, those that were dropped aside. */
  readonly repeated: number
  /** How many stand before themselves on this page. */
  readonly twice: number
  /** Index of the first item that is left for later. */
  readonly end: number
}

/**
 * Takes what is new of a page, and everything else out of it.
 *
 * @param drop so many of its items were passed already
 * @param most how many events to take
 * @param ids of the events that were met before; those of this page come to them
 * @param holds whether an event is wanted
 */
export function takeNew(
  { page, items }: PageRead<Paged>,
  drop: number,
  most: number,
  ids: RecentTexts,
  holds: ((event: object) => boolean) | undefined,
): Taken {
  const kept: unknown[] = []
  const rejects: Rejected[] = []
  let [leftOut, repeated, twice, end] = [0, 0, 0, 0]
  for (const { id, value, rejected } of items) {
    if (end >= drop) {
      if (ids.has(id)) {
        if (items.findIndex((item) => item.id === id) < end) twice += 1
        else repeated += 1
      } else if (rejected) rejects.push(rejected)
      else if (holds && !holds(value as object)) leftOut += 1
      else if (kept.length < most) kept.push(value)
      else break
    }
    if (id !== '') ids.add(id)
    end += 1
  }
  const rejected = rejects.length
  if (kept.length + rejected < items.length) {
    setItems(page, kept)
    if (items.some((item) => item.rejected)) remember(page, { rejected: Object.freeze(rejects) })
  }
  return { events: kept.length, rejected, leftOut, repeated, twice, end }
}
