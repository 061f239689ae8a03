import { kindOf, refusePromise } from '../base/messages.ts'
import { originOf } from '../base/origin.ts'
import { isObjectLike } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import type { Link } from '../hal/hal.ts'
import type { CreatorReference, Identified, PersonLike } from '../hal/identified.ts'
import { checkKind, idNamed, idOf, isAddressOf, nativeIdOf, shownKind } from '../hal/ids.ts'
import { firstLink, type ResourceName } from '../hal/relations.ts'
import type { LinkPolicy } from './link-policy.ts'
import { addressIn, type ServiceAddress } from './service-address.ts'

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

const wanted: Readonly<Record<ResourceName, string>> = {
  event: 'the first argument is the event',
  campaign: 'give the campaign',
  person: 'give the person',
  attendance: 'give the RSVP',
}

/**
 * The id of an event, an event campaign or an RSVP for use in a path, from the argument of a caller.
 *
 * @throws InputError if the argument is another thing, such as a page or a person
 */
export function idIn(name: ResourceName, resource: string | Identified, namespace: string): string {
  const fieldOfId = name === 'event' ? 'id' : name
  if (typeof resource !== 'object' || resource === null) return bareId(resource, namespace, fieldOfId)
  const known = originOf(resource)?.namespace ?? namespace
  const refusal = (why: string) => InputError.of(name, why)
  refusePromise(resource, name)
  const self = firstLink(resource, 'self')
  if (!self && !resource.identifiers)
    throw refusal(`has neither identifiers nor a self link; ${wanted[name]} or its id`)
  checkKind(resource, [name], name)
  if (self && !isAddressOf(name, self.href) && !nativeIdOf(resource, `${known}:`))
    throw refusal(`is not ${shownKind(name)}: its self link is not the address of ${shownKind(name)}`)
  return checkId(idNamed(name, resource, known), fieldOfId)
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
