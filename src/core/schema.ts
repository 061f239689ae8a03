import * as z from 'zod/mini'
import { localTimeProblem } from './local-time.ts'

// Answers: what is there must have its documented type; unknown members, null and absence are all taken.

/** A member of an answer that may be absent or null. JSON has no undefined. */
export function maybe<Type extends z.ZodMiniType>(type: Type) {
  return z.exactOptional(z.nullable(type))
}

export const text = maybe(z.string())
export const integer = maybe(z.int())
export const float = maybe(z.number())
export const flag = maybe(z.boolean())
export const texts = maybe(z.array(z.string()))

export const requiredLink = z.looseObject({ href: z.string(), templated: flag, name: text, title: text, type: text })
export const link = maybe(requiredLink)
export const curies = maybe(z.array(z.looseObject({ href: z.string(), name: z.string(), templated: flag })))

export const geoPoint = maybe(z.looseObject({ latitude: float, longitude: float, accuracy: text }))

export const location = maybe(
  z.looseObject({
    venue: text,
    address_lines: texts,
    locality: text,
    region: text,
    postal_code: text,
    country: text,
    language: text,
    location: geoPoint,
  }),
)

export const reminders = maybe(z.array(z.looseObject({ method: text, minutes: integer })))

const pageTable = ['total_pages', 'per_page', 'page', 'total_records', '_links', '_embedded']

/** A collection of events (v1 §2.5, v2 §2.6). What carries no member of the table (`{}`, an error object) is none. */
export function collectionOf(event: z.ZodMiniType) {
  return z
    .looseObject({
      total_pages: integer,
      per_page: integer,
      page: integer,
      total_records: integer,
      _links: maybe(z.looseObject({ self: link, next: link, 'osdi:events': maybe(z.array(requiredLink)), curies })),
      _embedded: maybe(z.looseObject({ 'osdi:events': maybe(z.array(event)) })),
    })
    .check(
      z.refine(
        (page) => pageTable.some((name) => Object.hasOwn(page, name)),
        'is no collection of events: it has none of its members',
      ),
      z.refine((page) => page._embedded?.['osdi:events'] || !page._links?.['osdi:events']?.length, {
        error: 'is missing, but the links of the collection promise events',
        path: ['_embedded', 'osdi:events'],
      }),
    )
}

// Arguments: strict, and every refusal says why.

function isPlainOrNoObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

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
  z.array(
    z
      .string()
      .check(z.regex(/^[^\s:]+:[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u, 'is no identifier of the form <system>:<id>')),
  ),
)

const newGeoPoint = { latitude: z.optional(z.number()), longitude: z.optional(z.number()), accuracy: newText }

const newLocationShape = {
  venue: newText,
  address_lines: z.optional(z.array(z.string())),
  locality: newText,
  region: newText,
  postal_code: newText,
  country: newText,
  language: newText,
  location: z.optional(fields(newGeoPoint)),
}

export const newLocation = z.optional(fields(newLocationShape))

type Optional = z.ZodMiniOptional<z.ZodMiniType>

/** The same fields for a change: what is optional may be null, which clears it. */
export function clearable<const Shape extends Record<string, Optional>>(
  shape: Shape,
): { [Name in keyof Shape]: z.ZodMiniOptional<z.ZodMiniNullable<Shape[Name]>> } {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, z.nullish(field)])) as never
}

export const locationChanges = z.optional(fields(clearable(newLocationShape)))

/** The fields of a shape under names that carry the service's own prefix. */
export function namespaced<Shape extends Record<string, z.ZodMiniType>>(
  namespace: string,
  shape: Shape,
): Record<string, z.ZodMiniType> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [`${namespace}:${name}`, field]))
}

/** Holds a schema's fields to those of a hand-written type: none missing, none more, each of a type that fits. */
export type FieldsOf<Type> = { readonly [Name in keyof Type]-?: z.ZodMiniType<Type[Name] | undefined> }
