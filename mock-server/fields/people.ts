import { email, phone } from '../validate.ts'
import { locationFields } from './locations.ts'
import { both, type FieldRow, type FieldTable, momentFields, type RowsWith } from './row.ts'

const asRecorded = { personFields: 'as recorded' } as const

/** The fields of one e-mail address of a person. */
export const emailFields = {
  primary: { ...both('primary'), type: 'flag', always: true, setBy: 'request' },
  address: {
    ...both('address'),
    type: 'text',
    always: true,
    setBy: 'request',
    required: true,
    form: email,
    example: 'ada@example.org',
  },
  status: {
    ...both('status'),
    type: 'text',
    values: ['subscribed', 'unsubscribed', 'bouncing', 'spam complaint'],
    setBy: 'request',
  },
} as const satisfies FieldTable

/** The fields of one phone number of a person. */
export const phoneFields = {
  primary: { ...both('primary'), type: 'flag', always: true, setBy: 'request' },
  number: {
    ...both('number'),
    type: 'text',
    always: true,
    unless: asRecorded,
    setBy: 'request',
    required: true,
    form: phone,
    numeric: true,
  },
  number_type: { ...both('number_type'), type: 'text', setBy: 'request', example: 'Mobile' },
  status: {
    ...both('status'),
    type: 'text',
    values: ['subscribed', 'unsubscribed', 'bouncing'],
    setBy: 'request',
  },
} as const satisfies FieldTable

// A postal address is a location without a venue.
const { venue: _venue, location, ...addressFields } = locationFields
const { latitude, longitude } = location.members

/** The fields of one postal address of a person. */
export const postalAddressFields = {
  primary: { ...both('primary'), type: 'flag', always: true, setBy: 'request' },
  ...addressFields,
  region: { ...addressFields.region, unless: asRecorded },
  location: {
    ...location,
    members: {
      ...location.members,
      latitude: { ...latitude, nullWith: asRecorded },
      longitude: { ...longitude, nullWith: asRecorded },
    },
  },
} as const satisfies FieldTable

/** The fields of a person (v1 §2.3), with the names of each version. */
export const personFields = {
  given_name: { ...both('given_name'), type: 'text', always: true, setBy: 'request', listed: true },
  family_name: { ...both('family_name'), type: 'text', always: true, setBy: 'request', listed: true },
  identifiers: { ...both('identifiers'), type: 'identifiers', always: true, setBy: 'request' },
  ...momentFields,
  origin_system: {
    v1: 'originating_system',
    v2: 'origin_system',
    type: 'text',
    always: true,
    assumed: { personFields: 'as documented' },
  },
  email_addresses: {
    ...both('email_addresses'),
    type: 'entries',
    members: emailFields,
    always: true,
    setBy: 'request',
  },
  phone_numbers: {
    ...both('phone_numbers'),
    type: 'entries',
    members: phoneFields,
    alwaysWith: asRecorded,
    setBy: 'request',
  },
  postal_addresses: {
    ...both('postal_addresses'),
    type: 'addresses',
    members: postalAddressFields,
    always: true,
    setBy: 'request',
  },
  languages_spoken: { ...both('languages_spoken'), type: 'texts', alwaysWith: asRecorded, setBy: 'request' },
  custom_fields: { ...both('custom_fields'), type: 'map', alwaysWith: asRecorded, setBy: 'request' },
} as const satisfies FieldTable

/** Names that only filters know, for the values in a person's lists. A filter matches if one value matches. */
export const personContactFields = {
  email_address: { ...both('email_address'), type: 'text', listed: true },
  email: { ...both('email'), type: 'text', listed: true, assumed: { requestReading: 'lenient' } },
  phone_number: { ...both('phone_number'), type: 'text', listed: true },
  region: { ...both('region'), type: 'text', listed: true },
  postal_code: { ...both('postal_code'), type: 'text', listed: true },
} as const satisfies FieldTable

/** The fields of a person that the service stores without a conversion. */
export type StoredPersonField = RowsWith<typeof personFields, { readonly setBy: 'request' }>

export const storedPersonFields = Object.entries<FieldRow>(personFields).flatMap(([fieldName, { setBy }]) =>
  setBy === 'request' ? [fieldName as StoredPersonField] : [],
)
