import type * as z from 'zod/mini'
import { type Advice, notOf, sayIssues, unknownAmong } from '../base/messages.ts'
import { InputError, type Issue } from '../errors/error-classes.ts'

// Turns zod's issues into those of this package.

/** The name of a member, such as `location.address_lines[1]`. */
const fieldAt = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((field, step) => {
    if (typeof step === 'number') return `${field}[${step}]`
    return field === '' ? String(step) : `${field}.${String(step)}`
  }, '')

/** The names of the fields of an argument's object. Empty for other schemas. */
function knownNames(schema: unknown): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'object' && def.catchall?._zod.def.type === 'never' ? Object.keys(def.shape) : []
}

/** Our messages for zod. The message about several unknown fields has one line for each. */
const messagesWith =
  (advice: Advice | undefined): z.core.$ZodErrorMap =>
  (issue) => {
    const { input, inst, path = [] } = issue
    const known = knownNames(inst)
    if (issue.code === 'unrecognized_keys') {
      const why = path.length === 0 && advice ? advice : unknownAmong(known, 'is not a known field')
      return issue.keys.map(why).join('\n')
    }
    // Only an open enum has literals, and it accepts any text.
    if (issue.code === 'invalid_value') return notOf('string', input)
    if (issue.code !== 'invalid_type') return ''
    const inside = input === undefined || path.length === 0 ? [] : known.map((name) => fieldAt([...path, name]))
    return notOf(issue.expected, input) + (inside.length > 0 ? `; there are ${inside.join(', ')}` : '')
  }

/** An issue, and whether only a mistake of the program can cause it. */
interface FoundIssue extends Issue {
  readonly isOfProgram: boolean
}

/**
 * Whether only a program can cause an issue: an unknown name, a wrong structure, or a value such as a function. A person who fills in a form can cause
 * the others: a value is missing or invalid.
 */
function isOfProgram(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'unrecognized_keys') return true
  if (issue.code === 'invalid_type' && ['object', 'array'].includes(issue.expected)) return true
  return issue.input !== null && ['object', 'function', 'symbol', 'bigint'].includes(typeof issue.input)
}

function found(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): FoundIssue[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union' && issue.message === '') {
    // A union is a list or one entry. The issues are those of the form that the value looks like.
    const meant = Array.isArray(issue.input) ? issue.errors[0] : issue.errors.at(-1)
    return (meant ?? []).flatMap((each) => found(each, path))
  }
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path]
  const messages = issue.code === 'unrecognized_keys' ? issue.message.split('\n') : [issue.message]
  return unknown.map((each, index) => ({
    field: fieldAt(each),
    message: messages[index] ?? '',
    isOfProgram: isOfProgram(issue),
  }))
}

type Result<Value> = { readonly value: Value; readonly issues?: undefined } | { readonly issues: readonly FoundIssue[] }

/**
 * Zod's copy of a value, or its issues. Unknown names are first: a misspelt name is often the reason why a required field is missing.
 *
 * @param advice makes the message for an unknown field of the value itself
 */
export function parse<Value>(schema: z.ZodMiniType<Value>, value: unknown, advice?: Advice): Result<Value> {
  const { error, data } = schema.safeParse(value, { error: messagesWith(advice), reportInput: true })
  if (!error) return { value: data as Value }
  const isUnknown = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys'
  const issues = [...error.issues.filter(isUnknown), ...error.issues.filter((issue) => !isUnknown(issue))]
  return { issues: issues.flatMap((issue) => found(issue)) }
}

/**
 * Zod's copy of an argument, so that the client sends the values that it has checked.
 *
 * @param whole name of the argument. If only a mistake of the program can cause an issue, the issue's `field` begins with this name
 * @param advice makes the message for an unknown field of the argument
 * @throws InputError
 */
export function parseArgument<Value>(
  schema: z.ZodMiniType<Value>,
  value: unknown,
  whole: string,
  advice?: Advice,
): Value {
  const result = parse(schema, value, advice)
  if (!result.issues) return result.value
  throw refusal(
    result.issues.map(({ field, message, isOfProgram }) => ({
      field: isOfProgram ? [whole, field].filter(Boolean).join('.') : field,
      message,
    })),
  )
}

/** The error about the issues of an argument. There is at least one. */
export const refusal = (issues: readonly Issue[]): InputError =>
  new InputError(sayIssues(issues), issues as [Issue, ...Issue[]])
