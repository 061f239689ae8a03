import * as z from 'zod/mini'
import { isPromise } from '../text/messages.ts'
import { isPlainObject, isRecord } from './arguments.ts'

// What schemas are made of. Unlike zod's own objects and lists, these copy nothing.

/** Schemas of fields, by their names. */
export type Fields = Readonly<Record<string, z.ZodMiniType>>

/** Holds a schema's fields to those of a hand-written type: none missing, none more, each of a type that fits. */
export type FieldsOf<Type> = { readonly [Name in keyof Type]-?: z.ZodMiniType<Type[Name] | undefined> }

/** The same fields under names that carry the service's own prefix. */
export const namespaced = (namespace: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${namespace}:${name}`, field]))

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
  const schema = z.unknown().check(hasFields, ...(checks as z.core.CheckFn<unknown>[]))
  return annotate(schema as z.ZodMiniType<Type>, { fields })
}

/** An object of fields, without other checks, or an empty array: PHP writes an empty object so. */
export function orEmptyArray<Type>(schema: z.ZodMiniType<Type>): z.ZodMiniType<Type> {
  const either = z.unknown().check(({ value, issues }) => {
    if (!Array.isArray(value) || value.length > 0) issues.push(...issuesAt(schema, value))
  })
  return annotate(either as z.ZodMiniType<Type>, annotationsOf(schema))
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

/** Whatever it is, it is checked by itself. */
export const checkedApart = z.unknown()

/** An array whose entries fit, whatever they are without a `type`; of one whose entries do not, the first hundred issues or so. */
export function list<Type extends z.ZodMiniType = z.ZodMiniType>(
  type?: Type,
  relation?: Annotations['relation'],
): z.ZodMiniType<z.output<Type>[]> {
  const many = z.unknown().check(({ value, issues }) => {
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
  })
  return annotate(many as z.ZodMiniType<z.output<Type>[]>, { entries: type ?? checkedApart, relation })
}

/** A member of a response that may be absent or null. */
export const maybe = <Type extends z.ZodMiniType>(type: Type) =>
  annotate(z.optional(z.nullable(type)), annotationsOf(type))

/** A member of a response that nobody needs: a value that does not fit is no reason to refuse the response. */
export const lenient = <Type extends z.ZodMiniType>(type: Type) =>
  annotate(maybe(z.unknown()) as unknown as z.ZodMiniType<z.output<Type>>, { lenient: type })

/** Whether a value matches a schema. */
export const fits = (schema: z.ZodMiniType, value: unknown): boolean =>
  matchesSchema(schema, value) || schema.safeParse(value).success

// What the spec says of a field beyond its type. Responses are not refused for it: it is what drift is.

export interface Annotations {
  /** The schemas of the fields of an object. */
  readonly fields?: Fields
  /** The values of an open enum. */
  readonly known?: readonly string[]
  /** The text is a date-time: whether one can be read. */
  readonly isReadable?: (text: string) => boolean
  /** What a lenient member should be. */
  readonly lenient?: z.ZodMiniType
  /** The service gives the field itself, whatever was sent. */
  readonly alwaysPresent?: boolean
  /** The schema of the entries of a list. */
  readonly entries?: z.ZodMiniType
  /** The list is a relation of HAL, which may be a single entry without an array; a `required` one may not be empty. */
  readonly relation?: 'required' | 'optional' | undefined
}

const annotations = new WeakMap<object, Annotations>()

export const annotationsOf = (schema: object): Annotations => annotations.get(schema) ?? {}

/** The schema itself, with annotations beside it. */
export function annotate<Type extends z.ZodMiniType>(schema: Type, beside: Annotations): Type {
  annotations.set(schema, beside)
  return schema
}

/** A field that the service gives every resource. */
export const alwaysPresent = <Type extends z.ZodMiniType>(type: Type): Type =>
  annotate(type.clone(), { ...annotationsOf(type), alwaysPresent: true })

/** Something that is made when it is first asked for, and then kept: where it depends on a text, for the one that it was asked for last. */
export function lazily<Thing>(make: (text: string) => Thing): (text?: string) => Thing {
  let made: { readonly text: string; readonly thing: Thing } | undefined
  return (text = '') => {
    if (made?.text !== text) made = { text, thing: make(text) }
    return made.thing
  }
}

// Nesting. What no schema knows is kept, but not at any depth.

/** The most levels of JSON in a response: of more, programs that call themselves for each level run out of stack, `JSON.stringify` among them. */
export const maxDepth = 1024

/** Whether JSON is nested deeper. */
export function isTooDeep(value: unknown, left = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (left === 0) return true
  if (isRecord(value)) for (const name in value) if (isTooDeep(value[name], left - 1)) return true
  if (Array.isArray(value)) for (const each of value) if (isTooDeep(each, left - 1)) return true
  return false
}

// Most values fit. To say so takes no list of what is wrong.

/** Whether a value surely matches a schema. A no says nothing: then the schema itself has to be asked. */
type Matcher = (value: unknown) => boolean

const unsure: Matcher = () => false

const matchers = new WeakMap<object, Matcher>([[checkedApart, () => true]])

/**
 * Whether a value surely matches a schema, and no unknown part of it is too deep: a yes is what the schema itself would say, but found sooner. It is
 * compiled from the schema, once; where that holds what is not understood here, the answer is no.
 */
export const matchesSchema = (schema: z.core.$ZodType, value: unknown): boolean => matcherOf(schema)(value)

function matcherOf(schema: z.core.$ZodType): Matcher {
  const known = matchers.get(schema)
  if (known) return known
  const matches = compile(schema)
  matchers.set(schema, matches)
  return matches
}

function compile(schema: z.core.$ZodType): Matcher {
  const { entries, fields, relation } = annotationsOf(schema)
  if (entries) return listOf(matcherOf(entries), relation)
  const { def } = (schema as z.core.$ZodTypes)._zod
  // A format checks itself.
  if ('check' in def) return unsure
  const matches = fields ? objectOf(fields) : ofDefinition(def)
  // The first check of an object is that of its fields.
  const checks = (def.checks?.slice(fields ? 1 : 0) ?? []).map(checkOf)
  return checks.length > 0 ? (value) => matches(value) && checks.every((check) => check(value)) : matches
}

/** What a definition asks for, its checks aside. */
function ofDefinition(def: z.core.$ZodTypes['_zod']['def']): Matcher {
  if (def.type === 'unknown') return (value) => !isTooDeep(value)
  if (def.type === 'string') return (value) => typeof value === 'string'
  if (def.type === 'boolean') return (value) => typeof value === 'boolean'
  if (def.type === 'number') return Number.isFinite
  if (def.type !== 'nullable' && def.type !== 'optional') return unsure
  const none = def.type === 'nullable' ? null : undefined
  const matches = matcherOf(def.innerType)
  return (value) => value === none || matches(value)
}

/** A check that was written for the schema; of zod's own ones nothing is known. */
function checkOf({ _zod }: z.core.$ZodCheck<never>): Matcher {
  if (_zod.def.check !== 'custom') return unsure
  return (value) => {
    const issues: z.core.$ZodRawIssue[] = []
    _zod.check({ value: value as never, issues })
    return issues.length === 0
  }
}

const listOf =
  (matches: Matcher, relation: Annotations['relation']): Matcher =>
  (value) => {
    if (!Array.isArray(value)) return relation !== undefined && isRecord(value) && matches(value)
    for (const entry of value) if (!matches(entry)) return false
    return relation !== 'required' || value.length > 0
  }

/** The type of which every value matches; most fields have one, and so need no call. */
function enoughFor(schema: z.core.$ZodType): 'string' | 'boolean' | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'nullable') return enoughFor(def.innerType)
  const isPlain = (def.type === 'string' || def.type === 'boolean') && !def.checks?.length && !('check' in def)
  return isPlain ? def.type : undefined
}

interface Member {
  readonly isRequired: boolean
  readonly type: ReturnType<typeof enoughFor>
  readonly matches: Matcher
}

/** Goes by the members of the value: most of those that a schema knows are absent from it. */
function objectOf(shape: Fields): Matcher {
  const members = new Map<string, Member>()
  let required = 0
  for (const [name, schema] of Object.entries(shape)) {
    const { def } = (schema as z.core.$ZodType as z.core.$ZodTypes)._zod
    const isRequired = def.type !== 'optional'
    if (isRequired) required += 1
    const inner = isRequired ? schema : def.innerType
    members.set(name, { isRequired, type: enoughFor(inner), matches: matcherOf(inner) })
  }
  return (value) => {
    if (!isRecord(value)) return false
    let met = 0
    for (const name in value) {
      const member = members.get(name)
      const field = value[name]
      if (!member) {
        if (typeof field === 'object' && isTooDeep(field)) return false
      } else if (typeof field !== member.type && !member.matches(field)) return false
      else if (member.isRequired) met += 1
    }
    return met === required
  }
}
