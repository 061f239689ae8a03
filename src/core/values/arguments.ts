import { InputError } from '../errors/error-classes.ts'
import { isPromise } from '../text/messages.ts'
import { originOf, rememberAll } from './origin.ts'

// What callers pass may be anything: getters and proxies throw, or give another value the second time. So arguments are read once, and data are copied.

/** What is said of an argument that cannot be read. */
export const unreadable = 'cannot be read: a getter or a proxy throws'

/**
 * Reads an argument.
 *
 * @param hides whether what is thrown may hold personal data, and so is no cause to show
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

/** The time of a `Date`, of another realm too; undefined of what is none, whatever its prototype is. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'object') return undefined
  try {
    return Date.prototype.getTime.call(value)
  } catch {
    return undefined
  }
}

/** An object, which may be an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** An object, and no array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it is an object of fields, and not a Date, a Map or an instance of a class, which would not be sent as what it is. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === null || prototype === Object.prototype) return true
  // That of another realm.
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(Object(prototype), 'isPrototypeOf')
}

/** More levels and values than any event needs, and few enough to be copied and checked at once. */
const [deepest, mostValues] = [100, 100_000]

/**
 * A copy of data, so that what is checked is what is sent. Plain objects, arrays and dates are copied; anything else stays as it is, and is refused
 * where it is not wanted.
 *
 * @param field what to call the value in errors, whose members are `<field>.<name>`
 * @param hides whether it may hold personal data
 * @throws InputError naming what cannot be read, is nested too deep, or holds too much
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
      // A relative link leads on from the address that answered.
      const origin = originOf(value)
      if (origin) rememberAll(made, origin)
      return made
    }
    return guarded(field, readable, hides)
  }
  return copy(value, field, 0)
}

/** Copied data without the members that are undefined, at any depth: they are as good as absent. */
export function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present)
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(entries.map(([name, member]) => [name, present(member)]))
}

/** Options that are data. Others, such as a signal or a logger, stay what they are. */
const data = new Set([
  'headers',
  'retry',
  'rateLimit',
  'appInfo',
  'hooks',
  'query',
  'extra',
  'creator',
  'filter',
  'since',
])

/**
 * A copy of options, which may be an instance of a class: each option is read once. What is no object of options stays as it is.
 *
 * @param known names of options, which the object may inherit
 * @param place the option that these are in, if they are
 * @throws InputError naming the option that cannot be read
 */
export function optionsCopy(given: unknown, known: readonly string[], place?: string): unknown {
  return guarded(place ?? 'options', () => {
    if (!isRecord(given) || isPromise(given)) return given
    const names = new Set([...known, ...Object.keys(given)])
    const read = (name: string) => {
      const field = place === undefined ? name : `${place}.${name}`
      return guarded(field, () => (data.has(name) ? plainCopy(given[name], field) : given[name]))
    }
    return Object.fromEntries([...names].map((name) => [name, read(name)]))
  })
}
