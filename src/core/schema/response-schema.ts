import * as z from 'zod/mini'
import type { Attendee } from '../results/attendance.ts'
import {
  type Address,
  accuracies,
  type GeoPoint,
  type Location,
  type Reminder,
  reminderMethods,
  statuses,
  transparences,
  visibilities,
} from '../results/fields.ts'
import {
  type Collection,
  type CollectionLinks,
  type Curie,
  isObject,
  itemsOf,
  type Link,
  linksOf,
  listed,
  type OneOrMany,
} from '../results/hal.ts'

// Responses: what is there must have its documented type; unknown members, null and absence are all taken.

/** A member of a response that may be absent or null. */
export const maybe = <Type extends z.ZodMiniType>(type: Type) =>
  annotate(z.optional(z.nullable(type)), annotationsOf(type))

/** An open enum: any text, of which the spec knows these. */
const open = (known: readonly string[]) => annotate(maybe(z.string()), { known })

/** Made when it is first asked for: most of the time that importing takes would go into making it. */
export const responseFields = lazily(() => {
  const text = maybe(z.string())
  const integer = maybe(z.number().check(that(Number.isSafeInteger, 'must be a whole number within ±2^53')))
  const float = maybe(z.number())
  const flag = maybe(z.boolean())
  const texts = maybe(list(z.string()))

  const linkFields = { href: z.string(), templated: flag, name: text, title: text, type: text }
  const oneLink = object<Link>(linkFields)
  const requiredLink = relation(oneLink, 'required')
  const link = maybe(relation(oneLink, 'optional'))
  const curies = maybe(relation(object<Curie>({ ...linkFields, name: z.string() }), 'optional'))

  const coordinates = { latitude: float, longitude: float, accuracy: open(accuracies) }

  const address = {
    address_lines: texts,
    locality: text,
    region: text,
    postal_code: text,
    country: text,
    language: text,
    location: maybe(object<GeoPoint>(coordinates)),
  } satisfies FieldsOf<Address>

  /** Coordinates and what else the service reckons are there even where no location was sent (v1 §2.2, v2 §2.2). */
  const point = maybe(object<GeoPoint>(allPresent(coordinates)))
  const reckoned = allPresent({ region: text, country: text, language: text, location: point })
  const location = maybe(object<Location>({ venue: text, ...address, ...reckoned }))

  const reachable = <Type>(name: string) =>
    maybe(list(object<Type>({ [name]: text, primary: flag } as unknown as FieldsOf<Type> & Fields)))
  const attendee = object<Attendee>({
    given_name: text,
    family_name: text,
    email_addresses: reachable('address'),
    phone_numbers: reachable('number'),
    postal_addresses: maybe(list(object<Address>(address))),
    languages_spoken: texts,
  })

  const reminder = object<Reminder>(allPresent({ method: open(reminderMethods), minutes: integer }))

  return {
    text,
    integer,
    flag,
    status: open(statuses),
    transparence: open(transparences),
    visibility: open(visibilities),
    texts,
    requiredLink,
    link,
    curies,
    address,
    attendee,
    location,
    reminders: maybe(list(reminder)),
  }
})

/** Schemas of fields, by their names. */
export type Fields = Readonly<Record<string, z.ZodMiniType>>

/** The same fields under names that carry the service's own prefix. */
export const namespaced = (namespace: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${namespace}:${name}`, field]))

/** Holds a schema's fields to those of a hand-written type: none missing, none more, each of a type that fits. */
export type FieldsOf<Type> = { readonly [Name in keyof Type]-?: z.ZodMiniType<Type[Name] | undefined> }

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
export const collection = lazily(() => {
  const { integer, link, curies } = responseFields()
  const links = object<CollectionLinks>({ next: link, ...allPresent({ self: link, 'osdi:events': link, curies }) })
  const embedded = object(allPresent({ 'osdi:events': maybe(list(undefined, 'optional')) }))
  const counts = { total_pages: integer, per_page: integer, page: integer, total_records: integer }
  return object<Collection<unknown>>(
    allPresent({ ...counts, _links: maybe(links), _embedded: maybe(embedded) }),
    that(isCollection, 'is no collection of events: it has none of its members'),
    ...listed.map((relation) =>
      that<Collection<unknown>>(
        (page) => linksOf(page, relation).length === 0 || itemsOf(page).length > 0,
        `is missing or empty, but the links of the collection promise ${relation.replace('osdi:', '')}`,
        ['_embedded', relation],
      ),
    ),
  )
})

/** What a schema finds wrong with a value that stands inside of another one. */
export const issuesAt = (schema: z.ZodMiniType, value: unknown, ...place: PropertyKey[]) =>
  (schema.safeParse(value).error?.issues ?? []).map(
    (issue) => ({ ...issue, path: [...place, ...issue.path], input: value }) as z.core.$ZodRawIssue,
  )

/** A check of a value that has the type already. Zod's own refinements would bring a class of schemas with them. */
export const that =
  <Value>(holds: (value: Value) => unknown, message: string, path: PropertyKey[] = []): z.core.CheckFn<Value> =>
  ({ value, issues }) => {
    if (!holds(value)) issues.push({ code: 'custom', message, path, input: value, continue: true })
  }

/** An object of these fields, whatever else it has. Unlike zod's own it copies nothing. */
export function object<Type = unknown>(
  fields: FieldsOf<Type> & Fields,
  ...checks: z.core.CheckFn<Type>[]
): z.ZodMiniType<Type> {
  const each = Object.entries(fields)
  const hasFields: z.core.CheckFn<unknown> = ({ value, issues }) => {
    if (!isObject(value) || Array.isArray(value)) {
      issues.push({ code: 'invalid_type', expected: 'object', input: value })
    } else for (const [name, field] of each) issues.push(...issuesAt(field, value[name], name))
  }
  const schema = z.unknown().check(hasFields, ...(checks as z.core.CheckFn<unknown>[]))
  return annotate(schema as z.ZodMiniType<Type>, { fields })
}

/** When to stop looking: one issue is enough to refuse an array, and hostile ones have millions. */
const enough = 100

/** An array whose entries fit, whatever they are without a `type`; of one whose entries do not, the first hundred issues or so. */
export function list<Type extends z.ZodMiniType = z.ZodMiniType>(
  type?: Type,
  relation?: Annotations['relation'],
): z.ZodMiniType<z.output<Type>[]> {
  const many = z.unknown().check(({ value, issues }) => {
    const isMany = Array.isArray(value)
    if (!isMany && !(relation && isObject(value))) {
      issues.push({ code: 'invalid_type', expected: relation ? 'object' : 'array', input: value })
    } else if (relation === 'required' && isMany && value.length === 0) {
      issues.push({ code: 'custom', message: 'is missing', input: value })
    } else if (type) {
      for (const [index, entry] of (isMany ? value : [value]).entries()) {
        if (issues.length >= enough) return
        issues.push(...issuesAt(type, entry, ...(isMany ? [index] : [])))
      }
    }
  })
  return annotate(many as z.ZodMiniType<z.output<Type>[]>, { entries: type ?? z.unknown(), relation })
}

/** What stands under a relation of HAL: an entry, or an array of them. */
export const relation = list as <Type extends z.ZodMiniType>(
  type: Type | undefined,
  relation: NonNullable<Annotations['relation']>,
) => z.ZodMiniType<OneOrMany<z.output<Type>>>

/** What the spec says of a field beyond its type. Responses are not refused for it: it is what drift is. */
export interface Annotations {
  /** The schemas of the fields of an object. */
  readonly fields?: Fields
  /** The values of an open enum. */
  readonly known?: readonly string[]
  /** The service gives the field itself, whatever was sent. */
  readonly alwaysPresent?: boolean
  /** The schema of the entries of a list. */
  readonly entries?: z.ZodMiniType
  /** The list is a relation of HAL, which may be a single entry without an array; a `required` one may not be empty. */
  readonly relation?: 'required' | 'optional' | undefined
}

const annotations = new WeakMap<object, Annotations>()

export const annotationsOf = (schema: object): Annotations => annotations.get(schema) ?? {}

/** The schema itself, with annotations beside it. */
export function annotate<Type extends z.ZodMiniType>(schema: Type, beside: Annotations): Type {
  annotations.set(schema, beside)
  return schema
}

/** A field that the service gives every resource. */
export function alwaysPresent<Type extends z.ZodMiniType>(type: Type): Type {
  return annotate(type.clone(), { ...annotationsOf(type), alwaysPresent: true })
}

/** The same fields, each of which the service gives every resource. */
const allPresent = <Shape extends Fields>(fields: Shape): Shape =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, alwaysPresent(field)])) as Shape

/** Something that is made when it is first asked for, and then kept: where it depends on a text, for the one that it was asked for last. */
export function lazily<Thing>(make: (text: string) => Thing): (text?: string) => Thing {
  let made: { readonly text: string; readonly thing: Thing } | undefined
  return (text = '') => {
    if (made?.text !== text) made = { text, thing: make(text) }
    return made.thing
  }
}
