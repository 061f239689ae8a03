import { inspect } from 'node:util'

const textsOf = (value: unknown, seen: Set<unknown>): string[] => {
  if (typeof value === 'string') return [value]
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return []
  seen.add(value)
  const entries = value instanceof Headers || value instanceof Map || value instanceof Set ? [...value] : []
  const members = Reflect.ownKeys(value).flatMap((name) => [String(name), Reflect.get(value, name) as unknown])
  return [...entries, ...members].flatMap((member) => textsOf(member, seen))
}

/** Whether a text stands in anything that a value shows to whoever prints, serialises or searches it, hidden members too. */
export const shows = (value: unknown, text: string): boolean =>
  [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    JSON.stringify(value) ?? '',
    String(value),
    ...textsOf(value, new Set()),
  ].some((shown) => shown.includes(text))
