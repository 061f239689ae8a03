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

/** The type of the events of a page. */
export type EventOf<Page> = Page extends Collection<infer Event> ? Event : never
