import * as z from 'zod/mini'
import { anyList, list } from './list.ts'
import type { Address } from './location.ts'

// Answers: what is there must have its documented type; unknown members, null and absence are all taken.

/** A member of an answer that may be absent or null. JSON has no undefined. */
export function maybe<Type extends z.ZodMiniType>(type: Type) {
  return z.exactOptional(z.nullable(type))
}

export const text = maybe(z.string())
export const integer = maybe(z.int())
const float = maybe(z.number())
export const flag = maybe(z.boolean())
export const texts = maybe(list(z.string()))

export const requiredLink = z.looseObject({ href: z.string(), templated: flag, name: text, title: text, type: text })
export const link = maybe(requiredLink)
export const curies = maybe(list(z.looseObject({ href: z.string(), name: z.string(), templated: flag })))

const geoPoint = maybe(z.looseObject({ latitude: float, longitude: float, accuracy: text }))

export const address = {
  address_lines: texts,
  locality: text,
  region: text,
  postal_code: text,
  country: text,
  language: text,
  location: geoPoint,
} satisfies FieldsOf<Address>

export const location = maybe(z.looseObject({ venue: text, ...address }))

export const reminders = maybe(list(z.looseObject({ method: text, minutes: integer })))

const ofCollections = ['total_pages', 'per_page', 'page', 'total_records', '_embedded']
const ofOthers = ['title', 'summary', 'error', 'osdi:error']

/** Links alone are those of an empty page, unless they stand beside what an event or an error has. */
function isCollection(value: object): boolean {
  const has = (name: string) => Object.hasOwn(value, name)
  return !has('identifiers') && (ofCollections.some(has) || (has('_links') && !ofOthers.some(has)))
}

/**
 * A collection (v1 §2.5, v2 §2.6), whatever its events are. What carries no member of the table (`{}`, an error object) is none.
 */
export const collection = z
  .looseObject({
    total_pages: integer,
    per_page: integer,
    page: integer,
    total_records: integer,
    _links: maybe(z.looseObject({ self: link, next: link, 'osdi:events': maybe(list(requiredLink)), curies })),
    _embedded: maybe(z.looseObject({ 'osdi:events': maybe(anyList) })),
  })
  .check(
    z.refine(isCollection, 'is no collection of events: it has none of its members'),
    z.refine((page) => page._embedded?.['osdi:events']?.length || !page._links?.['osdi:events']?.length, {
      error: 'is missing or empty, but the links of the collection promise events',
      path: ['_embedded', 'osdi:events'],
    }),
  )

/** The fields of a shape under names that carry the service's own prefix. */
export function namespaced<Shape extends Record<string, z.ZodMiniType>>(
  namespace: string,
  shape: Shape,
): Record<string, z.ZodMiniType> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [`${namespace}:${name}`, field]))
}

/** Holds a schema's fields to those of a hand-written type: none missing, none more, each of a type that fits. */
export type FieldsOf<Type> = { readonly [Name in keyof Type]-?: z.ZodMiniType<Type[Name] | undefined> }
