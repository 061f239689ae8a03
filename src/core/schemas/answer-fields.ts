import * as z from 'zod/mini'
import { accuracies, reminderMethods, statuses, transparences, visibilities } from '../resources/enums.ts'
import type { Address } from '../resources/location.ts'
import { always, noted } from './facts.ts'
import { lazily } from './lazily.ts'
import { list, relation } from './list.ts'

// Answers: what is there must have its documented type; unknown members, null and absence are all taken.

/** A member of an answer that may be absent or null. JSON has no undefined. */
export function maybe<Type extends z.ZodMiniType>(type: Type) {
  return z.exactOptional(z.nullable(type))
}

/** An open enum: any text, of which the documents know these. */
const open = (known: readonly string[]) => noted(maybe(z.string()), { known })

/** Made when it is first asked for: most of the time that importing takes would go into making it. */
export const answerFields = lazily(() => {
  const text = maybe(z.string())
  const integer = maybe(z.int())
  const float = maybe(z.number())
  const flag = maybe(z.boolean())
  const status = open(statuses)
  const transparence = open(transparences)
  const visibility = open(visibilities)

  const texts = maybe(list(z.string()))

  const oneLink = z.looseObject({ href: z.string(), templated: flag, name: text, title: text, type: text })
  const requiredLink = relation(oneLink, 'required')
  const link = maybe(relation(oneLink, 'optional'))
  const curies = maybe(relation(z.looseObject({ href: z.string(), name: z.string(), templated: flag }), 'optional'))

  const coordinates = { latitude: float, longitude: float, accuracy: open(accuracies) }

  const address = {
    address_lines: texts,
    locality: text,
    region: text,
    postal_code: text,
    country: text,
    language: text,
    location: maybe(z.looseObject(coordinates)),
  } satisfies FieldsOf<Address>

  /** Coordinates and what else the service reckons are there even where no location was sent (v1 §2.2, v2 §2.2). */
  const location = maybe(
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

  const reminders = maybe(list(z.looseObject({ method: always(open(reminderMethods)), minutes: always(integer) })))

  return {
    text,
    integer,
    flag,
    status,
    transparence,
    visibility,
    texts,
    requiredLink,
    link,
    curies,
    address,
    location,
    reminders,
  }
})

/** The fields of a shape under names that carry the service's own prefix. */
export function namespaced<Shape extends Record<string, z.ZodMiniType>>(
  namespace: string,
  shape: Shape,
): Record<string, z.ZodMiniType> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [`${namespace}:${name}`, field]))
}

/** Holds a schema's fields to those of a hand-written type: none missing, none more, each of a type that fits. */
export type FieldsOf<Type> = { readonly [Name in keyof Type]-?: z.ZodMiniType<Type[Name] | undefined> }
