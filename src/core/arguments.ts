import { InputError } from './errors/error-classes.ts'

// What callers pass may be anything: getters and proxies that throw, or that say something else the second time.

/**
 * Reads an argument.
 *
 * @param hides whether what was thrown may hold personal data, and is no cause to show
 * @throws InputError naming the field where a getter or a proxy throws
 */
export function guarded<Result>(field: string, read: () => Result, hides = false): Result {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof InputError) throw thrown
    throw InputError.of(field, 'cannot be read: a getter or a proxy in it throws', hides ? {} : { cause: thrown })
  }
}

/** The time of a `Date`, of another realm too; undefined of what is none, whatever its prototype is. */
export function timeOf(value: unknown): number | undefined {
  try {
    return Date.prototype.getTime.call(value)
  } catch {
    return undefined
  }
}
