import * as z from 'zod/mini'
import { isPromise } from '../text/messages.ts'
import { isObject, isPlainObject } from './arguments.ts'
import { isCount } from './fast-check.ts'
import type { Kind, Member } from './shape.ts'

// Schemas are those of zod/mini, with two additions: `list` stops after a hundred issues, and `oneOrMany` accepts a relation of HAL. Callers use only
// zod's issues, not its output, which is a copy.

/** Schemas of fields, by their names. */
export type Fields = Readonly<Record<string, z.ZodMiniType>>

/** Requires a schema for each member of a hand-written type, and no others. The output of each schema must be assignable to its member. */
export type FieldsOf<Type> = { readonly [Name in keyof Type]-?: z.ZodMiniType<Type[Name] | undefined> }

/** Issues of a value that is inside another value. `place` is the path from the outer value to the inner one. */
const issuesAt = (schema: z.ZodMiniType, value: unknown, ...place: PropertyKey[]) =>
  (schema.safeParse(value).error?.issues ?? []).map(
    (issue) => ({ ...issue, path: [...place, ...issue.path], input: value }) as z.core.$ZodRawIssue,
  )

/** A refinement. `z.refine` does the same, but adds a class of schemas to the bundle. */
export const that =
  <Value>(
    holds: (value: Value) => unknown,
    message: string,
    path: readonly PropertyKey[] = [],
  ): z.core.CheckFn<Value> =>
  ({ value, issues }) => {
    if (!holds(value)) issues.push({ code: 'custom', message, path: [...path], input: value, continue: true })
  }

/**
 * The schema of an argument: a plain object of these fields and no others. Its issues have the names of the fields, because error messages list them.
 */
export function onlyFields<Type = unknown>(shape: FieldsOf<Type> & Fields): z.ZodMiniType<Type> {
  const fields = z.strictObject(shape)
  const known = Object.keys(shape)
  return z.unknown().check(({ value, issues }) => {
    if (isObject(value) && !isPlainObject(value)) {
      const message = isPromise(value) ? 'is a promise; await it first' : 'must be a plain object of fields'
      issues.push({ code: 'custom', message, input: value })
      return
    }
    const found = issuesAt(fields, value).map((issue) => (issue.path?.length ? issue : { ...issue, known }))
    // Puts unknown names first. A misspelt name is often the reason why a required field is missing.
    const isUnknown = ({ code, path }: z.core.$ZodRawIssue) => code === 'unrecognized_keys' && !path?.length
    issues.push(...found.filter(isUnknown), ...found.filter((issue) => !isUnknown(issue)))
  }) as never
}

/** Maximum number of issues to collect for an array. A hostile array may have millions of wrong entries. */
const maxIssues = 100

/** Pushes the issues of entries until there are `maxIssues`. */
function checkEntries(entry: z.ZodMiniType, entries: readonly unknown[], issues: z.core.$ZodRawIssue[]): void {
  for (const [index, value] of entries.entries()) {
    if (issues.length >= maxIssues) return
    issues.push(...issuesAt(entry, value, index))
  }
}

/** The schema of an array. `z.array` would collect every issue: for two million wrong entries, this takes a second and 690 MB. */
export const list = <Entry extends z.ZodMiniType>(entry: Entry): z.ZodMiniType<z.output<Entry>[]> =>
  z.unknown().check(({ value, issues }) => {
    if (Array.isArray(value)) checkEntries(entry, value, issues)
    else issues.push({ code: 'invalid_type', expected: 'array', input: value })
  }) as z.ZodMiniType<z.output<Entry>[]>

/** The schema of one entry or an array of entries. Its issues name the wrong member; those of a `z.union` would not. */
const oneOrMany = (entry: z.ZodMiniType, atLeastOne = false) =>
  z.unknown().check(({ value, issues }) => {
    if (!Array.isArray(value)) {
      if (isObject(value)) issues.push(...issuesAt(entry, value))
      else issues.push({ code: 'invalid_type', expected: 'object', input: value })
    } else if (atLeastOne && value.length === 0) issues.push({ code: 'custom', message: 'is missing', input: value })
    else checkEntries(entry, value, issues)
  })

/** Returns a function that calls `make` and caches the result for the latest `text`. */
export function memoize<Thing>(make: (text: string) => Thing): (text?: string) => Thing {
  let made: { readonly text: string; readonly thing: Thing } | undefined
  return (text = '') => {
    if (made?.text !== text) made = { text, thing: make(text) }
    return made.thing
  }
}

// Schemas of responses, made from shapes.

const scalars = memoize((): Readonly<Record<Extract<Kind, string>, z.ZodMiniType>> => {
  const text = z.string()
  const integer = z.number().check(that(Number.isSafeInteger, 'must be a whole number within ±2^53'))
  const count = z.number().check(that(isCount, 'must be a whole number from 0 up'))
  const apart = z.unknown()
  const times = { moment: text, localTime: text, email: text, phone: text }
  // Not `z.object`, because it would give later checks a copy without the members.
  const members = z.unknown().check(({ value, issues }) => {
    if (!isObject(value)) issues.push({ code: 'invalid_type', expected: 'object', input: value })
  })
  return {
    text,
    ...times,
    flag: z.boolean(),
    number: z.number(),
    integer,
    count,
    identifiers: list(text),
    members,
    apart,
  }
})

const made = new WeakMap<object, z.ZodMiniType>()

/** The schema of a kind, made at the first call and then cached. */
export function schemaOf(kind: Kind): z.ZodMiniType {
  if (typeof kind === 'string') return scalars()[kind]
  const known = made.get(kind)
  if (known) return known
  const schema = make(kind)
  made.set(kind, schema)
  return schema
}

function make(kind: Exclude<Kind, string>): z.ZodMiniType {
  if ('known' in kind) return schemaOf('text')
  if ('list' in kind) return list(schemaOf(kind.list))
  if ('relation' in kind) return oneOrMany(schemaOf(kind.relation), kind.atLeastOne)
  const { fields, check, orEmptyArray } = kind
  const members = Object.entries<Member>(fields).map(([name, member]) => [name, memberOf(member)])
  // Not `z.looseObject`, which copies unknown members: a million members take 0.7 s. `z.object` ignores unknown members and finds the same issues.
  const object = z.object(Object.fromEntries(members))
  if (!check && !orEmptyArray) return object
  // Not a check on `object` itself, which would get zod's copy without unknown members.
  return z.unknown().check(({ value, issues }) => {
    if (orEmptyArray && Array.isArray(value) && value.length === 0) return
    const found = issuesAt(object, value)
    issues.push(...found)
    if (!check || found.length > 0) return
    for (const { message, path = [] } of check(Object(value)))
      issues.push({ code: 'custom', message, path: [...path], input: value })
  })
}

function memberOf({ kind, nullable, lenient }: Member): z.ZodMiniType {
  if (lenient) return z.optional(z.unknown())
  return nullable === false ? schemaOf(kind) : z.optional(z.nullable(schemaOf(kind)))
}
