import { pageNumberOf } from '../address/service-address.ts'
import { type Origin, originOf, type Rejected } from '../base/origin.ts'
import { isObjectLike } from '../base/values.ts'
import type { Link, Paged } from '../hal/hal.ts'
import { idOf } from '../hal/ids.ts'
import { counterOf, itemsOf, linksOf } from '../hal/relations.ts'

/** An item of a page, valid or not, in the order of the response. */
export interface PageItem {
  /** Id of the event, or the beginning of its JSON if it has no id. Empty for an invalid event that has no id or was removed from the page. */
  readonly id: string
  /** The event. Undefined if the event is invalid and was removed from the page. */
  readonly value?: unknown
  /** Set if the event is invalid. */
  readonly rejected?: Rejected
}

/** A page, and everything that an iteration needs to know about it. */
export interface ParsedPage<Page> {
  /** Address of the request. */
  readonly url: URL
  /** Address of the response, after redirects: links are relative to it. */
  readonly from: string
  readonly page: Page
  /** All items of the response, in its order. */
  readonly items: readonly PageItem[]
  /** The counters; undefined for each that is absent or cannot be read. */
  readonly counters: Counters
  /** Number of events in the collection. */
  readonly total: number | undefined
  /** Number of events on a full page. For the last page, some services write the number of its own events. */
  readonly perPage: number | undefined
  readonly next: Link | undefined
  /** For a page without `next`: whether it shows that the list ends here. */
  readonly isEnd: boolean
  /** Whether the page has no `next`, although its counters say that more pages follow. */
  readonly isCut: boolean
  /** Whether the counters contradict the items or the links. */
  readonly isContradictory: boolean
}

/** The counters of a page, all as numbers. */
export type Counters = { readonly [Name in 'page' | 'per_page' | 'total_pages' | 'total_records']: number | undefined }

/** @param page a page that the client returned. A copy does not remember its response */
export function parsePage<Page extends Paged>(url: URL, page: Page): ParsedPage<Page> {
  const counters: Counters = {
    page: counterOf(page, 'page'),
    per_page: counterOf(page, 'per_page'),
    total_pages: counterOf(page, 'total_pages'),
    total_records: counterOf(page, 'total_records'),
  }
  const { namespace, response, rejected = [] } = originOf(page) as Origin
  // On the last page, some services write a link with an empty address.
  const next = linksOf(page, 'next').find(({ href }) => href !== '')
  const items: PageItem[] = itemsOf(page).map((value) => ({ id: identityOf(value, namespace), value }))
  // `rejected` has ascending indexes, so each insertion comes after all earlier ones.
  for (const each of rejected) {
    const { index, value } = each
    const isKept = items[index]?.value === value
    if (isKept) items[index] = { id: idOrUndefined(value, namespace) ?? '', value, rejected: each }
    else items.splice(index, 0, { id: '', rejected: each })
  }
  const { total_pages: pages, total_records: total } = counters
  // Some services write `page: 1` on every page, so this also looks at the number in the address.
  const numbers = [counters.page, pageNumberOf(url)].filter((number) => number !== undefined)
  const isCounted = pages !== undefined && numbers.length > 0
  const isCut = isCounted && !next && Math.max(...numbers) < pages
  const isBeyond = isCounted && items.length > 0 && Math.min(...numbers) > pages
  return {
    url,
    from: response.url,
    page,
    items,
    counters,
    total,
    next,
    isCut,
    perPage: perPageOf(counters),
    isEnd: looksLikePage(page, counters) && isNoLink(Object(page._links).next),
    isContradictory: isCut || isBeyond || (total !== undefined && items.length > total),
  }
}

/** The counter `per_page`; undefined if it contradicts the other counters. */
function perPageOf({ per_page, total_pages, total_records }: Counters): number | undefined {
  if (!per_page) return undefined
  const counted = total_pages !== undefined && total_records !== undefined
  return counted && Math.ceil(total_records / per_page) !== total_pages ? undefined : per_page
}

/** Whether a page has counters, links or embedded resources. Some services answer a failure with `{}`. */
const looksLikePage = (page: Paged, counters: Counters): boolean =>
  isObjectLike(page._embedded) ||
  Object.values(counters).some((count) => count !== undefined) ||
  Object.keys(page._links ?? {}).some((relation) => linksOf(page, relation).length > 0)

/**
 * Whether a value of `next` says that there is no link: null, an empty array, or `{ href: null }`. Any other value may be a link that the client
 * cannot read.
 */
const isNoLink = (value: unknown): boolean => !value || (isObjectLike(value) && Object.values(value).every(isNoLink))

/** Number of characters of JSON that identify an event without an id. */
const maxIdentityLength = 300

/** The id of an event; undefined if it has none, or if the value is no event. */
function idOrUndefined(event: unknown, namespace: string): string | undefined {
  try {
    return idOf(event as object, namespace)
  } catch {
    return undefined
  }
}

/** The id of an event, or else the beginning of its JSON. */
const identityOf = (event: unknown, namespace: string): string =>
  idOrUndefined(event, namespace) ?? JSON.stringify(event).slice(0, maxIdentityLength)
