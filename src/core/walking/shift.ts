import type { PageRead } from '../pages/page-read.ts'
import type { Place } from '../pages/place.ts'
import { placeIn } from '../pages/positions.ts'

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
