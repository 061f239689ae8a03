import type { Collection } from '../resources/page.ts'

/** The `page` parameter of an address, at its place in the text. */
const parameter = /(?<=[?&]page=)[1-9]\d{0,14}(?=&|$)/g

/** The number of the page that an address asks for; undefined where it does not say so once and plainly. */
export function pageNumberOf({ search }: URL): number | undefined {
  const [number, ...others] = search.match(parameter) ?? []
  return number === undefined || others.length > 0 ? undefined : Number(number)
}

/**
 * Addresses of the pages that follow one, as far as they can be derived from its link to the next one and its counters; none otherwise.
 *
 * @param next where that link leads
 * @param known how many to leave out, from the first on
 * @param most how many at the most, those aside that are left out
 */
export function derivedFrom({ page, total_pages }: Collection<unknown>, next: URL, known: number, most: number): URL[] {
  const number = pageNumberOf(next)
  if (number === undefined || typeof total_pages !== 'number' || (page ?? number - 1) !== number - 1) return []
  const count = Math.min(most, total_pages - number + 1)
  return Array.from({ length: Math.max(0, count - known) }, (_, index) => withPageNumber(next, number + known + index))
}

/** The same address with another page number; all else stays as the service wrote it. */
export function withPageNumber({ href, search }: URL, number: number): URL {
  return new URL(href.replace(search, search.replace(parameter, String(number)).replaceAll('$', '$$$$')))
}
