import { MockServiceError } from '../errors.ts'
import type { PersonRecord } from '../model.ts'
import { places } from '../places.ts'
import { storePerson } from '../service/people.ts'
import { type World, written } from '../service/world.ts'
import { isEmail } from '../text/email.ts'
import type { MockPerson, NewPerson } from '../types.ts'
import { checkMembers, checkOptionalText } from './check.ts'
import { nameOf } from './names.ts'

const members = [
  'given_name',
  'family_name',
  'email_address',
  'postal_code',
] as const satisfies readonly (keyof NewPerson)[]
// A postal code alone is taken for one of the United States.
const homes = places.filter(([, , country]) => country === 'US')

/** Stores a person; what was not given is made up from how many people there are. */
export function addPerson(world: World, person: NewPerson = {}): PersonRecord {
  const given = checkMembers(person, 'person', members)
  const text = (name: (typeof members)[number]) => checkOptionalText(given[name], `person.${name}`)
  const email = text('email_address')
  if (email !== undefined && !isEmail(email)) {
    throw new MockServiceError('argument', 'person.email_address', 'must be an e-mail address')
  }
  if (email !== undefined && world.store.personByEmail(email)) {
    throw new MockServiceError('argument', 'person.email_address', 'belongs to another person already')
  }
  const count = world.store.people.size
  const made = nameOf(count)
  const given_name = text('given_name') ?? made.given_name
  const family_name = text('family_name') ?? made.family_name
  return storePerson(world, {
    given_name,
    family_name,
    email_address: email ?? freeAddress(world, `${given_name}.${family_name}`),
    postal_code: text('postal_code') ?? homes[count % homes.length]?.[6],
  })
}

function freeAddress({ store }: World, name: string): string {
  const local = name.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  for (let number = store.people.size + 1; ; number += 1) {
    const candidate = `${local}.${number}@example.org`
    if (!store.personByEmail(candidate)) return candidate
  }
}

/** A person as a test sees them. */
export const shownPerson = (world: World, person: PersonRecord): MockPerson => ({
  id: person.id,
  given_name: person.given_name,
  family_name: person.family_name,
  email_address: person.email_address,
  ...(person.postal_code !== undefined && { postal_code: person.postal_code }),
  created_date: written(world, person.created),
})
