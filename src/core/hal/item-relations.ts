import { isObjectLike } from '../values/arguments.ts'

// The relations under which pages embed their items. Services name them in different ways.

/** The values of a relation, always as an array. HAL allows one value or an array of values. */
export function valuesUnder(container: unknown, name: string): unknown[] {
  const found = isObjectLike(container) && Object.hasOwn(container, name) ? container[name] : undefined
  return Array.isArray(found) ? found : found === undefined || found === null ? [] : [found]
}

/**
 * The relations of the items of pages, by the name of the resource. `known`: the relations that services use, the preferred one first. The relation of
 * event campaigns has the service's own prefix. `any`: the singular and the plural under any prefix.
 */
const itemRelations = {
  event: { known: [/^osdi:events$/], any: /(?:^|[:/])events?$/ },
  attendance: { known: [/^osdi:attendances$/, /^osdi:attendance$/], any: /(?:^|[:/])attendances?$/ },
  person: { known: [/^osdi:people$/], any: /(?:^|[:/])(?:people|persons?)$/ },
  'event campaign': { known: [/^[^:]+:event_campaigns$/], any: /(?:^|[:/])event_campaigns?$/ },
} as const

/** The name of a resource that collections have. */
export type ItemNoun = keyof typeof itemRelations

/** The members of a container that match a pattern, in the order of the patterns. */
const namesIn = (container: unknown, patterns: readonly RegExp[]): string[] => {
  const names = Object.keys(Object(container))
  return patterns.flatMap((pattern) => names.filter((name) => pattern.test(name)))
}

/** The known relations of items of any resource that a page links to or embeds. */
export const itemRelationsIn = (container: object | null | undefined): string[] =>
  namesIn(
    container,
    Object.values(itemRelations).flatMap(({ known }) => known),
  )

/** The relations under which a page links to its items, although their number is not known. */
export const itemLinksIn = (links: object | null | undefined, noun: ItemNoun): string[] => {
  const { known, any } = itemRelations[noun]
  // A single link under another relation may be that of the collection.
  const isList = (name: string) => Array.isArray(Reflect.get(Object(links), name))
  return [...new Set([...namesIn(links, known), ...namesIn(links, [any]).filter(isList)])]
}

const isEmptyObject = (value: unknown) => isObjectLike(value) && Object.keys(value).length === 0

/** The relations under which a container has anything. */
export const filledIn = (container: unknown): string[] =>
  Object.keys(Object(container)).filter((name) => !valuesUnder(container, name).every(isEmptyObject))

/** Whether a body has items outside of `_embedded`. */
export const hasItemsOutside = (body: object, noun: ItemNoun): boolean =>
  namesIn(body, [itemRelations[noun].any]).some((name) => valuesUnder(body, name).some(isObjectLike))

/**
 * The relation under which a page embeds its items: the known one, or else the only relation that is not empty, if it is the resource's singular or
 * plural under another prefix. Undefined if there is none.
 */
export function itemRelationIn(embedded: unknown, noun: ItemNoun): string | undefined {
  const { known, any } = itemRelations[noun]
  const given = namesIn(embedded, known).filter((name) => Reflect.get(Object(embedded), name) != null)
  const filled = given.find((name) => valuesUnder(embedded, name).length > 0)
  const [only, ...others] = filled === undefined ? filledIn(embedded) : []
  const isOther = only !== undefined && others.length === 0 && any.test(only)
  return filled ?? (isOther ? only : given[0])
}

/** The relation to read for `rel`: `rel` itself or, if a page names its items otherwise, the relation of its items. */
export function embeddedRelation(embedded: unknown, rel: string): string {
  const noun = Object.entries(itemRelations).find(([, { known }]) => known[0].test(rel))?.[0]
  const isThere = isObjectLike(embedded) && Object.hasOwn(embedded, rel) && embedded[rel] !== null
  return (noun && !isThere && itemRelationIn(embedded, noun as ItemNoun)) || rel
}
