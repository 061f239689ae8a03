import { pageNumberOf, withPageNumber } from '../addresses/page-number.ts'
import type { PageRead } from '../pages/page-read.ts'
import type { PageSource } from '../pages/page-source.ts'
import type { Place } from '../pages/place.ts'
import { placeIn } from '../pages/positions.ts'
import type { Collection } from '../resources/page.ts'
import { PassedPages } from './passed-pages.ts'
import type { Passed } from './shift.ts'

/** A page, and how much of it was passed already. */
export interface Found<Page> {
  readonly read: PageRead<Page>
  readonly passed: Passed
}

/** How often to begin anew where events go away while one is looked for. */
const mostTries = 10

/** Where the event on a page may be after so many others are gone: pages before have no more events than this one. */
function earlier(at: URL, gone: number, perPage: number): URL {
  const number = pageNumberOf(at)
  if (number === undefined || gone <= 0) return at
  return withPageNumber(at, Math.max(1, number - Math.ceil(gone / Math.max(1, perPage))))
}

/**
 * Looks for the page on which the last event stands by now: from the page on which it stood, or from before it where events are gone, and as far
 * as it may have moved.
 *
 * @param met the page that could not tell
 * @returns that page; where the event is nowhere any more, the first page that was looked at, with nothing known
 * @throws LinkError where the pages lead in a circle: nothing is known of where they should have led
 */
export async function searchLast<Page extends Collection<unknown>>(
  { last, at, from, total = 0 }: Place,
  met: PageRead<Page>,
  read: (url: URL) => Promise<PageRead<Page>>,
  { resolve, loop }: Pick<PageSource<Page>, 'resolve' | 'loop'>,
): Promise<Found<Page>> {
  const lost = (page: PageRead<Page>) => ({ read: page, passed: { drop: 0, certain: false, shifted: true } })
  if (at === undefined || last === undefined) return lost(met)
  const stood = resolve({ href: at }, from)
  const goneBy = (page: PageRead<Page>) => total - (page.total ?? total)
  const perPage = met.page.per_page ?? met.positions.length
  let gone = goneBy(met)
  let first = await read(earlier(stood, gone, perPage))
  // More may be gone by now.
  for (let tries = 0; goneBy(first) > gone && tries < mostTries; tries += 1) {
    gone = goneBy(first)
    first = await read(earlier(stood, gone, perPage))
  }
  const looked = new PassedPages()
  let count = 0
  for (let page = first; ; ) {
    const found = placeIn(page.positions, last)
    const shifted = gone > 0 || page.url.href !== stood.href
    if (found >= 0) return { read: page, passed: { drop: found + 1, certain: true, shifted } }
    looked.add(page.url.href)
    count += page.positions.length
    const reach = Math.abs((page.total ?? total) - total) + 2 * first.positions.length
    if (!page.next || count > reach || page.positions.length === 0) return lost(first)
    const next = resolve(page.next, page.url.href)
    if (looked.has(next.href)) throw loop(next)
    page = await read(next)
  }
}
