import { InputError } from '../errors/error-classes.ts'

/** The time of a `Date`, also of another realm; undefined for other values, even those with the prototype of `Date`. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'object') return undefined
  try {
    return Date.prototype.getTime.call(value)
  } catch {
    return undefined
  }
}

/** An object or an array. */
export const isObjectLike = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** An object that is not an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether a value is an object like `{ a: 1 }`, also of another realm. JSON would lose data of other objects: a `Date`, a `Map` or an instance of a
 * class.
 */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === null || prototype === Object.prototype) return true
  // Accepts `Object.prototype` of another realm.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(Object(prototype), 'isPrototypeOf')
}

/** Whether a value is a whole number from 0 up. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Maximum depth of JSON in a response. Far deeper JSON would overflow the stack of recursive functions such as `JSON.stringify`. */
export const maxDepth = 1024

/** Whether JSON is nested more than `left` levels deep. */
export function isTooDeep(value: unknown, left = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (left === 0) return true
  if (isObject(value)) for (const name in value) if (isTooDeep(value[name], left - 1)) return true
  if (Array.isArray(value)) for (const each of value) if (isTooDeep(each, left - 1)) return true
  return false
}

/** Maximum depth of an argument. No service needs more, and deeper values usually contain themselves. */
const deepest = 100

/**
 * Copies JSON of an argument, without undefined members: JSON has no `undefined`.
 *
 * @param field name of the value in errors
 * @throws InputError naming the value that JSON would change, such as `NaN`, a function or a `Date`
 */
export function jsonCopy(value: unknown, field: string, above: readonly unknown[] = []): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value
  if (above.length === deepest || above.includes(value))
    throw InputError.of(field, `contains itself, or is nested more than ${deepest} levels deep`)
  const inside = [...above, value]
  if (Array.isArray(value)) return Array.from(value, (each, index) => jsonCopy(each, `${field}[${index}]`, inside))
  if (!isPlainObject(value)) {
    throw InputError.of(
      field,
      'is not plain JSON; use only text, finite numbers, booleans, null, arrays and plain objects',
    )
  }
  const given = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(given.map(([name, member]) => [name, jsonCopy(member, `${field}.${name}`, inside)]))
}

/** Calls `make` at the first call, and then returns the same. Schemas take milliseconds to make, so none is made at import. */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
