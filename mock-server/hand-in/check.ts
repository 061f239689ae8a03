import { MockServiceError } from '../errors.ts'
import { isPlain, type JsonObject } from '../text/json.ts'

/** Holds an argument to an object with no other members than these: a misspelt one must not pass in silence. */
export function checkMembers(argument: unknown, name: string, known: readonly string[]): JsonObject {
  const all = known.join(', ')
  if (!isPlain(argument)) throw new MockServiceError('argument', name, `must be an object, of ${all}`)
  for (const member of Object.keys(argument)) {
    if (known.includes(member)) continue
    throw new MockServiceError('argument', `${name}.${member}`, `is not known; there are ${all}`)
  }
  return argument
}

/** A text that says something. */
export function checkText(value: unknown, field: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new MockServiceError('argument', field, 'must be a text that is not empty')
}

/** A text that says something, or nothing at all. */
export const checkOptionalText = (value: unknown, field: string): string | undefined =>
  value === undefined ? undefined : checkText(value, field)
