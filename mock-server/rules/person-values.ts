import type { Dialect } from '../dialects/dialect.ts'
import type { PersonRecord } from '../store/model.ts'
import type { PlaceQuery } from '../types/index.ts'
import { type Context, nativeIdentifier } from './context.ts'
import type { FieldValues } from './field-values.ts'
import { geocode } from './geocode.ts'
import { languageOf } from './location.ts'
import { newContact } from './people.ts'

/** How responses show each field of a person (v1 §2.3). */
export const personValues: FieldValues<'people', PersonRecord> = {
  given_name: ({ given_name }) => given_name,
  family_name: ({ family_name }) => family_name,
  identifiers: ({ id, identifiers = [] }, context) => [nativeIdentifier(context, id), ...identifiers],
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  origin_system: (_, { assumptions }) => assumptions.originSystem,
  email_addresses: ({ email_addresses }) => email_addresses.map(withPrimary),
  phone_numbers: ({ phone_numbers }) => phone_numbers?.map(withPrimary),
  postal_addresses: (person, context) => addressesOf(person, context).map(withPrimary),
  languages_spoken: ({ languages_spoken }) => languages_spoken,
  custom_fields: ({ custom_fields }) => custom_fields,
}

/** A phone number of a person who has none, as a response was recorded. */
const noPhone = { primary: true, number: undefined, ...newContact.phone }

/** How responses of version 2 show each field of a person, with the assumption `personFields: 'as recorded'`. */
const recordedValues: typeof personValues = {
  ...personValues,
  phone_numbers: ({ phone_numbers }) => phone_numbers?.map(withPrimary) ?? [noPhone],
  postal_addresses: (person, context) =>
    sentAddresses(person)
      .map((sent) => recordedAddress(sent, context))
      .map(withPrimary),
  languages_spoken: ({ languages_spoken = ['en'] }) => languages_spoken,
  custom_fields: ({ custom_fields = {} }) => custom_fields,
}

/** How responses of a version show each field of a person. */
export const personValuesIn = ({ recordsPeople }: Dialect): typeof personValues =>
  recordsPeople ? recordedValues : personValues

const addresses = ({ email_addresses }: PersonRecord) => email_addresses.map(({ address }) => address)

/** The contacts in a person's lists, which filters compare. */
export const personContactValues: FieldValues<'personContacts', PersonRecord> = {
  email_address: addresses,
  email: addresses,
  phone_number: ({ phone_numbers = [] }) => phone_numbers.map(({ number }) => number),
  region: (person, context) => addressesOf(person, context).map(({ region }) => region),
  postal_code: ({ postal_addresses = [] }) => postal_addresses.flatMap(({ postal_code }) => postal_code ?? []),
}

const sentAddresses = ({ postal_addresses = [{}] }: PersonRecord): readonly PlaceQuery[] => postal_addresses

const addressesOf = (person: PersonRecord, context: Context) =>
  sentAddresses(person).map((address) => postalAddress(context, address))

/** An address without its unknown parts, as it was recorded. Without any part, it has no coordinates either. */
function recordedAddress(sent: PlaceQuery, context: Context) {
  const { address_lines, locality, region, postal_code, location, ...rest } = postalAddress(context, sent)
  const isKnown = Object.keys(sent).length > 0
  return {
    address_lines: address_lines.length > 0 ? address_lines : undefined,
    locality: locality || undefined,
    region: region || undefined,
    postal_code: postal_code || undefined,
    ...rest,
    location: isKnown ? location : { ...location, latitude: null, longitude: null },
  }
}

/** Adds `primary` to an entry of a list. The first entry is the primary one. */
const withPrimary = <Entry extends object>(entry: Entry, index: number) => ({ primary: index === 0, ...entry })

// Always uses the built-in geocoder for people. A test's own geocoder is only for events.
function postalAddress({ assumptions }: Context, sent: PlaceQuery) {
  const { postal_code = '' } = sent
  const place = geocode({ ...sent, postal_code })
  return {
    address_lines: sent.address_lines ?? [],
    locality: place.locality ?? sent.locality ?? '',
    region: place.region || (sent.region ?? ''),
    postal_code,
    country: sent.country ?? place.country,
    ...languageOf({ assumptions }),
    location: { latitude: place.latitude, longitude: place.longitude, accuracy: place.accuracy },
  }
}

/** The e-mail address to which the service sends mail. */
export const primaryEmail = ({ email_addresses: [first] }: PersonRecord): string | undefined => first?.address

/** The number of the primary phone. */
export const primaryPhone = ({ phone_numbers: [first] = [] }: PersonRecord): string | undefined => first?.number

/** The postal code of a person's primary address. */
export const postalCode = ({ postal_addresses: [first] = [] }: PersonRecord): string | undefined => first?.postal_code
