import type * as z from 'zod/mini'
import { isTooDeep } from '../base/values.ts'

// Answers only yes or no. Zod copies what it checks; this check does not, and is many times faster. It is compiled from `def`, the documented
// description of a schema (https://zod.dev/packages/core). Schemas that it does not know go to zod. It accepts only what zod accepts. Workers forbid
// `eval`, so the check consists of functions.

type Check = (value: unknown) => boolean

const compiled = new WeakMap<object, Check>()

/** Whether a value matches a schema, and is not nested too deep. */
export const fits = (schema: z.core.$ZodType, value: unknown): boolean => checkOf(schema)(value)

function checkOf(schema: z.core.$ZodType): Check {
  const check = compiled.get(schema) ?? compile(schema as z.core.$ZodTypes)
  compiled.set(schema, check)
  return check
}

function compile(schema: z.core.$ZodTypes): Check {
  const checks = (schema._zod.def.checks ?? []).map((check) => check._zod.def as Partial<z.core.$ZodCustomDef>)
  const ofType = typeCheck(schema)
  if (!ofType || checks.some(({ check }) => check !== 'custom'))
    return (value) => !isTooDeep(value) && (schema as unknown as z.ZodMiniType).safeParse(value).success
  const refinements = checks.flatMap(({ fn }) => fn ?? [])
  return refinements.length === 0 ? ofType : (value) => ofType(value) && refinements.every((fn) => fn(value))
}

/** Types that `typeof` alone can check. For members of objects, this saves most calls. */
const simple = new Map<string, Check>(['string', 'boolean'].map((type) => [type, (value) => typeof value === type]))

/** The check of a schema without its refinements. Undefined for a schema that zod itself must check. */
function typeCheck({ _zod: { def, traits } }: z.core.$ZodTypes): Check | undefined {
  const isSpecial = ['coerce', 'format', 'inclusive', 'catchall'].some((name) => name in def)
  if (isSpecial || traits.has('$ZodExactOptional')) return undefined
  if (def.type === 'number') return Number.isFinite
  if (def.type === 'unknown') return (value) => !isTooDeep(value)
  if (def.type === 'optional' || def.type === 'nullable') {
    const inner = checkOf(def.innerType)
    const empty = def.type === 'optional' ? undefined : null
    return (value) => value === empty || inner(value)
  }
  if (def.type === 'array') {
    const inner = checkOf(def.element)
    return (value) => Array.isArray(value) && value.every(inner)
  }
  if (def.type === 'object') return membersCheck(def.shape)
  if (def.type !== 'union') return simple.get(def.type)
  const options = def.options.map(checkOf)
  return (value) => options.some((option) => option(value))
}

/** The `typeof` result that is enough to accept a member. */
function enough(schema: z.core.$ZodType): string | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional' || def.type === 'nullable') return enough(def.innerType)
  return simple.get(def.type) === checkOf(schema) ? def.type : undefined
}

/** Loops over the members of the value, not over those of the shape: most objects lack most members of their shape. */
function membersCheck(shape: z.core.$ZodShape): Check {
  const member = (schema: z.core.$ZodType) =>
    ({ check: checkOf(schema), type: enough(schema), required: schema._zod.optin === undefined ? 1 : 0 }) as const
  const members = new Map(Object.entries(shape).map(([name, schema]) => [name, member(schema)]))
  const required = [...members.values()].filter((each) => each.required).length
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    let seen = 0
    for (const name in value) {
      const field = (value as Readonly<Record<string, unknown>>)[name]
      const member = members.get(name)
      if (member ? typeof field !== member.type && !member.check(field) : isTooDeep(field)) return false
      seen += member?.required ?? 0
    }
    return seen === required
  }
}
