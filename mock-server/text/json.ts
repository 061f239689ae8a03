/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is a plain object, and not an instance of a class such as Date or Map. */
export function isPlainObject(value: unknown): value is JsonObject {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Also accepts objects of another realm, as in a test runner, whose `Object.prototype` is a different object.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Parses JSON. Returns undefined for a text that is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value of a nested member; undefined if a part of the path is missing. */
export function getIn(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )
}

/** Returns a text unchanged, and undefined for any other value. */
export const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Maximum nesting depth of JSON. On deeper JSON, recursive functions would overflow the stack. */
export const maxDepth = 200

/** Whether a JSON value has more than {@link maxDepth} levels of arrays and objects. */
export function isTooDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return level === maxDepth || Object.values(value).some((member) => isTooDeep(member, level + 1))
}

/** Freezes a value and all values in it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}

/** Whether two values have the same JSON, except for the order of members. */
export const isSame = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other)

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (isObject(member) ? Object.fromEntries(Object.entries(member).sort()) : member))
