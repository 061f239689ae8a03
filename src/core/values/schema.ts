import * as z from 'zod/mini'
import { isPromise } from '../text/messages.ts'
import { isPlainObject, isRecord } from './arguments.ts'
import { isCount } from './fast-check.ts'
import type { Kind, Member } from './shape.ts'

// What schemas are made of. Unlike zod's own objects and lists, these copy nothing.

/** Schemas of fields, by their names. */
export type Fields = Readonly<Record<string, z.ZodMiniType>>

/** Holds a schema's fields to those of a hand-written type: none missing, none more, each of a type that fits. */
export type FieldsOf<Type> = { readonly [Name in keyof Type]-?: z.ZodMiniType<Type[Name] | undefined> }

/** What a schema finds wrong with a value that stands inside of another one. */
const issuesAt = (schema: z.ZodMiniType, value: unknown, ...place: PropertyKey[]) =>
  (schema.safeParse(value).error?.issues ?? []).map(
    (issue) => ({ ...issue, path: [...place, ...issue.path], input: value }) as z.core.$ZodRawIssue,
  )

/** A check of a value that has the type already. Zod's own refinements would bring a class of schemas with them. */
export const that =
  <Value>(holds: (value: Value) => unknown, message: string, path: PropertyKey[] = []): z.core.CheckFn<Value> =>
  ({ value, issues }) => {
    if (!holds(value)) issues.push({ code: 'custom', message, path, input: value, continue: true })
  }

/** An object of these fields, whatever else it has. */
export function object<Type = unknown>(
  fields: FieldsOf<Type> & Fields,
  ...checks: z.core.CheckFn<Type>[]
): z.ZodMiniType<Type> {
  const each = Object.entries(fields)
  const hasFields: z.core.CheckFn<unknown> = ({ value, issues }) => {
    if (!isRecord(value)) {
      issues.push({ code: 'invalid_type', expected: 'object', input: value })
    } else for (const [name, field] of each) issues.push(...issuesAt(field, value[name], name))
  }
  return z.unknown().check(hasFields, ...(checks as z.core.CheckFn<unknown>[])) as z.ZodMiniType<Type>
}

/** An object of these fields and no other, for arguments. */
export function onlyFields<Type = unknown>(shape: FieldsOf<Type> & Fields): z.ZodMiniType<Type> {
  const shown = { known: Object.keys(shape) }
  return z.unknown().check(({ value, issues }) => {
    if (isPlainObject(value)) {
      // A name that does not belong comes first: it is often why another one is missing.
      const keys = Object.keys(value).filter((name) => !Object.hasOwn(shape, name))
      if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, ...shown, input: value })
      for (const [name, field] of Object.entries(shape)) issues.push(...issuesAt(field, value[name], name))
    } else if (isRecord(value)) {
      const message = isPromise(value) ? 'is a promise; await it first' : 'must be a plain object of fields'
      issues.push({ code: 'custom', message, input: value })
    } else issues.push({ code: 'invalid_type', expected: 'object', ...shown, input: value })
  }) as never
}

/** When to stop looking: one issue is enough to refuse an array, and hostile ones have millions. */
const enough = 100

/** An array whose entries fit, whatever they are without a `type`; of one whose entries do not, the first hundred issues or so. */
export function list<Type extends z.ZodMiniType = z.ZodMiniType>(
  type?: Type,
  relation?: 'required' | 'optional',
): z.ZodMiniType<z.output<Type>[]> {
  return z.unknown().check(({ value, issues }) => {
    const isMany = Array.isArray(value)
    if (!isMany && !(relation && isRecord(value))) {
      issues.push({ code: 'invalid_type', expected: relation ? 'object' : 'array', input: value })
    } else if (relation === 'required' && isMany && value.length === 0) {
      issues.push({ code: 'custom', message: 'is missing', input: value })
    } else if (type) {
      for (const [index, entry] of (isMany ? value : [value]).entries()) {
        if (issues.length >= enough) return
        issues.push(...issuesAt(type, entry, ...(isMany ? [index] : [])))
      }
    }
  }) as z.ZodMiniType<z.output<Type>[]>
}

/** Something that is made when it is first asked for, and then kept: where it depends on a text, for the one that it was asked for last. */
export function memoize<Thing>(make: (text: string) => Thing): (text?: string) => Thing {
  let made: { readonly text: string; readonly thing: Thing } | undefined
  return (text = '') => {
    if (made?.text !== text) made = { text, thing: make(text) }
    return made.thing
  }
}

// Schemas of responses, from the tables.

const scalars = memoize((): Readonly<Record<Extract<Kind, string>, z.ZodMiniType>> => {
  const text = z.string()
  const integer = z.number().check(that(Number.isSafeInteger, 'must be a whole number within ±2^53'))
  const count = z.number().check(that(isCount, 'must be a whole number from 0 up'))
  const apart = z.unknown()
  const times = { moment: text, localTime: text }
  return { text, ...times, flag: z.boolean(), number: z.number(), integer, count, identifiers: list(text), apart }
})

const made = new WeakMap<object, z.ZodMiniType>()

/** The schema of a kind, which says all that is wrong with a value. It is made when it is first asked for, once. */
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
  if ('relation' in kind) {
    const entry = kind.relation === 'apart' ? undefined : schemaOf(kind.relation)
    return list(entry, kind.atLeastOne ? 'required' : 'optional')
  }
  const fields = Object.fromEntries(Object.entries<Member>(kind.fields).map(([name, each]) => [name, memberOf(each)]))
  const { check, orEmptyArray } = kind
  const checks: z.core.CheckFn<unknown>[] = check
    ? [
        ({ value, issues }) => {
          for (const { message, path = [] } of check(Object(value)))
            issues.push({ code: 'custom', message, path: [...path], input: value })
        },
      ]
    : []
  const schema = object(fields, ...checks)
  if (!orEmptyArray) return schema
  return z.unknown().check(({ value, issues }) => {
    if (!Array.isArray(value) || value.length > 0) issues.push(...issuesAt(schema, value))
  })
}

function memberOf({ kind, nullable, lenient }: Member): z.ZodMiniType {
  if (lenient) return z.unknown()
  return nullable === false ? schemaOf(kind) : z.optional(z.nullable(schemaOf(kind)))
}
