import * as z from 'zod/mini'
import { localTimeProblem } from '../resources/local-time.ts'
import { list } from '../schemas/list.ts'
import { isPlainObject } from './json.ts'

// Arguments: strict, and every refusal says why.

const isPlainOrNoObject = (value: unknown) =>
  typeof value !== 'object' || value === null || Array.isArray(value) || isPlainObject(value)

/** An object of these fields and no other. A Date, a Map or an instance of a class would not be sent as what it is. */
export function fields<Shape extends Record<string, z.ZodMiniType>>(shape: Shape) {
  // The look at the prototype comes first: what an object schema checks is a copy.
  return z.pipe(z.custom<unknown>(isPlainOrNoObject, 'must be a plain object of fields'), z.strictObject(shape))
}

/** Text that must say something. */
export const newRequired = z.string().check(z.refine((value) => value.trim() !== '', 'must not be empty'))
export const newText = z.optional(z.string())
export const newLocalTime = z.optional(
  z.custom<string>((value) => localTimeProblem(value) === undefined, {
    error: (issue) => localTimeProblem(issue.input) ?? 'is no date-time',
  }),
)
/** The shape `<system>:<id>` (v1 §2.1, v2 §2.1). */
export const newIdentifiers = z.optional(
  list(
    z
      .string()
      .check(
        z.regex(/^[^\s:\p{Cc}]+:[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u, 'is no identifier of the form <system>:<id>'),
      ),
  ),
)

const newGeoPoint = { latitude: z.optional(z.number()), longitude: z.optional(z.number()), accuracy: newText }

const newLocationShape = {
  venue: newText,
  address_lines: z.optional(list(z.string())),
  locality: newText,
  region: newText,
  postal_code: newText,
  country: newText,
  language: newText,
  location: z.optional(fields(newGeoPoint)),
}

/** Names of what stands in objects of fields, by their place. */
export const nestedFields: Readonly<Record<string, readonly string[]>> = {
  location: Object.keys(newLocationShape),
  'location.location': Object.keys(newGeoPoint),
}

export const newLocation = z.optional(fields(newLocationShape))

type Optional = z.ZodMiniOptional<z.ZodMiniType>

/** The same fields for a change: what is optional may be null, which clears it. */
export function clearable<const Shape extends Record<string, Optional>>(
  shape: Shape,
): { [Name in keyof Shape]: z.ZodMiniOptional<z.ZodMiniNullable<Shape[Name]>> } {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, z.nullish(field)])) as never
}

export const locationChanges = z.optional(
  fields({ ...clearable(newLocationShape), location: z.nullish(fields(clearable(newGeoPoint))) }),
)
