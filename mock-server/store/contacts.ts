import type { PersonRecord } from './model.ts'
import type { Tables } from './tables.ts'

/** The kinds of contacts by which the store finds people. */
export type ContactKind = 'email' | 'phone' | 'identifier'

export const contactKinds = ['email', 'phone', 'identifier'] as const satisfies readonly ContactKind[]

/** The table in the store for each kind of contact. */
export const contactIndexes = {
  email: 'byEmail',
  phone: 'byPhone',
  identifier: 'byPersonIdentifier',
} as const satisfies Readonly<Record<ContactKind, string>>

/** Converts a contact to its plain form, so that different spellings are equal: e-mail addresses to lower case, phone numbers to digits. */
const plainForms: Readonly<Record<ContactKind, (contact: string) => string>> = {
  email: (address) => address.toLowerCase(),
  phone: (number) => number.replace(/\D/g, ''),
  identifier: (identifier) => identifier,
}

/**
 * The plain form of a contact, by which the tables find people. Empty if the contact cannot find a person, such as a phone number without
 * digits.
 */
export const plainContact = (kind: ContactKind, contact: string): string => plainForms[kind](contact)

const read: Readonly<Record<ContactKind, (person: PersonRecord) => readonly string[]>> = {
  email: ({ email_addresses }) => email_addresses.map(({ address }) => address),
  phone: ({ phone_numbers = [] }) => phone_numbers.map(({ number }) => number),
  identifier: ({ identifiers = [] }) => identifiers,
}

/** The contacts of a person in plain form, without duplicates. */
export const contactsOf = (person: PersonRecord, kind: ContactKind): readonly string[] => [
  ...new Set(read[kind](person).flatMap((contact) => plainContact(kind, contact) || [])),
]

type Indexes = Pick<Tables, (typeof contactIndexes)[ContactKind]>

/** Lists a person under their contacts, and no longer under those that they had before. */
export function indexContacts(indexes: Indexes, person: PersonRecord, before: PersonRecord | undefined): void {
  for (const kind of contactKinds) {
    const index = indexes[contactIndexes[kind]]
    const [old, now] = [new Set(before ? contactsOf(before, kind) : []), new Set(contactsOf(person, kind))]
    const serialsOf = (contact: string) => index.get(contact) ?? []
    for (const contact of old) {
      if (now.has(contact)) continue
      const others = serialsOf(contact).filter((serial) => serial !== person.serial)
      if (others.length > 0) index.set(contact, others)
      else index.delete(contact)
    }
    for (const contact of now) {
      if (old.has(contact)) continue
      index.set(
        contact,
        [...serialsOf(contact), person.serial].sort((one, other) => one - other),
      )
    }
  }
}
