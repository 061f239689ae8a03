/** What JSON and JavaScript call a kind of value, in the words of messages. */
export const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

/** Whether somebody forgot an `await`. */
export const isPromise = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** What a value is, for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (value instanceof Date) return 'a Date'
  if (isPromise(value)) return 'a promise; await it first'
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : String(value)
  return kinds[typeof value] ?? typeof value
}
