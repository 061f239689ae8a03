import type * as z from 'zod/mini'
import { InputError, type Issue } from '../errors/error-classes.ts'
import { kindOf, kinds, oneLine } from '../text/messages.ts'
import { guarded, isObjectLike } from './arguments.ts'

function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((field, step) => {
    if (typeof step === 'number') return `${field}[${step}]`
    return field === '' ? String(step) : `${field}.${String(step)}`
  }, '')
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (isObjectLike(value) ? Reflect.get(value, step) : undefined), root)
}

/** Makes the message about an unknown field. The message does not contain the field's name, because the caller puts the name in front. */
export type Advice = (field: string) => string

/** The message for an absent value. */
export const missing = 'is missing'

/** The message for a value of another type than `expected`. */
export const notOf = (expected: string, value: unknown): string =>
  value === undefined ? missing : `must be ${kinds[expected] ?? expected}, not ${kindOf(value)}`

/** An issue of zod. `onlyFields` adds the names of its fields. */
type FoundIssue = z.core.$ZodIssue & { readonly known?: readonly string[] }

function translate(issue: FoundIssue, root: unknown, advice: Advice | undefined): Issue[] {
  const { path, known = [] } = issue
  const field = fieldOf(path)
  if (issue.code === 'unrecognized_keys') {
    const why = path.length === 0 && advice ? advice : unknownAmong(known, 'is not a known field')
    return issue.keys.map((key) => ({ field: fieldOf([...path, key]), message: why(key) }))
  }
  if (issue.code !== 'invalid_type') return [{ field, message: issue.message }]
  const value = valueAt(root, path)
  const all = field && value !== undefined ? known.map((name) => `${field}.${name}`).join(', ') : ''
  return [{ field, message: notOf(issue.expected, value) + (all && `; there are ${all}`) }]
}

const issuesIn = (schema: z.ZodMiniType, value: unknown): readonly FoundIssue[] | undefined =>
  schema.safeParse(value).error?.issues

/** The issues of a value; undefined if the value is valid. */
export const schemaIssues = (schema: z.ZodMiniType, value: unknown): Issue[] | undefined =>
  issuesIn(schema, value)?.flatMap((issue) => translate(issue, value, undefined))

/**
 * Whether a person who fills in a form can cause this issue: a value is missing or invalid. Only the program can cause an unknown name, a wrong
 * structure, or a value such as a function.
 */
function isOfValue(issue: FoundIssue, root: unknown): boolean {
  if (issue.code === 'unrecognized_keys') return false
  if (issue.code === 'invalid_type' && ['object', 'array'].includes(issue.expected)) return false
  const value = valueAt(root, issue.path)
  return value === null || !['object', 'function', 'symbol', 'bigint'].includes(typeof value)
}

/**
 * Refuses an argument that does not match the schema.
 *
 * @param whole name of the argument. If only a mistake of the program can cause an issue, the issue's `field` begins with this name
 * @param advice makes the message for an unknown field of the argument
 * @throws InputError
 */
export function checkArgument(schema: z.ZodMiniType, value: unknown, whole: string, advice?: Advice): void {
  const told = (issue: FoundIssue): Issue[] => {
    const own = translate(issue, value, advice)
    if (isOfValue(issue, value)) return own
    return own.map(({ field, message }) => ({ field: field ? `${whole}.${field}` : whole, message }))
  }
  refuse(guarded(whole, () => (issuesIn(schema, value) ?? []).flatMap(told)))
}

/** The first five issues in one line. In an issue without a field, `whole` is the name of the value. */
export function sayIssues(issues: readonly Issue[], whole = ''): string {
  const shown = issues.slice(0, 5).map(({ field, message, address }) => {
    const what = field ? `${field}: ${message}` : `${whole} ${message}`.trim()
    return address === undefined ? what : `${what} (in ${oneLine(address)})`
  })
  return shown.join('; ') + (issues.length > shown.length ? `; and ${issues.length - shown.length} more` : '')
}

/** @throws InputError if there is an issue */
export function refuse([first, ...others]: readonly Issue[]): void {
  if (first) throw new InputError(sayIssues([first, ...others]), [first, ...others])
}

export const plainly = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The message for an unknown name. It suggests the known name that differs only in case and punctuation, or lists all known names. */
export function unknownAmong(known: readonly string[], what: string): Advice {
  return (name) => {
    const near = known.find((each) => plainly(each) === plainly(name))
    return near ? `${what}; did you mean ${near}?` : `${what}; there are ${known.join(', ')}`
  }
}
