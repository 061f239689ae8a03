import { type Random, randomFrom } from '../ids/random.ts'

/** Draws that all follow from one seed. */
export interface Draw {
  /** A whole number from 0 up, below another. */
  below(limit: number): number
  chance(percent: number): boolean
  one<Item>(items: readonly [Item, ...Item[]]): Item
}

export function drawFrom(seed: string): Draw {
  const random: Random = randomFrom(seed)
  const below = (limit: number) => random() % limit
  return {
    below,
    chance: (percent) => below(100) < percent,
    one: (items) => items[below(items.length)] ?? items[0],
  }
}
