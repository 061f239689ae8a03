import { MockServiceError } from '../errors.ts'
import { type Context, formatTime } from '../rules/context.ts'
import { groupUrl } from '../rules/event-facts.ts'
import { places } from '../rules/geocode.ts'
import { storePerson } from '../rules/people.ts'
import { postalCode, primaryEmail } from '../rules/person-facts.ts'
import type { GroupRecord, KeyRecord, PersonRecord } from '../store/model.ts'
import type { MockGroup, MockKey, MockPerson, NewGroup, NewKey, NewPerson } from '../types/index.ts'
import { email, filledText, list, token, validate, validateMembers } from '../validate.ts'
import { groupOf, personOf, validateArgument } from './references.ts'

export function addGroup(context: Context, group: NewGroup): GroupRecord {
  validateArgument(group, 'group', ['title', 'creator', 'members', 'organizers', 'administrators'])
  const title = validate(filledText, group.title, 'group.title', 'argument')
  const people = (name: 'members' | 'organizers' | 'administrators'): readonly string[] => {
    const given = group[name] === undefined ? [] : validate(list, group[name], `group.${name}`, 'argument')
    return Object.freeze(given.map((person, index) => personOf(context, person, `group.${name}[${index}]`).id))
  }
  const [members, organizers, administrators] = [people('members'), people('organizers'), people('administrators')]
  const creator = group.creator === undefined ? addPerson(context) : personOf(context, group.creator, 'group.creator')
  return context.store.addGroup((id) => ({ id, title, creator: creator.id, members, organizers, administrators }))
}

export const shownGroup = (context: Context, group: GroupRecord): MockGroup => ({
  ...group,
  browser_url: groupUrl(context, group),
})

export function addKey(context: Context, key: NewKey = {}): KeyRecord {
  const { keys } = context.store
  validateArgument(key, 'key', ['group', 'person', 'token'])
  if (key.group !== undefined && key.person !== undefined)
    throw new MockServiceError(
      'argument',
      'key.person',
      'must not be given together with a group: a key belongs to one of the two',
    )
  if (key.token !== undefined && keys.has(validate(token, key.token, 'key.token', 'argument')))
    throw new MockServiceError('argument', 'key.token', 'already belongs to another key')
  // Looks up the holder first, because the lookup throws if the holder does not exist.
  const holder = keyHolder(context, key)
  const record = { token: key.token ?? context.store.freeToken(), ...holder }
  context.store.addKey(record)
  return record
}

function keyHolder(context: Context, key: NewKey): Omit<KeyRecord, 'token'> {
  if (key.group !== undefined) {
    const { id, creator } = groupOf(context, key.group, 'key.group')
    return { owner: `group:${id}`, group: id, person: creator }
  }
  const person = key.person === undefined ? addPerson(context) : personOf(context, key.person, 'key.person')
  return { owner: `person:${person.id}`, group: undefined, person: person.id }
}

export const shownKey = ({ token, group, person }: KeyRecord): MockKey =>
  Object.freeze(group === undefined ? { token, kind: 'individual', person } : { token, kind: 'group', group, person })

const members = { given_name: filledText, family_name: filledText, email_address: email, postal_code: filledText }
// Takes postal codes of the United States only, because the geocoder looks there for a postal code without a country.
const homes = places.flatMap(([, , country, , , , postal_code]) => (country === 'US' ? [[{ postal_code }]] : []))

/** Adds a person. Makes up missing fields from the number of people. */
export function addPerson(context: Context, person: NewPerson = {}): PersonRecord {
  validateMembers(person, 'person', members, 'argument')
  const { store } = context
  const { email_address } = person
  if (email_address !== undefined && store.peopleBy('email', email_address).length > 0)
    throw new MockServiceError('argument', 'person.email_address', 'already belongs to another person')
  const count = store.people.size
  const { given_name = pick(givenNames, count) } = person
  // Shifts the family names after each round of given names, so that full names differ.
  const { family_name = pick(familyNames, count * 7 + Math.floor(count / givenNames.length)) } = person
  return storePerson(context, {
    given_name,
    family_name,
    email_addresses: [
      { address: email_address ?? freeAddress(context, `${given_name}.${family_name}`), status: undefined },
    ],
    postal_addresses:
      person.postal_code === undefined ? homes[count % homes.length] : [{ postal_code: person.postal_code }],
  })
}

const givenNames =
  'Ada Amir Beatriz Chidi Clara Dana Eli Fatima Grace Hana Ines Jamal Kai Leila Mateo Nadia Omar Zoe'.split(' ')
const familyNames = 'Abebe Bauer Castillo Delgado Fischer Garcia Haddad Ito Johnson Kowalski Lopez Nguyen Patel'.split(
  ' ',
)

const pick = (names: readonly string[], at: number): string => names[at % names.length] ?? ''

function freeAddress({ store }: Context, name: string): string {
  const local = name.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  for (let number = store.people.size + 1; ; number += 1) {
    const candidate = `${local}.${number}@example.org`
    if (store.peopleBy('email', candidate).length === 0) return candidate
  }
}

/** Makes the object that the mock service's methods return for a person. */
export function shownPerson(context: Context, person: PersonRecord): MockPerson {
  const postal_code = postalCode(person)
  return {
    id: person.id,
    given_name: person.given_name,
    family_name: person.family_name,
    email_address: primaryEmail(person) ?? '',
    ...(postal_code !== undefined && { postal_code }),
    created_date: formatTime(context, person.created),
  }
}
