const deepest = 100

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** An object of fields, and not a Date, a Map or an instance of a class, which would not be sent as what it is. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isPlain(value)

/** No field of an event is deeper; what is, is refused as it stands. */
const deepestField = 3

/** A value without the fields that are undefined, in it and in what it holds: they are as good as absent. */
export function present(value: unknown, depth = 0): unknown {
  if (!isPlainObject(value) || depth > deepestField) return value
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(entries.map(([name, field]) => [name, present(field, depth + 1)]))
}

/** Whether a value goes through JSON unchanged: no functions, no dates, no numbers that are none, no circles. */
export function isJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (depth === deepest) return false
  if (Array.isArray(value)) return value.every((entry) => isJson(entry, depth + 1))
  return isPlainObject(value) && Object.values(value).every((entry) => isJson(entry, depth + 1))
}
