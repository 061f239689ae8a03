import { kindOf, one, refusePromise } from '../base/messages.ts'
import { originOf } from '../base/origin.ts'
import { InputError } from '../errors/error-classes.ts'
import type { HalLike } from './hal.ts'
import type { Identified } from './identified.ts'
import { defaultNamespace } from './namespace.ts'
import { firstLink, type ResourceName } from './relations.ts'

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
  refusePromise(resource, field)
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

/** The resources by the last segment of the address of their collection. Version 1 has `attendance` in place of `attendances`. */
const collections = new Map<string | undefined, ResourceName>([
  ['events', 'event'],
  ['event_campaigns', 'campaign'],
  ['people', 'person'],
  ['attendances', 'attendance'],
  ['attendance', 'attendance'],
])

/** The kind of the resource at an address, by the end of its path. */
const kindAt = (href: string): ResourceName | undefined => collections.get(segmentsOf(href).at(-2))

export const isAddressOf = (name: ResourceName, href: string): boolean => kindAt(href) === name

/** The kind of a resource by its self link. Undefined if it has none, or one that shows no kind. */
export const kindBySelf = (resource: HalLike): ResourceName | undefined =>
  kindAt(firstLink(resource, 'self')?.href ?? '')

/** Members that only resources of one kind have. */
const signs: readonly (readonly [ResourceName | 'page', RegExp])[] = [
  ['page', /^(?:per_page|total_pages|total_records)$/],
  ['attendance', /^(?:person|[^:]+:(?:person|event)_id)$/],
  ['person', /^(?:given_name|family_name|email_addresses|phone_numbers|postal_addresses)$/],
  ['campaign', /^(?:host_pitch|host_instructions|host_url|total_events)$/],
  ['event', /^(?:location|start_date|end_date|start|total_accepted)$/],
]

/** The kind of a resource in an argument: by its self link, else by its members. Undefined if nothing shows the kind. */
export function kindOfResource(resource: HalLike): ResourceName | 'page' | undefined {
  const bySelf = kindBySelf(resource)
  if (bySelf) return bySelf
  if (collections.has(segmentsOf(firstLink(resource, 'self')?.href ?? '').at(-1))) return 'page'
  const names = Object.keys(resource)
  const isSign = (sign: RegExp, name: string) => sign.test(name) && (Reflect.get(resource, name) ?? null) !== null
  const [kind] = signs.find(([, sign]) => names.some((name) => isSign(sign, name))) ?? []
  return kind ?? (firstLink(resource, 'osdi:event') || firstLink(resource, 'osdi:person') ? 'attendance' : undefined)
}

/** How errors about arguments call a resource. */
export const shownKind = (kind: ResourceName | 'page') =>
  kind === 'attendance' ? 'an RSVP' : kind === 'campaign' ? 'an event campaign' : one(kind)

/**
 * Refuses a resource of another kind, as far as it shows.
 *
 * @throws InputError naming `field`
 */
export function checkKind(resource: HalLike, names: readonly ResourceName[], field: string): void {
  const kind = kindOfResource(resource)
  if (kind === undefined || names.some((name) => name === kind)) return
  throw InputError.of(field, `is ${shownKind(kind)}, not ${names.map(shownKind).join(' or ')}`)
}
