import { InputError } from '../errors/error-classes.ts'
import { isPromise } from '../text/messages.ts'
import { originOf, rememberAll } from './origin.ts'

// An argument may have getters or be a proxy, which can throw, or return another value at the second read. So the client reads each argument once,
// and copies data.

/** The message for an argument that cannot be read. */
export const unreadable = 'cannot be read: a getter or a proxy throws'

/**
 * Reads an argument.
 *
 * @param hides whether the getter's error may contain personal data. The `InputError` then has no `cause`
 * @throws InputError naming the field where a getter or a proxy throws
 */
export function guarded<Result>(field: string, read: () => Result, hides = false): Result {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof InputError) throw thrown
    throw InputError.of(field, unreadable, hides ? {} : { cause: thrown })
  }
}

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

/** Limits of a copy: its depth, and its number of values. No event needs more, and a larger one would block the process. */
const [deepest, mostValues] = [100, 100_000]

/**
 * Copies data, so that the client sends the same values that it checked. Plain objects, arrays and dates are copied. Other values stay the same; the
 * schemas refuse those that cannot be sent.
 *
 * @param field name of the value in errors; a member is `<field>.<name>`
 * @param hides whether the value may hold personal data
 * @throws InputError naming the field that cannot be read, is nested too deep, or holds too many values
 */
export function plainCopy(value: unknown, field: string, hides = false): unknown {
  let left = mostValues
  let top = field
  const copy = (value: unknown, field: string, depth: number): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (depth === 1) top = field
    const take = (count: number): void => {
      left -= count
      if (!(left >= 0)) throw InputError.of(top, `holds more than ${mostValues} values`)
      if (depth === deepest) throw InputError.of(top, `contains itself, or is nested more than ${deepest} levels deep`)
    }
    const below = (name: string | number) => {
      const place = typeof name === 'number' ? `${field}[${name}]` : `${field}.${name}`
      return copy(
        guarded(place, () => Reflect.get(value, name), hides),
        place,
        depth + 1,
      )
    }
    const readable = () => {
      if (Array.isArray(value)) {
        if (typeof Reflect.get(value, 'toJSON') === 'function')
          throw InputError.of(field, 'must not have a toJSON method')
        const { length } = value
        take(length)
        return Array.from({ length }, (_, index) => below(index))
      }
      if (!isPlainObject(value)) {
        const time = timeOf(value)
        return time === undefined ? value : new Date(time)
      }
      const names = Object.keys(value)
      take(names.length)
      const made = Object.fromEntries(names.map((name) => [name, below(name)]))
      // The copy of a result keeps its origin, so that its relative links resolve against the address of the response.
      const origin = originOf(value)
      if (origin) rememberAll(made, origin)
      return made
    }
    return guarded(field, readable, hides)
  }
  return copy(value, field, 0)
}

/** A copy of the data without undefined members, at any depth, because JSON has no `undefined`. */
export function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present)
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(entries.map(([name, member]) => [name, present(member)]))
}

/** Options whose values are copied. A signal or a logger, for example, is not copied. */
const data = new Set([
  'headers',
  'retry',
  'rateLimit',
  'appInfo',
  'hooks',
  'query',
  'extra',
  'creator',
  'campaign',
  'filter',
  'since',
])

/**
 * Copies options and reads each option once. The options may be an instance of a class. A value that is not an object is returned unchanged.
 *
 * @param known names of options to read, inherited ones too
 * @param place name of the option that contains these options, such as `retry`; undefined for the outermost options
 * @throws InputError naming the option that cannot be read
 */
export function optionsCopy(given: unknown, known: readonly string[], place?: string): unknown {
  return guarded(place ?? 'options', () => {
    if (!isObject(given) || isPromise(given)) return given
    const names = new Set([...known, ...Object.keys(given)])
    const read = (name: string) => {
      const field = place === undefined ? name : `${place}.${name}`
      return guarded(field, () => (data.has(name) ? plainCopy(given[name], field) : given[name]))
    }
    return Object.fromEntries([...names].map((name) => [name, read(name)]))
  })
}
