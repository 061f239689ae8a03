import type * as z from 'zod/mini'

/** What the documents say of a field beyond its type. Answers are not refused for it: it is what drift is. */
export interface Facts {
  /** The values of an open enum. */
  readonly known?: readonly string[]
  /** The service gives the field itself, whatever was sent. */
  readonly always?: boolean
  /** The schema of the entries of a list. */
  readonly entries?: z.ZodMiniType
  /** The list is a relation of HAL, which may be a single entry without an array; a `required` one may not be empty. */
  readonly relation?: 'required' | 'optional' | undefined
}

const factsOfSchemas = new WeakMap<object, Facts>()

export const factsOf = (schema: object): Facts => factsOfSchemas.get(schema) ?? {}

/** The schema itself, with facts beside it. */
export function noted<Type extends z.ZodMiniType>(schema: Type, facts: Facts): Type {
  factsOfSchemas.set(schema, { ...factsOf(schema), ...facts })
  return schema
}

/** A field that the service gives every resource. */
export function always<Type extends z.ZodMiniType>(type: Type): Type {
  return noted(noted(type.clone(), factsOf(type)), { always: true })
}
