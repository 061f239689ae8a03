import { isPromise, kindOf, one } from '../base/messages.ts'
import { originOf } from '../base/origin.ts'
import { InputError } from '../errors/error-classes.ts'
import type { HalLike } from './hal.ts'
import type { Identified } from './identified.ts'
import { defaultNamespace } from './namespace.ts'
import { firstLink } from './relations.ts'

/** A path without the slashes at its end. The regular expression `/\/+$/` would be slow for a path with many slashes in a row. */
export function withoutLastSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** A form query, such as `{?page}`. Without values, it expands to an empty text (RFC 6570 §3.2.8, §3.2.9). */
const formQuery = /\{[?&][^{}]*\}/g

/** A template without its form queries. */
export const withoutFormQueries = (href: string): string => (href.includes('{') ? href.replace(formQuery, '') : href)

/** The segments of a link's path, without slashes at its end. */
export function segmentsOf(href: string): string[] {
  const path = withoutFormQueries(href)
    .replace(/[?#].*/s, '')
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '')
  return withoutLastSlashes(path).split('/')
}

/** The last segment of a link's path, decoded; empty if it cannot be decoded. */
export function lastSegment(href: string): string {
  try {
    return decodeURIComponent(segmentsOf(href).at(-1) ?? '')
  } catch {
    return ''
  }
}

/**
 * The id of an event (or a person), without the service's prefix. It comes from the entry of `identifiers` with this prefix, or else from the last
 * segment of the self link. An object that a client returned remembers the prefix; a copy does not.
 *
 * @param namespace the service's prefix, for copies. @default 'platform'
 * @throws InputError if the object has neither
 *
 * @example
 * ```ts
 * import { idOf } from 'osdi-events'
 *
 * idOf({ identifiers: ['calendar:7', 'platform:c945d6fe'] }) // 'c945d6fe'
 * ```
 */
export function idOf(resource: Identified, namespace?: string): string {
  if (typeof resource !== 'object' || resource === null) {
    throw InputError.of('event', `must be an event, or another resource with identifiers, not ${kindOf(resource)}`)
  }
  if (namespace !== undefined && typeof namespace !== 'string')
    throw InputError.of('namespace', `must be text, not ${kindOf(namespace)}`)
  return idNamed('event', resource, namespace ?? originOf(resource)?.namespace ?? defaultNamespace)
}

/** @param field name of the argument, for errors */
export function idNamed(field: string, resource: Identified, namespace: string): string {
  const native = nativeIdOf(resource, `${namespace}:`)
  if (native) return native
  const self = firstLink(resource, 'self')
  const segment = self && lastSegment(self.href)
  if (segment) return segment
  if (isPromise(resource)) throw InputError.of(field, 'is a promise; await it first')
  const why = `has no ${namespace}:<id>, and there is no self link to take the id from`
  throw InputError.of(`${field}.identifiers`, why)
}

/** The id in the entry of `identifiers` with the prefix. */
export function nativeIdOf({ identifiers }: Identified, prefix: string): string | undefined {
  const native = (Array.isArray(identifiers) ? identifiers : []).find(
    (entry): entry is string => typeof entry === 'string' && entry.startsWith(prefix) && entry.length > prefix.length,
  )
  return native?.slice(prefix.length)
}

/** The last segment of the address of each collection, by the noun of its resources. Version 1 has `attendance` in place of `attendances`. */
const collections = { event: 'events', campaign: 'event_campaigns', person: 'people', RSVP: 'attendances' } as const

/** What errors call a resource. */
export type Noun = keyof typeof collections

const nouns = Object.keys(collections) as readonly Noun[]

/** The noun of the resources of a collection; undefined if the text is not the name of a collection. */
const nounOf = (collection: string | undefined) =>
  collection === 'attendance' ? 'RSVP' : nouns.find((noun) => collections[noun] === collection)

/** The kind of the resource at an address, by the end of its path. */
const kindAt = (href: string): Noun | undefined => nounOf(segmentsOf(href).at(-2))

export const isAddressOf = (noun: Noun, href: string): boolean => kindAt(href) === noun

/** The kind of a resource by its self link. Undefined if it has none, or one that shows no kind. */
export const kindBySelf = (resource: HalLike): Noun | undefined => kindAt(firstLink(resource, 'self')?.href ?? '')

/** Members that only resources of one kind have. */
const signs: readonly (readonly [Noun | 'page', RegExp])[] = [
  ['page', /^(?:per_page|total_pages|total_records)$/],
  ['RSVP', /^(?:person|[^:]+:(?:person|event)_id)$/],
  ['person', /^(?:given_name|family_name|email_addresses|phone_numbers|postal_addresses)$/],
  ['campaign', /^(?:host_pitch|host_instructions|host_url|total_events)$/],
  ['event', /^(?:location|start_date|end_date|start|total_accepted)$/],
]

/** The kind of a resource in an argument: by its self link, else by its members. Undefined if nothing shows the kind. */
export function kindOfResource(resource: HalLike): Noun | 'page' | undefined {
  const noun = kindBySelf(resource)
  if (noun) return noun
  if (nounOf(segmentsOf(firstLink(resource, 'self')?.href ?? '').at(-1))) return 'page'
  const names = Object.keys(resource)
  const isSign = (sign: RegExp, name: string) => sign.test(name) && (Reflect.get(resource, name) ?? null) !== null
  const [kind] = signs.find(([, sign]) => names.some((name) => isSign(sign, name))) ?? []
  return kind ?? (firstLink(resource, 'osdi:event') || firstLink(resource, 'osdi:person') ? 'RSVP' : undefined)
}

/** How errors name a kind. */
export const shownKind = (kind: Noun | 'page') =>
  kind === 'RSVP' ? 'an RSVP' : kind === 'campaign' ? 'an event campaign' : one(kind)

/**
 * Refuses a resource of another kind, as far as it shows.
 *
 * @throws InputError naming `field`
 */
export function checkKind(resource: HalLike, nouns: readonly Noun[], field: string): void {
  const kind = kindOfResource(resource)
  if (kind === undefined || nouns.some((noun) => noun === kind)) return
  throw InputError.of(field, `is ${shownKind(kind)}, not ${nouns.map(shownKind).join(' or ')}`)
}
