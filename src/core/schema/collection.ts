import * as z from 'zod/mini'
import { notOf } from '../base/messages.ts'
import { isCount, once } from '../base/values.ts'
import type { Issue } from '../errors/error-classes.ts'
import type { Paged } from '../hal/hal.ts'
import { filledIn, hasItemsOutside, itemLinksIn, itemRelationIn, linksOf, valuesUnder } from '../hal/relations.ts'
import { curies, links } from './hal-schemas.ts'
import type { Resource } from './resource-types.ts'
import { anything, lenient, lenientEach, maybe, number, oneOrMany } from './schemas.ts'

/** An object, or an empty array: PHP writes an empty object as `[]`. */
const orEmptyArray = (members: Readonly<Record<string, z.ZodMiniType>>) =>
  maybe(
    z.union([z.array(z.never()), z.object(members)], {
      error: ({ input }) => (Array.isArray(input) ? notOf('object', input) : ''),
    }),
  )

/**
 * A collection (v1 §2.5, v2 §2.6). Counters and links may have any value, because the client ignores unreadable ones. Items are checked later, one by
 * one.
 */
export const collectionSchema = /* @__PURE__ */ once(() => {
  const count = lenient(number.check(z.refine(isCount)))
  return z.object({
    total_pages: count,
    per_page: count,
    page: count,
    total_records: count,
    _links: orEmptyArray(lenientEach({ next: links(), self: links(), 'osdi:events': links(), curies: curies() })),
    _embedded: orEmptyArray({
      'osdi:events': maybe(oneOrMany(z.object({}), z.array(z.unknown()))),
      'osdi:attendances': anything,
      'osdi:attendance': anything,
      'osdi:people': anything,
    }),
  })
})

/** What each page of events has in the spec, by the names of the drift report. */
export const alwaysInCollection: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'total_pages',
  'per_page',
  'page',
  'total_records',
  '_links',
  '_embedded',
  '_embedded.osdi:events',
  '_links.self',
  '_links.osdi:events',
  '_links.curies',
])

/** A resource of any kind. */
export const anyResourceSchema = /* @__PURE__ */ once(() =>
  z.object({ _links: maybe(z.object({})), _embedded: maybe(z.object({})) }),
)

/** What is said about the items of a collection. */
type ListedResource = Pick<Resource, 'name' | 'noun'>

const pluralOf = ({ noun }: ListedResource) => (noun === 'person' ? 'people' : `${noun}s`)

const ofCollections = ['total_pages', 'per_page', 'page', 'total_records', '_embedded']
const ofOthers = ['title', 'summary']

/**
 * What is wrong with an object that is not a collection, such as an error. `{}` is an empty collection. An object with only `_links` is one too, unless
 * it also has a member of an event.
 */
export function otherThanCollection(value: object, resource: ListedResource): string | undefined {
  const has = (name: string) => Object.hasOwn(value, name)
  const isOne = !has('identifiers') && (ofCollections.some(has) || (has('_links') && !ofOthers.some(has)))
  return isOne || Object.keys(value).length === 0
    ? undefined
    : `is not a collection of ${pluralOf(resource)}: it has no counters, links or embedded ${pluralOf(resource)}`
}

/** Number of relations that an issue names. */
const mostNamed = 5

/** What is wrong with the items of a collection: it embeds only resources of other kinds; or it counts or links to items, but embeds none. */
export function itemIssues(page: Paged, resource: ListedResource): readonly Issue[] {
  const { _embedded, _links } = page
  const { name } = resource
  const relation = itemRelationIn(_embedded, name)
  const others = relation === undefined ? filledIn(_embedded) : []
  if (others.length > 0) {
    const message = `has no ${pluralOf(resource)}, but ${others.slice(0, mostNamed).join(', ')}`
    return [{ field: '_embedded', message }]
  }
  if (relation !== undefined && valuesUnder(_embedded, relation).length > 0) return []
  if (hasItemsOutside(page, name))
    return [{ field: '_embedded', message: 'is missing or empty, although the body has items outside of it' }]
  const promised = itemLinksIn(_links, name).filter((rel) => linksOf({ _links }, rel).length > 0)
  return promised.map((rel) => ({
    field: `_embedded.${rel}`,
    message: `is missing or empty, although the collection has links to ${rel.replace(/^.*:/, '')}`,
  }))
}
