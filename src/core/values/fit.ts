import type * as z from 'zod/mini'
import { isTooDeep } from './arguments.ts'

// A check that answers only yes or no, many times faster than zod, which copies what it checks. It is compiled from `def`, the documented description
// of a schema (https://zod.dev/packages/core), and leaves to zod what it does not know. It accepts only what zod accepts. Most responses are valid, so
// only the others need zod's list of issues. Workers forbid `eval`, so the check consists of functions.

type Check = (value: unknown) => boolean

const checks = new WeakMap<object, Check>()

/** Whether a value matches a schema, and is not nested too deep. */
export const fits = (schema: z.core.$ZodType, value: unknown): boolean => checkOf(schema)(value)

function checkOf(schema: z.core.$ZodType): Check {
  const known = checks.get(schema)
  if (known) return known
  const made = compile(schema as z.core.$ZodTypes)
  checks.set(schema, made)
  return made
}

function compile(schema: z.core.$ZodTypes): Check {
  const { def } = schema._zod
  const checks = (def.checks ?? []).map((check) => check._zod.def as Partial<z.core.$ZodCustomDef>)
  const ofType = typeCheck(schema)
  if (!ofType || checks.some(({ check }) => check !== 'custom'))
    return (value) => !isTooDeep(value) && (schema as unknown as z.ZodMiniType).safeParse(value).success
  // Those of `z.refine`.
  const refinements = checks.flatMap(({ fn }) => fn ?? [])
  return refinements.length === 0 ? ofType : (value) => ofType(value) && refinements.every((fn) => fn(value))
}

/** The check of a schema without its refinements. Undefined for a schema that zod itself must check. */
function typeCheck(schema: z.core.$ZodTypes): Check | undefined {
  const { def } = schema._zod
  const isSpecial = ['coerce', 'format', 'inclusive', 'catchall'].some((name) => name in def)
  if (isSpecial || schema._zod.traits.has('$ZodExactOptional')) return undefined
  if (def.type === 'string') return (value) => typeof value === 'string'
  if (def.type === 'boolean') return (value) => typeof value === 'boolean'
  if (def.type === 'number') return Number.isFinite
  if (def.type === 'unknown') return (value) => !isTooDeep(value)
  if (def.type === 'optional' || def.type === 'nullable') {
    const inner = checkOf(def.innerType)
    const empty = def.type === 'optional' ? undefined : null
    return (value) => value === empty || inner(value)
  }
  if (def.type === 'array') return listOf(checkOf(def.element))
  if (def.type === 'union') {
    const options = def.options.map(checkOf)
    return (value) => options.some((option) => option(value))
  }
  return def.type === 'object' ? objectOf(def.shape) : undefined
}

const listOf =
  (fitsEntry: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return false
    for (const entry of value) if (!fitsEntry(entry)) return false
    return true
  }

/** Loops over the members of the value, not over those of the shape: most objects lack most members of their shape. */
function objectOf(shape: z.core.$ZodShape): Check {
  const members = new Map(Object.entries(shape).map(([name, schema]) => [name, checkOf(schema)]))
  const required = new Set(Object.keys(shape).filter((name) => shape[name]?._zod.optin === undefined))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    let missing = required.size
    for (const name in value) {
      const field: unknown = Reflect.get(value, name)
      const check = members.get(name)
      if (check ? !check(field) : typeof field === 'object' && isTooDeep(field)) return false
      if (required.has(name)) missing -= 1
    }
    return missing === 0
  }
}
