import { InputError } from '../errors/error-classes.ts'
import { isPromise, kindOf } from '../text/messages.ts'
import { isCount, isObjectLike } from '../values/arguments.ts'
import { originOf, rememberAll } from '../values/origin.ts'
import { embeddedRelation, itemRelationIn, valuesUnder } from './item-relations.ts'

/** A link (HAL, v1 §2.4, v2 §2.5). */
export interface Link {
  /** Address of the link's target; a URI Template if `templated` is true (RFC 6570). */
  readonly href: string
  /** Whether `href` is a URI Template. */
  readonly templated?: boolean | null
  /** Distinguishes the links of one relation. */
  readonly name?: string | null
  /** Title of the link, for people to read. */
  readonly title?: string | null
  /** Media type of the link's target. */
  readonly type?: string | null
}

/**
 * One link or resource, as in the spec, or an array, which HAL allows for any relation. `linkOf`, `linksOf` and `embeddedOf` read both forms.
 * TypeScript lets you read a field of `Thing` without a check: in the array type, each field is `undefined`.
 */
export type OneOrMany<Thing> = Thing | (Thing[] & { readonly [Field in keyof Thing]?: undefined })

/** A prefix of relation names, with the address of their documentation (v1 §2.4, v2 §2.6). */
export interface Curie extends Link {
  /** The prefix, such as `osdi`. */
  readonly name: string
  /** Address of the documentation, with `{rel}` where the relation's name goes. */
  readonly href: string
}

/** Any HAL resource: what {@link EventsClient.follow} returns. */
export interface HalResource {
  /** One link, or an array of links, for each relation: read them with `linksOf`. */
  readonly _links?: Readonly<Record<string, unknown>> | null
  /** One resource, or an array of resources, for each relation: read them with `embeddedOf`. */
  readonly _embedded?: Readonly<Record<string, unknown>> | null
  readonly [field: string]: unknown
}

/** Any object that may have links or embedded resources. */
export interface HalLike {
  /** Links by relation. */
  readonly _links?: object | null | undefined
  /** Embedded resources by relation. */
  readonly _embedded?: object | null | undefined
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
  if (container === undefined && isPromise(resource)) throw InputError.of('resource', 'is a promise; await it first')
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

/** The type of a resource that `Resource` embeds under the relation `Rel`. It is specific only if the type of `Resource` declares the relation. */
export type EmbeddedIn<Resource extends HalLike, Rel extends string> = Rel extends keyof NonNullable<
  Resource['_embedded']
>
  ? NonNullable<Resource['_embedded']>[Rel] extends infer Found
    ? unknown extends Found
      ? HalResource
      : Found extends readonly (infer Each)[]
        ? Each
        : Exclude<Found, null | undefined>
    : never
  : HalResource

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

/** Links of a collection (v1 §2.5, v2 §2.6). */
export interface CollectionLinks {
  /** This page. */
  self?: OneOrMany<Link> | null
  /** The next page. An iteration follows this link as the service wrote it. */
  next?: OneOrMany<Link> | null
  /** One link for each event of the page. A single link may come without an array: read them with `linksOf`. */
  'osdi:events'?: Link[] | Link | null
  /** Addresses of the documentation of relations: read them with `docsOf`. */
  curies?: Curie[] | Curie | null
}

/**
 * One page of any collection. A service may leave the counters out. A counter is text if the service writes it as text. An iteration and its `report`
 * read it as a number.
 */
export interface Paged {
  /** Number of pages. */
  total_pages?: number | null
  /** Items on a full page. */
  per_page?: number | null
  /** Number of this page, from 1. */
  page?: number | null
  /** Number of items on all pages. */
  total_records?: number | null
  /** Links of the page. */
  _links?: object | null
  /** What the page embeds; absent or empty if the page is empty. */
  _embedded?: object | null
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

/** One page of a collection of events (v1 §2.5, v2 §2.6). */
export interface Collection<Event> extends Paged {
  /** Links of the page. */
  _links?: CollectionLinks | null
  /** What the page embeds; absent or empty if the page is empty. Read it with `eventsOf`. */
  _embedded?: {
    /** The events of the page, in full. A single event may come without an array. */
    'osdi:events'?: Event[] | Event | null
  } | null
}

/** One page of RSVPs, people or event campaigns. Read its items with `embeddedOf(page, relation)`. */
export interface ResourcePage<Relation extends string, Item> extends Paged {
  /** Links of the page. */
  _links?: Pick<CollectionLinks, 'self' | 'next'> | null
  /** What the page embeds: its items under their relation, such as `osdi:attendances`, `osdi:people` or `action_network:event_campaigns`. */
  _embedded?: { [Name in Relation]?: Item[] | Item | null } | null
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
  if (isPromise(page)) throw InputError.of('page', 'is a promise; await it first')
  if (Array.isArray(page))
    throw InputError.of('page', 'is an array, not a page; toArray() returns the events themselves')
  if (!isObjectLike(page)) throw InputError.of('page', `must be a page, not ${kindOf(page)}`)
}

/** The type of the events of a page. */
export type EventOf<Page> = Page extends Collection<infer Event> ? Event : never

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
