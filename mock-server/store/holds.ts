/** In so many texts one is found as fast without a set. */
const few = 16

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** Whether a text is among those of a list that never changes, however many they are. */
export function holds(list: readonly string[], text: string): boolean {
  if (list.length <= few) return list.includes(text)
  const set = sets.get(list) ?? new Set(list)
  sets.set(list, set)
  return set.has(text)
}
