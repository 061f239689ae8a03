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
