import { MockServiceError, type MockServiceErrorCode } from './errors.ts'
import { isPlainObject, type JsonObject } from './text/json.ts'
import { isTimeZone } from './text/local-time.ts'
import { isEmail, nearestName } from './text/strings.ts'
import { maxTimeout } from './time.ts'

/** A test of a value. For a wrong value, the error message says that it must be `expected`. */
export interface Check<Value> {
  readonly test: (value: unknown) => value is Value
  readonly expected: string
}

export const check = <Value>(expected: string, test: (value: unknown) => boolean): Check<Value> => ({
  expected,
  test: (value): value is Value => test(value),
})

export const text = check<string>('a text', (value) => typeof value === 'string')
export const filledText = check<string>('text that is not empty', (value) => text.test(value) && value.trim() !== '')
export const flag = check<boolean>('true or false', (value) => typeof value === 'boolean')

export const object = check<JsonObject>('an object', isPlainObject)
export const list = check<readonly unknown[]>('a list', (value) => Array.isArray(value))

export const everyEntry = <Value>(entry: Check<Value>): Check<readonly Value[]> =>
  check(`a list, each entry ${entry.expected}`, (value) => list.test(value) && value.every(entry.test))

export function wholeNumber(min = -Infinity, max = Infinity): Check<number> {
  const range = min === -Infinity ? '' : ` from ${min} ${max === Infinity ? 'up' : `to ${max}`}`
  return check(
    `a whole number${range}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  )
}

export const milliseconds = check<number>(
  `milliseconds from 0 to ${maxTimeout}`,
  (value) => typeof value === 'number' && value >= 0 && value <= maxTimeout,
)

/** Checks for a number from `-limit` to `limit`, such as degrees. */
export const within = (limit: number): Check<number> =>
  check(`a number from -${limit} to ${limit}`, (value) => typeof value === 'number' && Math.abs(value) <= limit)

/** Checks for one of these values. */
export const oneOf = <const Values extends readonly unknown[]>(...values: Values) => ({
  ...check<Values[number]>(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`, (value) =>
    values.some((one) => one === value),
  ),
  values,
})

/** Checks for a text that passes `test`. */
export const textLike = (expected: string, test: (value: string) => boolean): Check<string> =>
  check(expected, (value) => text.test(value) && test(value))

// Accepts only texts that a header can carry unchanged. `fetch` would remove spaces at both ends.
export const token = textLike('1 to 512 printable ASCII characters, no space at either end', (value) =>
  /^[\x21-\x7e](?:[\x20-\x7e]{0,510}[\x21-\x7e])?$/.test(value),
)

export const email = textLike('an e-mail address', isEmail)
export const phone = textLike('a phone number', (value) => /\d/.test(value))
export const timeZone = textLike('an IANA time zone', isTimeZone)

export const address = textLike('an http or https address without credentials, query and fragment', (value) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(value) && !url.username && !url.password
})

/** Normalizes an address as `URL` does, and removes slashes at its end. Links begin with the result. */
export function baseFrom(given: string): string {
  const { origin, pathname } = new URL(given)
  return origin + pathname.replace(/\/+$/, '')
}

/** Checks for a namespace, which is the prefix of a service's own names. */
export const prefix = textLike('a name of letters, digits, _ and -, and not osdi', (name) =>
  /^(?!osdi$)[a-z][\w-]*$/i.test(name),
)

export const via = oneOf('ui', 'api')
export const visibility = oneOf('public', 'private')
export const status = oneOf('confirmed', 'tentative', 'cancelled', 'pending_approval')
export const attendanceStatus = oneOf('accepted', 'declined', 'tentative', 'needs action', 'attended')
export const accuracy = oneOf('Rooftop', 'Approximate')

/** Returns the value if it passes the check. Otherwise throws a {@link MockServiceError} that names the field. */
export function validate<Value>(check: Check<Value>, value: unknown, field: string, code: MockServiceErrorCode): Value {
  if (check.test(value)) return value
  throw new MockServiceError(code, field, `must be ${check.expected}`)
}

/**
 * Checks that a value is an object without unknown members, so that a misspelt name is an error. If `path` is empty, an error about the
 * whole value names `whole`.
 */
export function validateKeys(
  value: unknown,
  path: string,
  known: readonly string[],
  code: MockServiceErrorCode,
  whole = path,
): JsonObject {
  if (!isPlainObject(value))
    throw new MockServiceError(code, path || whole, `must be an object, of ${known.join(', ')}`)
  const unknown = Object.keys(value).find((member) => !known.includes(member))
  if (unknown === undefined) return value
  throw new MockServiceError(code, pathOf(path, unknown), unknownName(unknown, known))
}

/** Above this number, an error does not list all names. */
const maxListed = 20
function unknownName(given: string, known: readonly string[]): string {
  const near = nearestName(given, known)
  const suggestion = near === undefined ? '' : `. Did you mean ${near}?`
  if (known.length > maxListed) return `is not one of the ${known.length} known names${suggestion}`
  return `is not a known name${suggestion || '.'} Known names: ${known.join(', ')}`
}

/** Checks that a value is an object without unknown members, and that each present member passes its check. */
export function validateMembers(
  value: unknown,
  path: string,
  checks: Readonly<Record<string, Check<unknown>>>,
  code: MockServiceErrorCode,
  whole = path,
): JsonObject {
  const given = validateKeys(value, path, Object.keys(checks), code, whole)
  for (const [name, check] of Object.entries(checks))
    if (given[name] !== undefined) validate(check, given[name], pathOf(path, name), code)
  return given
}

/** Path of a member. */
export const pathOf = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
