import { isTellable, type Position } from '../pages/positions.ts'

/** What a walk takes of a page. */
export interface Pick {
  /** Positions that it takes. */
  readonly kept: ReadonlySet<number>
  /** How many events are among them. */
  readonly events: number
  /** How many positions hold what was met on a page before, those that were dropped aside. */
  readonly repeated: number
  /** How many hold what stands before them on this page. */
  readonly twice: number
  /** The first position that it leaves for later. */
  readonly end: number
}

/**
 * Chooses what to take of a page.
 *
 * @param drop so many of its positions were passed already
 * @param most how many events to take
 * @param isKnown whether an event was met before
 */
export function pick(
  positions: readonly Position[],
  drop: number,
  most: number,
  isKnown: (id: string) => boolean,
): Pick {
  const kept = new Set<number>()
  let [events, repeated, twice] = [0, 0, 0]
  for (const [index, position] of positions.entries()) {
    const { id, rejected } = position
    if (index < drop) continue
    if (position.twice) twice += 1
    else if (isTellable(position) && isKnown(id)) repeated += 1
    else if (rejected || events < most) {
      kept.add(index)
      if (!rejected) events += 1
    } else return { kept, events, repeated, twice, end: index }
  }
  return { kept, events, repeated, twice, end: positions.length }
}
