import { counterOf, itemsOf, type Link, linksOf, type Paged } from '../hal/hal.ts'
import { idOf } from '../url/references.ts'
import { pageNumberOf } from '../url/service-url.ts'
import { isObject } from '../values/arguments.ts'
import { type Origin, originOf, type Rejected } from '../values/origin.ts'

/** One of the events that a page was sent with. */
export interface PageItem {
  /** Tells the event from others; empty where nothing does: what does not fit may be anything, and the same thing twice. */
  readonly id: string
  /** Undefined where the page does not hold it, as it does not fit. */
  readonly value?: unknown
  /** Set where it does not fit. */
  readonly rejected?: Rejected
}

/** A page, read once: all that an iteration looks at in it. */
export interface ParsedPage<Page> {
  /** Address that was asked. */
  readonly url: URL
  /** Address that answered, which links are relative to. */
  readonly from: string
  readonly page: Page
  /** All that it was sent with, in its order. */
  readonly items: readonly PageItem[]
  /** Its counters, as far as they can be read. */
  readonly counters: Counters
  /** How many events the collection has, where the page says so. */
  readonly total: number | undefined
  /** How many events a full page has; of a last page perhaps how many it holds, as some services have it. */
  readonly perPage: number | undefined
  readonly next: Link | undefined
  /** Without a next page: whether it shows that the list ends with it. */
  readonly isEnd: boolean
  /** Whether it has no next page, although it says that it is not the last. */
  readonly isCut: boolean
  /** Whether its counters contradict what it holds. */
  readonly isContradictory: boolean
}

/** The counters of a page, all as numbers. */
export type Counters = { readonly [Name in 'page' | 'per_page' | 'total_pages' | 'total_records']: number | undefined }

/** @param page as the client returns it, with what is remembered of it */
export function parsePage<Page extends Paged>(url: URL, page: Page): ParsedPage<Page> {
  const counters: Counters = {
    page: counterOf(page, 'page'),
    per_page: counterOf(page, 'per_page'),
    total_pages: counterOf(page, 'total_pages'),
    total_records: counterOf(page, 'total_records'),
  }
  const { namespace, response, rejected = [] } = originOf(page) as Origin
  // Some services write an empty address behind the last page.
  const next = linksOf(page, 'next').find(({ href }) => href !== '')
  const items: PageItem[] = itemsOf(page).map((value) => ({ id: identityOf(value, namespace), value }))
  // In the order of their indexes, so each finds those before it in their places.
  for (const each of rejected) {
    const { index, value } = each
    const isKept = items[index]?.value === value
    if (isKept) items[index] = { id: idIn(value, namespace) ?? '', value, rejected: each }
    else items.splice(index, 0, { id: '', rejected: each })
  }
  const { total_pages: pages, total_records: total } = counters
  // Some services count every page as the first: so the address counts as well.
  const numbers = [counters.page, pageNumberOf(url)].filter((number) => number !== undefined)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const isCounted = pages !== undefined && numbers.length > 0
  const isCut = isCounted && !next && most < pages
  const isBeyond = isCounted && items.length > 0 && least > pages
  return {
    ...{ url, from: response.url, page, items, counters, total, next, isCut },
    perPage: perPageOf(counters),
    isEnd: saysAnything(page, counters) && isNothing(Object(page._links).next),
    isContradictory: isCut || isBeyond || (total !== undefined && items.length > total),
  }
}

/** A size that the number of pages contradicts is none. */
function perPageOf({ per_page, total_pages, total_records }: Counters): number | undefined {
  if (!per_page) return undefined
  const counted = total_pages !== undefined && total_records !== undefined
  return counted && Math.ceil(total_records / per_page) !== total_pages ? undefined : per_page
}

/** Whether a page has anything that only a page has. Some services answer a failure with `{}`. */
const saysAnything = (page: Paged, counters: Counters): boolean =>
  isObject(page._embedded) ||
  Object.values(counters).some((count) => count !== undefined) ||
  Object.keys(page._links ?? {}).some((relation) => linksOf(page, relation).length > 0)

/** Whether what stands in place of a link leads nowhere for sure, such as `{ href: null }`: what cannot be read may lead somewhere. */
const isNothing = (value: unknown): boolean => !value || (isObject(value) && Object.values(value).every(isNothing))

/** Longer is no text that tells one event from another. */
const maxLength = 300

/** The id of an event, whatever was sent in its place; undefined where it has none. */
function idIn(event: unknown, namespace: string): string | undefined {
  try {
    return idOf(event as object, namespace)
  } catch {
    return undefined
  }
}

/** What tells an event from others. */
const identityOf = (event: unknown, namespace: string): string =>
  idIn(event, namespace) ?? JSON.stringify(event).slice(0, maxLength)
