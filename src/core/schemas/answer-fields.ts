import * as z from 'zod/mini'
import { accuracies, reminderMethods, statuses, transparences, visibilities } from '../resources/enums.ts'
import type { Address } from '../resources/location.ts'
import { always, noted } from './facts.ts'
import { anyList, list } from './list.ts'

// Answers: what is there must have its documented type; unknown members, null and absence are all taken.

/** A member of an answer that may be absent or null. JSON has no undefined. */
export function maybe<Type extends z.ZodMiniType>(type: Type) {
  return z.exactOptional(z.nullable(type))
}

export const text = maybe(z.string())
export const integer = maybe(z.int())
const float = maybe(z.number())
export const flag = maybe(z.boolean())
/** An open enum: any text, of which the documents know these. */
export const open = (known: readonly string[]) => noted(maybe(z.string()), { known })

export const status = open(statuses)
export const transparence = open(transparences)
export const visibility = open(visibilities)

export const texts = maybe(list(z.string()))

export const requiredLink = z.looseObject({ href: z.string(), templated: flag, name: text, title: text, type: text })
export const link = maybe(requiredLink)
export const curies = maybe(list(z.looseObject({ href: z.string(), name: z.string(), templated: flag })))

const coordinates = { latitude: float, longitude: float, accuracy: open(accuracies) }

export const address = {
  address_lines: texts,
  locality: text,
  region: text,
  postal_code: text,
  country: text,
  language: text,
  location: maybe(z.looseObject(coordinates)),
} satisfies FieldsOf<Address>

/** Coordinates and what else the service reckons are there even where no location was sent (v1 §2.2, v2 §2.2). */
export const location = maybe(
  z.looseObject({
    venue: text,
    ...address,
    region: always(text),
    country: always(text),
    language: always(text),
    location: always(
      maybe(
        z.looseObject({
          latitude: always(coordinates.latitude),
          longitude: always(coordinates.longitude),
          accuracy: always(coordinates.accuracy),
        }),
      ),
    ),
  }),
)

export const reminders = maybe(list(z.looseObject({ method: always(open(reminderMethods)), minutes: always(integer) })))

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
    total_pages: always(integer),
    per_page: always(integer),
    page: always(integer),
    total_records: always(integer),
    _links: always(
      maybe(
        z.looseObject({
          self: always(link),
          next: link,
          'osdi:events': always(maybe(list(requiredLink))),
          curies: always(curies),
        }),
      ),
    ),
    _embedded: always(maybe(z.looseObject({ 'osdi:events': always(maybe(anyList)) }))),
  })
  .check(
    z.refine(isCollection, 'is no collection of events: it has none of its members'),
    z.refine((page) => !page._links?.['osdi:events']?.length || Boolean(page._embedded?.['osdi:events']?.length), {
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
