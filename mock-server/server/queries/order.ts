import { setImmediate as nextTurn } from 'node:timers/promises'

type Compare = (a: number, b: number) => number

/** So many are sorted in one go: some milliseconds, for which requests can wait. */
const slice = 4096

/** Numbers in order. What there is to do is done in slices, between which others have their turn. */
export async function sorted(numbers: readonly number[], compare: Compare): Promise<readonly number[]> {
  let parts: (readonly number[])[] = []
  for (let at = 0; at < numbers.length; at += slice) {
    parts.push(numbers.slice(at, at + slice).sort(compare))
    await nextTurn()
  }
  while (parts.length > 1) {
    const next: (readonly number[])[] = []
    for (let at = 0; at < parts.length; at += 2) {
      next.push(merged(parts[at] ?? [], parts[at + 1] ?? [], compare))
      await nextTurn()
    }
    parts = next
  }
  return parts[0] ?? []
}

/** Two lists in order as one. */
export function merged(a: readonly number[], b: readonly number[], compare: Compare): readonly number[] {
  const all: number[] = []
  let [atA, atB] = [0, 0]
  while (atA < a.length || atB < b.length) {
    const [one, other] = [a[atA], b[atB]]
    if (one !== undefined && (other === undefined || compare(one, other) <= 0)) {
      all.push(one)
      atA += 1
    } else if (other !== undefined) {
      all.push(other)
      atB += 1
    }
  }
  return all
}
