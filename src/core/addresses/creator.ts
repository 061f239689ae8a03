import { InputError } from '../errors/errors.ts'
import { type HalLike, type Link, linkOf } from '../resources/hal.ts'
import type { ServiceAddress } from './address.ts'
import type { LinkGuard } from './guard.ts'
import { bareId, checkId, idOf } from './identifier.ts'

/** A person, such as version 1 embeds, or a copy of one. */
export interface PersonLike extends HalLike {
  /** Entries of the form `<system>:<id>`. */
  readonly identifiers?: readonly string[] | null | undefined
  /** An event is no person. */
  readonly title?: never
  /** An event is no person. */
  readonly summary?: never
}

/** Who creates an event: a person's id with or without the service's prefix, address, or link; or an embedded person of version 1. */
export type CreatorReference = string | Link | PersonLike

const isAddress = (text: string) => /^[a-z][a-z\d+.-]*:\/\//i.test(text)

/**
 * The address of a creator link (v1 §4.5, v2 §4.5).
 *
 * @param guard says the service's address in a refusal
 * @throws InputError naming `creator` where it is no person of the service
 */
export function creatorHref(
  creator: CreatorReference,
  address: ServiceAddress,
  guard: LinkGuard,
  namespace: string,
): string {
  if (typeof creator === 'string') {
    if (isAddress(creator)) return personAt(creator, address, guard)
    return address.person(bareId(creator, namespace, 'creator')).href
  }
  if (typeof creator !== 'object' || creator === null) {
    throw InputError.of('creator', "must be a person's id, address or link")
  }
  if ('href' in creator) {
    if (typeof creator.href !== 'string') throw InputError.of('creator', 'is a link without an address')
    if (creator.templated) throw InputError.of('creator', 'is a template; fill it in first')
    return personAt(creator.href, address, guard)
  }
  if ('title' in creator || 'summary' in creator) throw InputError.of('creator', 'is an event, and no person')
  const self = linkOf(creator, 'self')
  return self ? personAt(self.href, address, guard) : address.person(idOfPerson(creator, namespace)).href
}

function personAt(href: string, address: ServiceAddress, guard: LinkGuard): string {
  const url = address.personAt(href)
  if (url) return url.href
  const people = `${guard.base}people/`
  throw InputError.of('creator', `is no person of this service; their addresses begin with ${people}`)
}

function idOfPerson(person: PersonLike, namespace: string): string {
  try {
    return checkId(idOf(person, namespace), 'creator')
  } catch {
    throw InputError.of('creator', "must be a person's id, address or link; this object has no identifier of one")
  }
}
