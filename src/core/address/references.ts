import { isPromise, kindOf, one } from '../base/messages.ts'
import { originOf } from '../base/origin.ts'
import { isObjectLike } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import type { HalLike, Link } from '../hal/hal.ts'
import type { CreatorReference, Identified, PersonLike } from '../hal/identified.ts'
import { defaultNamespace } from '../hal/namespace.ts'
import { firstLink } from '../hal/relations.ts'
import type { LinkPolicy } from './link-policy.ts'
import { addressIn, type ServiceAddress, withoutFormQueries, withoutLastSlashes } from './service-address.ts'

/** An id without the service's prefix (such as `action_network:`). Checks that the id can stand in a path. */
export function bareId(id: unknown, namespace: string, field = 'id'): string {
  if (typeof id !== 'string') {
    const asked = field === 'id' ? 'an id or an event' : field === 'campaign' ? 'an event campaign or its id' : 'an id'
    throw InputError.of(field, `must be ${asked}, not ${kindOf(id)}`)
  }
  return checkId(id.startsWith(`${namespace}:`) ? id.slice(namespace.length + 1) : id, field)
}

function checkId(bare: string, field: string): string {
  if (bare === '') throw InputError.of(field, 'must not be empty')
  // Some servers read a segment only up to its semicolon.
  if (/^\.{1,2}(?:;|$)/.test(bare)) throw InputError.of(field, 'must not be a dot segment')
  if (/[/\\?#%\s\p{Cc}\p{Cf}]/u.test(bare)) {
    const hint = field === 'id' && /^https?:/i.test(bare) ? '; only get() takes the address of an event' : ''
    throw InputError.of(field, `must not hold a slash, "?", "#", "%", white space or control characters${hint}`)
  }
  if (!bare.isWellFormed()) throw InputError.of(field, 'must be well-formed text, without lone surrogates')
  return bare
}

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
function idNamed(field: string, resource: Identified, namespace: string): string {
  const native = nativeIdOf(resource, `${namespace}:`)
  if (native) return native
  const self = firstLink(resource, 'self')
  const segment = self && lastSegment(self.href)
  if (segment) return segment
  if (isPromise(resource)) throw InputError.of(field, 'is a promise; await it first')
  const why = `has no ${namespace}:<id>, and there is no self link to take the id from`
  throw InputError.of(`${field}.identifiers`, why)
}

function nativeIdOf({ identifiers }: Identified, prefix: string): string | undefined {
  const native = (Array.isArray(identifiers) ? identifiers : []).find(
    (entry): entry is string => typeof entry === 'string' && entry.startsWith(prefix) && entry.length > prefix.length,
  )
  return native?.slice(prefix.length)
}

/** The last segment of the address of each collection, by the noun of its resources. Version 1 has `attendance` in place of `attendances`. */
const collections = { event: 'events', campaign: 'event_campaigns', person: 'people', RSVP: 'attendances' } as const

type Noun = keyof typeof collections

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
const shown = (kind: Noun | 'page') =>
  kind === 'RSVP' ? 'an RSVP' : kind === 'campaign' ? 'an event campaign' : one(kind)

/**
 * Refuses a resource of another kind, as far as it shows.
 *
 * @throws InputError naming `field`
 */
export function checkKind(resource: HalLike, nouns: readonly Noun[], field: string): void {
  const kind = kindOfResource(resource)
  if (kind === undefined || nouns.some((noun) => noun === kind)) return
  throw InputError.of(field, `is ${shown(kind)}, not ${nouns.map(shown).join(' or ')}`)
}

/**
 * The id of an event, an event campaign or an RSVP for use in a path, from the argument of a caller.
 *
 * @throws InputError if the argument is another thing, such as a page or a person
 */
export function idIn(noun: Noun, resource: string | Identified, namespace: string): string {
  const field = noun === 'RSVP' ? 'attendance' : noun
  const fieldOfId = noun === 'event' ? 'id' : field
  if (typeof resource !== 'object' || resource === null) return bareId(resource, namespace, fieldOfId)
  const known = originOf(resource)?.namespace ?? namespace
  const refusal = (why: string) => InputError.of(field, why)
  if (isPromise(resource)) throw refusal('is a promise; await it first')
  const self = firstLink(resource, 'self')
  if (!self && !resource.identifiers)
    throw refusal(
      `has neither identifiers nor a self link; ${noun === 'event' ? 'the first argument is the event' : `give the ${noun}`} or its id`,
    )
  checkKind(resource, [noun], field)
  if (self && !isAddressOf(noun, self.href) && !nativeIdOf(resource, `${known}:`))
    throw refusal(`is not ${shown(noun)}: its self link is not the address of ${shown(noun)}`)
  return checkId(idNamed(field, resource, known), fieldOfId)
}

/** Whether a value is a reference to a known person (an id, an address or a link), and not the fields of a person. */
export const isPersonReference = (person: unknown): person is string | Link =>
  typeof person === 'string' || (isObjectLike(person) && 'href' in person)

/** What the client needs to make the address of a person. */
interface PersonAddresses {
  readonly address: ServiceAddress
  readonly links: LinkPolicy
  readonly options: { readonly namespace: string }
}

/** Whether a text is an absolute address, not an id. */
export const isUrl = (text: string) => /^[a-z][a-z\d+.-]*:\/\//i.test(text)

/**
 * The address of a person, for the target of a link such as `osdi:creator` (v1 §4.5, v2 §4.5).
 *
 * @param field name of the argument or option, for errors
 */
export function personHref(
  person: CreatorReference,
  { address, links, options: { namespace } }: PersonAddresses,
  field: string,
): string {
  const refusal = (why: string) => InputError.of(field, why)
  if (typeof person === 'string' && !isUrl(person)) {
    if (person.includes('@')) throw refusal("must be a person's id, not an e-mail address")
    return address.one('people', bareId(person, namespace, field)).href
  }
  const given = typeof person === 'string' ? { href: person } : person
  if (!isObjectLike(given)) throw refusal("must be a person's id, address or link")
  const isLink = 'href' in given
  if (!isLink && ('title' in given || 'summary' in given)) throw refusal('is an event, not a person')
  if (!isLink) checkKind(given, ['person'], field)
  const link = isLink ? given : firstLink(given, 'self')
  if (!link) return address.one('people', idOfPerson(given, namespace, field)).href
  const { href: written, templated } = link
  if (typeof written !== 'string') throw refusal('is a link without an address')
  const url = address.personAt(addressIn(field, { href: written, templated }), originOf(given)?.response.url)
  if (url) return url.href
  throw refusal(`is not a person of this service; addresses of people begin with ${links.base}people/`)
}

function idOfPerson(person: PersonLike, namespace: string, field: string): string {
  try {
    return checkId(idOf(person, namespace), field)
  } catch {
    throw InputError.of(field, "must be a person's id, address or link; this object has no identifier of a person")
  }
}
