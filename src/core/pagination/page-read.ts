import { itemsOf, type Link, linkOf, type Paged } from '../results/hal.ts'
import { type Origin, originOf, type Rejected } from '../results/metadata.ts'
import { idOf } from '../url/references.ts'
import { pageNumberOf } from '../url/service-url.ts'

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
  /** How many events the collection has, where the page says so. */
  readonly total: number | undefined
  /** How many events a full page has; of a last page perhaps how many it holds, as some services have it. */
  readonly perPage: number | undefined
  readonly next: Link | undefined
  /** Whether it has no next page, although it says that it is not the last. */
  readonly isCut: boolean
  /** Whether its counters contradict what it holds. */
  readonly isDoubtful: boolean
}

/** @param page as the client returns it, with what is remembered of it */
export function readPage<Page extends Paged>(url: URL, page: Page): PageRead<Page> {
  const [total, pages] = [countOf(page.total_records), countOf(page.total_pages)]
  const { namespace, response, rejected = [] } = originOf(page) as Origin
  const next = linkOf(page, 'next')
  const items: PageItem[] = itemsOf(page).map((value) => ({ id: identityOf(value, namespace), value }))
  // In the order of their indexes, so each finds those before it in their places.
  for (const each of rejected) items.splice(each.index, 0, { id: '', rejected: each })
  // Some services count every page as the first: so the address counts as well.
  const numbers = [countOf(page.page), pageNumberOf(url)].filter((number) => number !== undefined)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const isCounted = pages !== undefined && numbers.length > 0
  const isCut = isCounted && !next && most < pages
  const isBeyond = isCounted && items.length > 0 && least > pages
  const isDoubtful = isCut || isBeyond || (total !== undefined && items.length > total)
  return { url, from: response.url, page, items, total, perPage: perPageOf(page), next, isCut, isDoubtful }
}

/** A counter that counts; undefined where it is none. */
const countOf = (counter: unknown): number | undefined =>
  Number.isSafeInteger(counter) && Number(counter) >= 0 ? Number(counter) : undefined

/** A size that the number of pages contradicts is none. */
function perPageOf({ per_page, total_pages, total_records }: Paged): number | undefined {
  if (!per_page || per_page < 0) return undefined
  const counted = typeof total_pages === 'number' && typeof total_records === 'number'
  return counted && Math.ceil(total_records / per_page) !== total_pages ? undefined : per_page
}

/** Longer is no text that tells one event from another. */
const maxLength = 300

/** What tells an event from others, whatever was sent in its place. */
function identityOf(event: unknown, namespace: string): string {
  try {
    return idOf(event as object, namespace)
  } catch {}
  try {
    return JSON.stringify(event).slice(0, maxLength)
  } catch {
    // Nested without end.
    return ''
  }
}
