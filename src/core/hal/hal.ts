import { InputError } from '../errors/error-classes.ts'
import { isPromise, kindOf } from '../text/messages.ts'
import { guarded, isObject } from '../values/arguments.ts'
import { isCount } from '../values/fast-check.ts'
import { originOf, rememberAll } from '../values/origin.ts'

/** A link (HAL, v1 §2.4, v2 §2.5). */
export interface Link {
  /** The address it points to; a URI Template where `templated` says so (RFC 6570). */
  readonly href: string
  /** Whether `href` is a URI Template. */
  readonly templated?: boolean | null
  /** Tells links of one relation apart. */
  readonly name?: string | null
  /** What the link is called, for people to read. */
  readonly title?: string | null
  /** Media type of what it points to. */
  readonly type?: string | null
}

/**
 * One, as the spec shows it, or an array, which HAL allows for any relation. `linkOf`, `linksOf` and `embeddedOf` read both; an array has
 * none of the fields.
 */
export type OneOrMany<Thing> = Thing | (Thing[] & { readonly [Field in keyof Thing]?: undefined })

/** A prefix of relation names, with the address of their documentation (v1 §2.4, v2 §2.6). */
export interface Curie extends Link {
  /** The prefix, such as `osdi`. */
  readonly name: string
  /** Address of the documentation, with `{rel}` where the relation's name goes. */
  readonly href: string
}

/** Anything that is written in HAL: what {@link EventsClient.follow} returns. */
export interface HalResource {
  /** One link, or an array of links, for each relation: read them with `linksOf`. */
  readonly _links?: Readonly<Record<string, unknown>> | null
  /** One resource, or an array of resources, for each relation: read them with `embeddedOf`. */
  readonly _embedded?: Readonly<Record<string, unknown>> | null
  readonly [field: string]: unknown
}

/** What the helpers below read: any object that may have links or embedded resources. */
export interface HalLike {
  /** Links by relation. */
  readonly _links?: object | null | undefined
  /** Embedded resources by relation. */
  readonly _embedded?: object | null | undefined
}

/** What stands under a relation, as an array: HAL writes one or many, in whichever form. */
export function valuesUnder(container: unknown, name: string): unknown[] {
  const found = isObject(container) && Object.hasOwn(container, name) ? container[name] : undefined
  return Array.isArray(found) ? found : found === undefined || found === null ? [] : [found]
}

const isLink = (value: unknown): value is Link => isObject(value) && typeof value.href === 'string'

/** Whether an address has a scheme. One without is relative to the address that answered. */
const isAbsolute = (href: string) => /^[a-z][a-z\d+.-]*:/i.test(href)

/** The first link of a relation, whose members are read once: for arguments, in a place that says which argument cannot be read. */
export function firstLink(resource: HalLike, rel: string): Pick<Link, 'href' | 'templated'> | undefined {
  for (const link of valuesUnder(resource._links, rel)) {
    const { href, templated } = isObject(link) ? link : {}
    if (typeof href === 'string') return { href, templated: Boolean(templated) }
  }
  return undefined
}

/** What a resource has under a relation. A promise has nothing: somebody forgot an `await`. */
function found<Each>(
  resource: HalLike,
  member: '_links' | '_embedded',
  rel: string,
  is: (value: unknown) => value is Each,
) {
  if (typeof rel !== 'string') throw InputError.of('rel', `must be text, not ${kindOf(rel)}`)
  return guarded('resource', () => {
    const container = resource?.[member]
    if (container === undefined && isPromise(resource)) throw InputError.of('resource', 'is a promise; await it first')
    return valuesUnder(container, rel).filter(is)
  })
}

/**
 * Every link of a relation, in the order of the response; HAL writes one or many. A relative link remembers the address that answered, so that
 * `follow(link)` leads to the right place.
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
  const links = found(resource, '_links', rel, isLink)
  const origin = originOf(resource)
  for (const link of links) if (origin && !isAbsolute(link.href)) rememberAll(link, origin)
  return links
}

/**
 * The first link of a relation, or undefined where the resource has none.
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

/** What a resource embeds under a relation, one of it: typed where the resource's type knows the relation. */
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
 * The resources embedded under a relation, always as an array.
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
  return found(resource, '_embedded', rel, isObject) as EmbeddedIn<Resource, Rel>[]
}

/** Links of a collection (v1 §2.5, v2 §2.6). */
export interface CollectionLinks {
  /** This page. */
  self?: OneOrMany<Link> | null
  /** The next page, as the service writes its address; the iteration follows it as it is. */
  next?: OneOrMany<Link> | null
  /** One link for each event of the page. A single link may come without an array: read them with `linksOf`. */
  'osdi:events'?: Link[] | Link | null
  /** Where relations are documented: read it with `docsOf`. */
  curies?: Curie[] | Curie | null
}

/**
 * One page of a collection, whatever it holds. A service may leave the counters out. If it writes one as text, it stays text here; the client reads it
 * as a number to go from page to page, and in `report`.
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

/** A counter of a page, as far as it can be read: some services write it as text. */
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

/** Relations under which pages embed what they list. */
export const listed = ['osdi:events', 'osdi:attendances', 'osdi:attendance']

/** The relation under which a page embeds what it lists. */
export const relationOf = (page: Paged): string =>
  listed.find((relation) => Object.hasOwn(page._embedded ?? {}, relation)) ?? 'osdi:events'

/** What a page lists, events or others, in its order. */
export const itemsOf = (page: Paged): unknown[] => valuesUnder(page._embedded, relationOf(page))

/** Replaces what a page lists. */
export function setItems(page: Paged, items: readonly unknown[]): void {
  if (page._embedded) Reflect.set(page._embedded, relationOf(page), items)
}

/** @throws InputError for what is easily taken for a page */
export function checkPage(page: unknown): void {
  if (isPromise(page)) throw InputError.of('page', 'is a promise; await it first')
  if (guarded('page', () => Array.isArray(page)))
    throw InputError.of('page', 'is an array, not a page; toArray() returns the events themselves')
  if (!isObject(page)) throw InputError.of('page', `must be a page, not ${kindOf(page)}`)
}

/** The events that a page holds, by the page's type. */
export type EventOf<Page> = Page extends Collection<infer Event> ? Event : never

/**
 * The events of a page, in its order; none where the page is empty. A page of either version may be handed in too.
 *
 * @throws InputError for what is no page: a promise of one, an array, null
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
  return guarded('page', () => {
    const embedded = page?._embedded
    if (!embedded) checkPage(page)
    return valuesUnder(embedded, 'osdi:events') as Event[]
  })
}
