import { setImmediate as nextTurn } from 'node:timers/promises'
import { hold, oneOf, textLike, wholeNumber } from '../../checks.ts'
import { localDigits } from '../../text/local-time.ts'

/** Search parameters as they came in an address. */
export type Query = Readonly<Record<string, string>>

/** Whether a text has every word that is searched for, in any case and order; undefined where nothing is searched for. */
export function searchIn({ search = '' }: Query): ((text: string) => boolean) | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return (text) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
}

/** Which page of how many is asked for, and which positions those are. */
export function pageIn({ page: first = '1', per_page: size = '50' }: Query) {
  const page = hold(wholeNumber(1, 1_000_000_000), numberOf(first), 'page', 'argument')
  const per_page = hold(wholeNumber(1, 1000), numberOf(size), 'per_page', 'argument')
  return { page, per_page, from: (page - 1) * per_page, to: page * per_page }
}

const numberOf = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN)

/** A parameter that is one of a few texts; undefined where it is missing. */
export const oneIn = <const Text extends string>(query: Query, field: string, texts: readonly Text[]) =>
  query[field] === undefined ? undefined : hold(oneOf(...texts), query[field], field, 'argument')

/** A parameter that is a date; undefined where it is missing. */
export const dateIn = (query: Query, field: string): string | undefined =>
  query[field] === undefined ? undefined : hold(date, query[field], field, 'argument')

const date = textLike(
  'a date such as 2026-05-01',
  (text) => text.length === 10 && localDigits(`${text}T00:00`) !== undefined,
)

/** So many records are looked at in one go: some milliseconds, for which requests can wait. */
const slice = 4096

/** The records that fit, in their order. Others have their turn meanwhile. */
export async function fitting<Item>(items: Iterable<Item>, fits: (item: Item) => boolean): Promise<Item[]> {
  const found: Item[] = []
  let looked = 0
  for (const item of items) {
    if (fits(item)) found.push(item)
    looked += 1
    if (looked % slice === 0) await nextTurn()
  }
  return found
}
