import * as z from 'zod/mini'
import { localTimeProblem } from '../resources/local-time.ts'
import { lazily } from '../schemas/lazily.ts'
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

type Optional = z.ZodMiniOptional<z.ZodMiniType>

/** The same fields for a change: what is optional may be null, which clears it. */
export function clearable<const Shape extends Record<string, Optional>>(
  shape: Shape,
): { [Name in keyof Shape]: z.ZodMiniOptional<z.ZodMiniNullable<Shape[Name]>> } {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, z.nullish(field)])) as never
}

/** Made when it is first asked for, like what answers are held to. */
export const newFields = lazily(() => {
  /** Text that must say something. */
  const required = z.string().check(z.refine((value) => value.trim() !== '', 'must not be empty'))
  const text = z.optional(z.string())
  const localTime = z.optional(
    z.custom<string>((value) => localTimeProblem(value) === undefined, {
      error: (issue) => localTimeProblem(issue.input) ?? 'is no date-time',
    }),
  )
  /** The shape `<system>:<id>` (v1 §2.1, v2 §2.1). */
  const identifiers = z.optional(
    list(
      z
        .string()
        .check(
          z.regex(
            /^[^\s:\p{Cc}]+:[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u,
            'is no identifier of the form <system>:<id>',
          ),
        ),
    ),
  )

  const geoPoint = { latitude: z.optional(z.number()), longitude: z.optional(z.number()), accuracy: text }

  const locationShape = {
    venue: text,
    address_lines: z.optional(list(z.string())),
    locality: text,
    region: text,
    postal_code: text,
    country: text,
    language: text,
    location: z.optional(fields(geoPoint)),
  }

  /** Names of what stands in objects of fields, by their place. */
  const nested: Readonly<Record<string, readonly string[]>> = {
    location: Object.keys(locationShape),
    'location.location': Object.keys(geoPoint),
  }

  const location = z.optional(fields(locationShape))

  const locationChanges = z.optional(
    fields({ ...clearable(locationShape), location: z.nullish(fields(clearable(geoPoint))) }),
  )

  return { required, text, localTime, identifiers, location, locationChanges, nested }
})
