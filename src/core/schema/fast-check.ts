import type * as z from 'zod/mini'
import { type Annotations, annotationsOf, type Fields } from './response-schema.ts'

/** Whether a value surely matches a schema. A no says nothing: then the schema itself has to be asked. */
type Matcher = (value: unknown) => boolean

type Schema = z.core.$ZodType

const unsure: Matcher = () => false

const matchers = new WeakMap<Schema, Matcher>()

/**
 * Whether a value surely matches a schema: a yes is what the schema itself would say, but found without copying anything. It is compiled from the
 * schema, once; where that holds what is not understood here, the answer is no.
 */
export function matchesSchema(schema: Schema, value: unknown): boolean {
  return matcherOf(schema)(value)
}

function matcherOf(schema: Schema): Matcher {
  const known = matchers.get(schema)
  if (known) return known
  const matches = compile(schema)
  matchers.set(schema, matches)
  return matches
}

function compile(schema: Schema): Matcher {
  const { entries, fields, relation } = annotationsOf(schema)
  if (entries) return listOf(matcherOf(entries), relation)
  const { def } = (schema as z.core.$ZodTypes)._zod
  // A format checks itself.
  if ('check' in def) return unsure
  const matches = fields ? objectOf(fields) : ofDefinition(def)
  // The first check of an object is that of its fields.
  const checks = def.checks?.slice(fields ? 1 : 0) ?? []
  return checks.length > 0 ? both(matches, checks.map(checkOf)) : matches
}

/** What a definition asks for, its checks aside. */
function ofDefinition(def: z.core.$ZodTypes['_zod']['def']): Matcher {
  if (def.type === 'unknown') return () => true
  if (def.type === 'string') return (value) => typeof value === 'string'
  if (def.type === 'boolean') return (value) => typeof value === 'boolean'
  if (def.type === 'number') return Number.isFinite
  if (def.type !== 'nullable') return unsure
  const matches = matcherOf(def.innerType)
  return (value) => value === null || matches(value)
}

const both =
  (matches: Matcher, checks: readonly Matcher[]): Matcher =>
  (value) =>
    matches(value) && checks.every((check) => check(value))

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
    if (!Array.isArray(value))
      return relation !== undefined && typeof value === 'object' && value !== null && matches(value)
    for (const entry of value) if (!matches(entry)) return false
    return relation !== 'required' || value.length > 0
  }

function memberOf(schema: Schema) {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const isRequired = def.type !== 'optional'
  return { isRequired, matches: matcherOf(isRequired ? schema : def.innerType) }
}

/** Goes by the members of the value: most of those that a schema knows are absent from it. */
function objectOf(shape: Fields): Matcher {
  const members = new Map(Object.entries(shape).map(([name, schema]) => [name, memberOf(schema)]))
  const required = [...members.values()].filter(({ isRequired }) => isRequired).length
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const fields = value as Readonly<Record<string, unknown>>
    let met = 0
    for (const name in fields) {
      const member = members.get(name)
      if (!member) continue
      if (!member.matches(fields[name])) return false
      if (member.isRequired) met += 1
    }
    return met === required
  }
}
