import { isTellable, type Position } from '../pages/positions.ts'

/** What a walk takes of a page. */
export interface Pick {
  /** Positions that it takes. */
  readonly kept: ReadonlySet<number>
  /** How many events are among them. */
  readonly events: number
  /** How many positions hold what was met before, those that were dropped aside. */
  readonly repeated: number
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
  let [events, repeated] = [0, 0]
  for (const [index, position] of positions.entries()) {
    const { id, rejected } = position
    if (index < drop) continue
    if (isTellable(position) && isKnown(id)) repeated += 1
    else if (rejected || events < most) {
      kept.add(index)
      if (!rejected) events += 1
    } else return { kept, events, repeated, end: index }
  }
  return { kept, events, repeated, end: positions.length }
}
