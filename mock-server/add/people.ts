import { MockServiceError } from '../errors.ts'
import { type Context, formatTime, timeOfChange } from '../rules/context.ts'
import { places } from '../rules/geocode.ts'
import { newContact, type PersonInput, storePerson } from '../rules/people.ts'
import { postalCode, primaryEmail, primaryPhone } from '../rules/person-values.ts'
import { plainContact } from '../store/contacts.ts'
import { toArray } from '../store/lists.ts'
import type { EmailRecord, PersonRecord, PhoneRecord, TagRecord } from '../store/model.ts'
import type { MockPerson, MockPersonChanges, NewPerson } from '../types/index.ts'
import {
  type Check,
  check,
  email,
  filledText,
  list,
  object,
  text,
  textLike,
  validate,
  validateMembers,
} from '../validate.ts'
import { personOf, tagOf } from './references.ts'
import { shownTag } from './tags.ts'

/** A check that accepts `null` too. */
const orNull = (filled: Check<unknown>): Check<unknown> =>
  check(`${filled.expected}, or null`, (value) => value === null || filled.test(value))

const phone = textLike('a phone number', (value) => /^\+?[\d\s().-]+$/.test(value) && /\d/.test(value))

const members: { readonly [Name in keyof NewPerson]-?: Check<unknown> } = {
  given_name: orNull(filledText),
  family_name: orNull(filledText),
  email_address: orNull(email),
  phone_number: orNull(phone),
  postal_code: orNull(filledText),
  custom_fields: orNull(object),
  tags: list,
}

// Takes postal codes of the United States only, because the geocoder looks there for a postal code without a country.
const homes = places.flatMap(([, , country, , , , postal_code]) => (country === 'US' ? [[{ postal_code }]] : []))

/** Adds a person. Makes up missing names, e-mail address and postal code from the number of people. */
export function addPerson(context: Context, person: NewPerson = {}): PersonRecord {
  const { store } = context
  const tags = checkPerson(context, person)
  const count = store.people.size
  const { given_name = pick(givenNames, count) } = person
  // Shifts the family names after each round of given names, so that full names differ.
  const { family_name = pick(familyNames, count * 7 + Math.floor(count / givenNames.length)) } = person
  const { email_address = freeAddress(context, `${given_name ?? ''}.${family_name ?? ''}`) } = person
  const unknown = {
    given_name: '',
    family_name: '',
    email_addresses: [],
    postal_addresses: homes[count % homes.length],
  }
  const record = storePerson(context, {
    ...unknown,
    ...changed(unknown, { ...person, given_name, family_name, email_address }),
  })
  setTags(context, record, tags)
  return record
}

/** Changes the given fields of a person; `null` clears a field. */
export function updatePerson(context: Context, reference: unknown, changes: MockPersonChanges): PersonRecord {
  const person = personOf(context, reference, 'person')
  const tags = checkPerson(context, changes, person)
  const modified = timeOfChange(context, person.modified)
  const record = { ...person, ...changed(person, changes), modified }
  context.store.replacePerson(record)
  setTags(context, record, tags)
  context.clock.tick()
  return record
}

/** Checks the given fields, and returns the given tags. `known` is the person who changes. */
function checkPerson(
  context: Context,
  given: MockPersonChanges,
  known?: PersonRecord,
): readonly TagRecord[] | undefined {
  validateMembers(given, 'person', members, 'argument')
  for (const [name, value] of Object.entries(given.custom_fields ?? {}))
    validate(orNull(text), value, `person.custom_fields.${name}`, 'argument')
  const { email_address, phone_number } = given
  const contacts = [
    ['email', 'email_address', email_address],
    ['phone', 'phone_number', phone_number],
  ] as const
  for (const [kind, name, contact] of contacts) {
    const holders = typeof contact === 'string' ? context.store.peopleBy(kind, contact) : []
    if (holders.some(({ id }) => id !== known?.id))
      throw new MockServiceError('argument', `person.${name}`, 'already belongs to another person')
  }
  return given.tags?.map((tag, index) => tagOf(context, tag, `person.tags[${index}]`))
}

/** Returns the changed members of a record. */
function changed(before: PersonInput, given: MockPersonChanges): Partial<PersonInput> {
  const { given_name, family_name, email_address, phone_number, postal_code, custom_fields } = given
  return {
    ...(given_name !== undefined && { given_name: given_name ?? '' }),
    ...(family_name !== undefined && { family_name: family_name ?? '' }),
    ...(email_address !== undefined && { email_addresses: withEmail(before.email_addresses, email_address) }),
    ...(phone_number !== undefined && { phone_numbers: withPhone(before.phone_numbers, phone_number) }),
    ...(postal_code !== undefined && {
      postal_addresses:
        postal_code === null ? undefined : [{ postal_code }, ...(before.postal_addresses ?? []).slice(1)],
    }),
    ...(custom_fields !== undefined && { custom_fields: withCustomFields(before.custom_fields, custom_fields) }),
  }
}

/** The addresses with another primary one, which keeps the status. `null` removes all. */
function withEmail([primary, ...others]: readonly EmailRecord[], address: string | null): readonly EmailRecord[] {
  if (address === null) return []
  const isSame = (entry: EmailRecord) => plainContact('email', entry.address) === plainContact('email', address)
  const known = others.find(isSame) ?? primary
  return [{ ...newContact.email, ...known, address }, ...others.filter((entry) => !isSame(entry))]
}

/** The phone numbers with another primary one, which keeps type and status. `null` removes all. */
function withPhone([primary, ...others]: readonly PhoneRecord[] = [], phone_number: string | null) {
  if (phone_number === null) return undefined
  const number = plainContact('phone', phone_number)
  const known = others.find((entry) => entry.number === number) ?? primary
  return [{ ...newContact.phone, ...known, number }, ...others.filter((entry) => entry.number !== number)]
}

function withCustomFields(
  before: PersonInput['custom_fields'],
  given: NonNullable<MockPersonChanges['custom_fields']> | null,
) {
  const all = given === null ? [] : Object.entries({ ...before, ...given })
  const fields = all.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

/** Gives a person exactly these tags. Without a list, the tags stay. */
function setTags({ store, clock }: Context, person: PersonRecord, tags: readonly TagRecord[] | undefined): void {
  if (tags === undefined) return
  for (const tagging of toArray(store.tags.taggingsBy(person))) {
    const tag = store.tags.get(tagging.tag)
    if (tag && !tags.includes(tag)) store.removeTagging(tag, person, tagging)
  }
  for (const tag of tags) if (!store.tags.taggingOf(tag, person)) store.addTagging(tag, person, clock.now())
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
  const [postal_code, phone_number] = [postalCode(person), primaryPhone(person)]
  const { custom_fields, email_addresses, phone_numbers } = person
  const [email_status, phone_status] = [email_addresses[0]?.status, phone_numbers?.[0]?.status]
  const tags = toArray(context.store.tags.taggingsBy(person)).flatMap(({ tag }) => context.store.tags.get(tag) ?? [])
  return {
    id: person.id,
    given_name: person.given_name,
    family_name: person.family_name,
    email_address: primaryEmail(person) ?? '',
    ...(email_status !== undefined && { email_status }),
    ...(phone_number !== undefined && { phone_number }),
    ...(phone_status !== undefined && { phone_status }),
    ...(postal_code !== undefined && { postal_code }),
    ...(custom_fields && { custom_fields: { ...custom_fields } }),
    ...(tags.length > 0 && { tags: tags.map(shownTag) }),
    created_date: formatTime(context, person.created),
  }
}
