import type { PersonRecord } from './model.ts'

/** By what people are found. */
export type ContactKind = 'email' | 'phone' | 'identifier'

export const contactKinds = ['email', 'phone', 'identifier'] as const satisfies readonly ContactKind[]

/** The table of each kind of contact. */
export const contactIndexes = {
  email: 'byEmail',
  phone: 'byPhone',
  identifier: 'byPersonIdentifier',
} as const satisfies Readonly<Record<ContactKind, string>>

/** Contacts that reach the same person are written alike: addresses in lower case, phone numbers as digits. */
const plainForms: Readonly<Record<ContactKind, (contact: string) => string>> = {
  email: (address) => address.toLowerCase(),
  phone: (number) => number.replace(/\D/g, ''),
  identifier: (identifier) => identifier,
}

/** A contact in the form in which an index has it; empty if it finds no one. */
export const plainContact = (kind: ContactKind, contact: string): string => plainForms[kind](contact)

const read: Readonly<Record<ContactKind, (person: PersonRecord) => readonly string[]>> = {
  email: ({ email_addresses }) => email_addresses.map(({ address }) => address),
  phone: ({ phone_numbers = [] }) => phone_numbers.map(({ number }) => number),
  identifier: ({ identifiers = [] }) => identifiers,
}

/** The contacts of a person, each once. */
export const contactsOf = (person: PersonRecord, kind: ContactKind): readonly string[] => [
  ...new Set(read[kind](person).flatMap((contact) => plainContact(kind, contact) || [])),
]
