import { kindOf, refusePromise } from '../base/messages.ts'
import { originOf, rememberAll } from '../base/origin.ts'
import { isCount, isObjectLike } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import type { Collection, EmbeddedIn, EventOf, HalLike, Link, Paged } from './hal.ts'

// Reads links and embedded resources by their relations.

/** The values of a relation, always as an array. HAL allows one value or an array of values. */
export function valuesUnder(container: unknown, name: string): unknown[] {
  const found = isObjectLike(container) && Object.hasOwn(container, name) ? container[name] : undefined
  return Array.isArray(found) ? found : found === undefined || found === null ? [] : [found]
}

const isLink = (value: unknown): value is Link => isObjectLike(value) && typeof value.href === 'string'

/** Whether an address has a scheme. Without a scheme, it is relative to the address of the response. */
const isAbsolute = (href: string) => /^[a-z][a-z\d+.-]*:/i.test(href)

/** The first link of a relation. */
export function firstLink(resource: HalLike, rel: string): Pick<Link, 'href' | 'templated'> | undefined {
  for (const link of valuesUnder(resource._links, rel)) {
    const { href, templated } = isObjectLike(link) ? link : {}
    if (typeof href === 'string') return { href, templated: Boolean(templated) }
  }
  return undefined
}

/** The links or embedded resources of a relation. Throws for a promise: the caller has forgotten an `await`. */
function valuesOf<Each>(
  resource: HalLike,
  member: '_links' | '_embedded',
  rel: string,
  is: (value: unknown) => value is Each,
) {
  if (typeof rel !== 'string') throw InputError.of('rel', `must be text, not ${kindOf(rel)}`)
  const container = resource?.[member]
  if (container === undefined) refusePromise(resource, 'resource')
  return valuesUnder(container, member === '_links' ? rel : embeddedRelation(container, rel)).filter(is)
}

/**
 * All links of a relation, in the order of the response. A relative link remembers the address of the response, so that `follow(link)` resolves it
 * correctly.
 *
 * @throws InputError for a promise of a resource
 *
 * @example
 * ```ts
 * import { linksOf, type PageV2 } from 'osdi-events'
 *
 * const addresses = (page: PageV2) => linksOf(page, 'osdi:events').map((link) => link.href)
 * ```
 */
export function linksOf(resource: HalLike, rel: string): Link[] {
  const links = valuesOf(resource, '_links', rel, isLink)
  const origin = originOf(resource)
  for (const link of links) if (origin && !isAbsolute(link.href)) rememberAll(link, origin)
  return links
}

/**
 * The first link of a relation, or undefined if the resource has none.
 *
 * @throws InputError for a promise of a resource
 *
 * @example
 * ```ts
 * import { type EventV2, linkOf } from 'osdi-events'
 *
 * const attendancesOf = (event: EventV2) => linkOf(event, 'osdi:attendances')?.href
 * console.log(typeof attendancesOf)
 * ```
 */
export function linkOf(resource: HalLike, rel: string): Link | undefined {
  return linksOf(resource, rel)[0]
}

/**
 * The resources embedded under a relation, always as an array. If a page names its items otherwise, such as `osdi:attendance` for `osdi:attendances`,
 * this reads them too.
 *
 * @throws InputError for a promise of a resource
 *
 * @example
 * ```ts
 * import { embeddedOf } from 'osdi-events'
 *
 * embeddedOf({ _embedded: { 'osdi:attendances': { status: 'accepted' } } }, 'osdi:attendances') // [{ status: 'accepted' }]
 * ```
 */
export function embeddedOf<Resource extends HalLike, Rel extends string>(
  resource: Resource,
  rel: Rel,
): EmbeddedIn<Resource, Rel>[] {
  return valuesOf(resource, '_embedded', rel, isObjectLike) as EmbeddedIn<Resource, Rel>[]
}

/** A counter of a page as a number, also if the service writes it as text; undefined if it cannot be read. */
export function counterOf(
  page: Paged,
  name: 'total_pages' | 'per_page' | 'page' | 'total_records',
): number | undefined {
  const value: unknown = page[name]
  const count = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value
  return isCount(count) ? count : undefined
}

/** The relation under which a page that the client returned embeds its items. */
export const itemRelationOf = (page: Paged): string => originOf(page)?.relation ?? 'osdi:events'

/** The items of a page that the client returned, such as events, in its order. */
export const itemsOf = (page: Paged): unknown[] => valuesUnder(page._embedded, itemRelationOf(page))

/** Replaces the items of a page. */
export function setItems(page: Paged, items: readonly unknown[]): void {
  if (page._embedded) Reflect.set(page._embedded, itemRelationOf(page), items)
}

/** @throws InputError if the value is not a page: for example, if it is an array or a promise */
export function checkPage(page: unknown): void {
  refusePromise(page, 'page')
  if (Array.isArray(page))
    throw InputError.of('page', 'is an array, not a page; toArray() returns the events themselves')
  if (!isObjectLike(page)) throw InputError.of('page', `must be a page, not ${kindOf(page)}`)
}

/**
 * The events of a page of either version, in its order; an empty array for an empty page.
 *
 * @throws InputError if the argument is not a page: for example, a promise of a page, an array or null
 *
 * @example
 * ```ts
 * import { EventsV2, eventsOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * console.log(eventsOf(await events.page(2)).map(({ title }) => title))
 * ```
 */
export function eventsOf<Event>(page: Collection<Event>): Event[]
export function eventsOf<Page extends Collection<unknown>>(page: Page): EventOf<Page>[]
export function eventsOf<Event>(page: Collection<Event>): Event[] {
  const embedded = page?._embedded
  if (!embedded) checkPage(page)
  return valuesUnder(embedded, itemRelationIn(embedded, 'event') ?? 'osdi:events') as Event[]
}

// The relations under which pages embed their items. Services name them in different ways.

/**
 * The relations of the items of pages, by the name of the resource. `known`: the relations that services use, the preferred one first. The relation of
 * event campaigns has the service's own prefix. `any`: the singular and the plural under any prefix.
 */
const itemRelations = {
  event: { known: [/^osdi:events$/], any: /(?:^|[:/])events?$/ },
  attendance: { known: [/^osdi:attendances$/, /^osdi:attendance$/], any: /(?:^|[:/])attendances?$/ },
  person: { known: [/^osdi:people$/], any: /(?:^|[:/])(?:people|persons?)$/ },
  campaign: { known: [/^[^:]+:event_campaigns$/], any: /(?:^|[:/])event_campaigns?$/ },
} as const

/** The resources, as the table of resources, arguments and options name them: `attendance` is an RSVP, `campaign` an event campaign. */
export type ResourceName = keyof typeof itemRelations

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
export const itemLinksIn = (links: object | null | undefined, name: ResourceName): string[] => {
  const { known, any } = itemRelations[name]
  // A single link under another relation may be that of the collection.
  const isList = (relation: string) => Array.isArray(Reflect.get(Object(links), relation))
  return [...new Set([...namesIn(links, known), ...namesIn(links, [any]).filter(isList)])]
}

const isEmptyObject = (value: unknown) => isObjectLike(value) && Object.keys(value).length === 0

/** The relations under which a container has anything. */
export const filledIn = (container: unknown): string[] =>
  Object.keys(Object(container)).filter((name) => !valuesUnder(container, name).every(isEmptyObject))

/** Whether a body has items outside of `_embedded`. */
export const hasItemsOutside = (body: object, name: ResourceName): boolean =>
  namesIn(body, [itemRelations[name].any]).some((member) => valuesUnder(body, member).some(isObjectLike))

/**
 * The relation under which a page embeds its items: the known one, or else the only relation that is not empty, if it is the resource's singular or
 * plural under another prefix. Undefined if there is none.
 */
export function itemRelationIn(embedded: unknown, name: ResourceName): string | undefined {
  const { known, any } = itemRelations[name]
  const given = namesIn(embedded, known).filter((relation) => Reflect.get(Object(embedded), relation) != null)
  const filled = given.find((relation) => valuesUnder(embedded, relation).length > 0)
  const [only, ...others] = filled === undefined ? filledIn(embedded) : []
  const isOther = only !== undefined && others.length === 0 && any.test(only)
  return filled ?? (isOther ? only : given[0])
}

/** The relation to read for `rel`: `rel` itself or, if a page names its items otherwise, the relation of its items. */
function embeddedRelation(embedded: unknown, rel: string): string {
  const name = Object.entries(itemRelations).find(([, { known }]) => known[0].test(rel))?.[0]
  const isThere = isObjectLike(embedded) && Object.hasOwn(embedded, rel) && embedded[rel] !== null
  return (name && !isThere && itemRelationIn(embedded, name as ResourceName)) || rel
}
