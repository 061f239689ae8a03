import type * as z from 'zod/mini'
import { isObject } from '../results/hal.ts'
import { type Facts, factsOf } from './response-schema.ts'

/** Whether a value surely fits a schema. A no says nothing: then the schema itself has to be asked. */
export type Fits = (value: unknown) => boolean

type Schema = z.core.$ZodType

/** What a member of an object has to be. */
interface Member {
  /** Of a value of this type there is nothing more to ask. */
  readonly type: 'string' | 'boolean' | undefined
  readonly nullable: boolean
  readonly required: boolean
  readonly fits: Fits
}

const unsure: Fits = () => false
const isText: Fits = (value) => typeof value === 'string'
const isFlag: Fits = (value) => typeof value === 'boolean'

const compiled = new WeakMap<Schema, Fits>()

/**
 * Whether a value surely fits a schema: a yes is what the schema itself would say, but found without copying anything. Read off the schema, once; where that
 * holds what is not understood here, the answer is no.
 */
export function surelyFits(schema: Schema, value: unknown): boolean {
  return fitsOf(schema)(value)
}

function fitsOf(schema: Schema): Fits {
  const known = compiled.get(schema)
  if (known) return known
  const fits = compile(schema)
  compiled.set(schema, fits)
  return fits
}

function compile(schema: Schema): Fits {
  const { entries, relation } = factsOf(schema)
  if (entries) return listOf(fitsOf(entries), relation)
  const { def } = (schema as z.core.$ZodTypes)._zod
  // A format checks itself.
  if ('check' in def && !('format' in def && def.format === 'safeint')) return unsure
  const fits = bare(def)
  return def.checks?.length ? both(fits, def.checks.map(checkOf)) : fits
}

/** What a definition asks for, its checks aside. */
function bare(def: z.core.$ZodTypes['_zod']['def']): Fits {
  if (def.type === 'unknown') return () => true
  if (def.type === 'string') return isText
  if (def.type === 'boolean') return isFlag
  if (def.type === 'number') return 'format' in def ? Number.isSafeInteger : Number.isFinite
  if (def.type === 'object') return objectOf(def)
  if (def.type !== 'nullable') return unsure
  const fits = fitsOf(def.innerType)
  return (value) => value === null || fits(value)
}

const both =
  (fits: Fits, checks: readonly Fits[]): Fits =>
  (value) =>
    fits(value) && checks.every((check) => check(value))

/** A refinement; of another check nothing is known. */
function checkOf({ _zod: { def } }: z.core.$ZodCheck<never>): Fits {
  const { fn } = def as { readonly fn?: (value: unknown) => unknown }
  return fn ? (value) => fn(value) === true : unsure
}

const listOf =
  (fits: Fits, relation: Facts['relation']): Fits =>
  (value) => {
    if (!Array.isArray(value)) return relation !== undefined && isObject(value) && fits(value)
    for (const entry of value) if (!fits(entry)) return false
    return relation !== 'required' || value.length > 0
  }

function memberOf(schema: Schema): Member {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return { ...memberOf(def.innerType), required: false }
  if (def.type === 'nullable') return { ...memberOf(def.innerType), nullable: true }
  const fits = fitsOf(schema)
  const type = fits === isText ? 'string' : fits === isFlag ? 'boolean' : undefined
  return { type, nullable: false, required: true, fits }
}

/** Goes by the members of the value: most of those that a schema knows are absent from it. */
function objectOf({ shape, catchall }: z.core.$ZodObjectDef): Fits {
  if (catchall?._zod.def.type !== 'unknown') return unsure
  const members = new Map(Object.entries(shape).map(([name, schema]) => [name, memberOf(schema)]))
  const required = [...members.values()].filter((member) => member.required).length
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const fields = value as Readonly<Record<string, unknown>>
    let met = 0
    for (const name in fields) {
      const member = members.get(name)
      if (!member) continue
      const field = fields[name]
      if (typeof field !== member.type && !(field === null ? member.nullable : member.fits(field))) return false
      if (member.required) met += 1
    }
    return met === required
  }
}
