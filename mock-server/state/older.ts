import { identifierForm } from '../rules/identifiers.ts'
import type { PersonInput } from '../rules/people.ts'
import type { PlaceQuery } from '../types/index.ts'
import { email, text } from '../validate.ts'
import { address, moment } from './document.ts'
import { type Codec, listOf, objectOf, optional, type ValuesOf } from './fields.ts'

const members = {
  id: text,
  given_name: text,
  family_name: text,
  email_address: email,
  postal_code: optional(text),
  created: moment,
  details: optional(
    objectOf({
      phone_numbers: listOf(text),
      languages_spoken: listOf(text),
      identifiers: listOf(identifierForm),
      address: address as Codec<PlaceQuery>,
    }),
  ),
}

/** The codec of a person in a document of version 1 or 2. Such a person has one e-mail address and one postal address at most. */
export const olderPerson: Codec<ValuesOf<typeof members>> = objectOf(members)

/** Converts a person of an older document to the current form. */
export function newerPerson({ email_address, postal_code, details, ...person }: ValuesOf<typeof members>) {
  const { phone_numbers = [], languages_spoken = [], identifiers = [], address = {} } = details ?? {}
  const place: PlaceQuery = { ...address, ...(postal_code !== undefined && { postal_code }) }
  return {
    ...person,
    email_addresses: [{ address: email_address, status: undefined }],
    phone_numbers: filled(phone_numbers.map((number) => ({ number, number_type: undefined, status: undefined }))),
    postal_addresses: Object.keys(place).length > 0 ? [place] : undefined,
    languages_spoken: filled(languages_spoken),
    custom_fields: undefined,
    identifiers: filled(identifiers),
    modified: undefined,
    addedBy: undefined,
  } satisfies PersonInput & { readonly modified: undefined }
}

const filled = <Item>(list: readonly Item[]): readonly Item[] | undefined => (list.length > 0 ? list : undefined)
