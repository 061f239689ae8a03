import type { Policy } from '../dialects/dialect.ts'
import type { StoredPersonField } from '../fields/people.ts'
import { plainContact } from '../store/contacts.ts'
import type { EventRecord, KeyRecord, PersonRecord, Role } from '../store/model.ts'
import { decodeSegment } from '../text/strings.ts'
import type { Instant } from '../time.ts'
import { type Context, timeOfChange } from './context.ts'

/** The data of a new person. */
export type PersonInput = Pick<PersonRecord, 'given_name' | 'family_name' | 'email_addresses'> &
  Partial<Omit<PersonRecord, 'id' | 'serial' | 'created' | 'modified'>>

/** Stores a new person. */
export function storePerson({ store, clock }: Context, person: PersonInput): PersonRecord {
  const now = clock.now()
  return store.addPerson((id, serial) => personRecord(id, serial, person, now, now))
}

/** The fields of a person that a request sends. `null` clears a field. */
export type PersonChanges = { readonly [Name in StoredPersonField]?: PersonRecord[Name] | null } & {
  /** Names of custom fields that the request clears. */
  readonly cleared?: readonly string[]
}

/** Stores the sent fields of a known person, and sets a new modification time. */
export function updatePerson(context: Context, person: PersonRecord, changes: PersonChanges): PersonRecord {
  const updated = { ...withChanges(person, changes), modified: timeOfChange(context, person.modified) }
  context.store.replacePerson(updated)
  return updated
}

/** Stores a person whom a request describes. */
export function newPerson({ store, clock }: Context, described: PersonChanges, addedBy?: KeyRecord): PersonRecord {
  const now = clock.now()
  const unknown = { given_name: '', family_name: '', email_addresses: [], addedBy: addedBy?.token }
  return store.addPerson((id, serial) => withChanges(personRecord(id, serial, unknown, now, now), described))
}

/**
 * A person after the changes of a request. Adds or updates contacts, sets custom fields one by one, adds identifiers, and replaces other
 * fields.
 */
const withChanges = (person: PersonRecord, changes: PersonChanges): PersonRecord => ({
  ...person,
  given_name: changes.given_name === null ? '' : changes.given_name || person.given_name,
  family_name: changes.family_name === null ? '' : changes.family_name || person.family_name,
  email_addresses:
    withContacts(person.email_addresses, changes.email_addresses, 'email', ({ address }) => address) ?? [],
  phone_numbers: withContacts(person.phone_numbers, changes.phone_numbers, 'phone', ({ number }) => number),
  postal_addresses: replaced(person.postal_addresses, changes.postal_addresses),
  languages_spoken: replaced(person.languages_spoken, changes.languages_spoken),
  custom_fields: withCustomFields(person, changes),
  identifiers: changes.identifiers?.length
    ? [...new Set([...(person.identifiers ?? []), ...changes.identifiers])]
    : person.identifiers,
})

const replaced = <Value extends readonly unknown[]>(before: Value | undefined, sent: Value | null | undefined) =>
  sent === null || sent?.length === 0 ? undefined : (sent ?? before)

/** Default members of a new contact. A new phone number gets no messages until the person asks for them. */
export const newContact = {
  email: { status: 'subscribed' },
  phone: { number_type: 'Mobile', status: 'unsubscribed' },
} as const

/** The contacts of a person after a request. The sent contacts come first, and the first contact is the primary one. */
function withContacts<Entry extends { readonly status: string | undefined }>(
  before: readonly Entry[] | undefined,
  sent: readonly Entry[] | null | undefined,
  kind: 'email' | 'phone',
  contactOf: (entry: Entry) => string,
): readonly Entry[] | undefined {
  if (sent === undefined || sent?.length === 0) return before
  if (sent === null) return kind === 'email' ? before : undefined
  const plain = (entry: Entry) => plainContact(kind, contactOf(entry))
  const known = new Map(before?.map((entry) => [plain(entry), entry]))
  const updated = new Map<string, Entry>()
  for (const entry of sent) {
    const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
    const current = updated.get(plain(entry)) ?? known.get(plain(entry)) ?? newContact[kind]
    updated.set(plain(entry), { ...entry, ...current, ...given } as Entry)
  }
  return [...updated.values(), ...(before ?? []).filter((entry) => !updated.has(plain(entry)))]
}

function withCustomFields({ custom_fields }: PersonRecord, { custom_fields: sent, cleared = [] }: PersonChanges) {
  if (sent === null) return undefined
  const isCleared = new Set(cleared)
  const fields = Object.entries({ ...custom_fields, ...sent }).filter(([name]) => !isCleared.has(name))
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

/** Sets a new modification time for a person, after an action such as an RSVP. */
export function touchPerson(context: Context, person: PersonRecord): PersonRecord {
  const touched = { ...person, modified: timeOfChange(context, person.modified) }
  context.store.replacePerson(touched)
  return touched
}

// Lists all members one by one, because records with the same members in the same order take the least memory.
export const personRecord = (
  id: string,
  serial: number,
  person: PersonInput,
  created: Instant,
  modified: Instant,
): PersonRecord => ({
  id,
  serial,
  given_name: person.given_name,
  family_name: person.family_name,
  email_addresses: person.email_addresses,
  phone_numbers: person.phone_numbers,
  postal_addresses: person.postal_addresses,
  languages_spoken: person.languages_spoken,
  custom_fields: person.custom_fields,
  identifiers: person.identifiers,
  created,
  modified,
  addedBy: person.addedBy,
})

/**
 * The roles of a person in a group. The original creator is also an administrator. Organizers and administrators are also members, unless
 * the assumption `creatorRoles` is `'separate'`.
 */
export function rolesIn({ store, assumptions }: Context, groupId: string, person: string): readonly Role[] {
  const group = store.groups.get(groupId)
  if (!group) return []
  const roles = new Set<Role>()
  if (group.members.includes(person)) roles.add('member')
  if (group.organizers.includes(person)) roles.add('organizer')
  if (group.administrators.includes(person) || group.creator === person) roles.add('administrator')
  if (roles.size > 0 && assumptions.creatorRoles === 'members too') roles.add('member')
  return [...roles]
}

const personPath = /^\/api\/v[12]\/people\/([^/?#]+)\/?(?:[?#].*)?$/

/**
 * The id in a link to a person, of either version; undefined for any other link. The link can begin with any address of the service. Does
 * not check that the person exists.
 */
export function personIdIn({ baseUrl, addresses, assumptions }: Context, href: string): string | undefined {
  const url = (URL.parse(href) ?? URL.parse(href, `${baseUrl}/`))?.href
  for (const base of new Set(addresses())) {
    // `URL.parse` normalizes both addresses: for example, the host becomes lower case. It returns null for an invalid base, such as one
    // with the host 127.0.0.256.
    const root = URL.parse(`${base}/`)?.href.slice(0, -1)
    const below = root !== undefined && url?.startsWith(root) ? url.slice(root.length) : ''
    const path = assumptions.requestReading === 'lenient' ? below.replace(/\/{2,}/g, '/') : below
    const encoded = personPath.exec(path)?.[1]
    if (encoded !== undefined) return decodeSegment(encoded)
  }
  return undefined
}

/** Why the service ignores a link, where it expects a link to a person. */
export const noPersonLink = 'is not a link to a person below an address of this service'

/** The creator of an event, and whether the caller named this person. */
export type Creator = Pick<EventRecord, 'creator' | 'explicitCreator'>

/**
 * Makes the creator of an event. With an id: this person, as named by the caller. Without an id: the person of the key, whom the caller has
 * not named.
 */
export const creatorOf = (key: KeyRecord, id: string | undefined): Creator =>
  id === undefined ? { creator: key.person, explicitCreator: false } : { creator: id, explicitCreator: true }

/**
 * The creator of a new event: the linked person, if the key allows this person as creator. Otherwise, ignores the link, and takes the
 * person of the individual account or the original creator of the group (v1 §4.5, v2 §4.5, §4.6).
 */
export function creatorFromLink(context: Context, key: KeyRecord, href: string | undefined, policy: Policy): Creator {
  if (href === undefined) return creatorOf(key, undefined)
  const id = personIdIn(context, href)
  const problem = problemWithCreator(context, key, id, policy)
  if (problem !== undefined) context.ignore('_links.osdi:creator', problem)
  return creatorOf(key, problem === undefined ? id : undefined)
}

/** Why a person cannot be the creator of a key's event; undefined if the person can. */
function problemWithCreator(
  context: Context,
  { group, person }: KeyRecord,
  id: string | undefined,
  { creatorRoles }: Policy,
): string | undefined {
  if (id === undefined) return noPersonLink
  if (!context.store.people.has(id)) return 'leads to no person of this service'
  if (group === undefined) return id === person ? undefined : 'is not the person of this account'
  const isAllowed = rolesIn(context, group, id).some((role) => creatorRoles.includes(role))
  return isAllowed ? undefined : `is not an ${creatorRoles.join(' or ')} of the group`
}
