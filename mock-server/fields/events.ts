import { type Check, everyEntry, filledText, flag, oneOf, status, text, visibility, wholeNumber } from '../validate.ts'
import { locationFields } from './locations.ts'
import {
  both,
  type FieldRow,
  type FieldTable,
  momentFields,
  originField,
  type RowsWith,
  titleField,
  type ValueOf,
} from './row.ts'

/**
 * The fields of an event, from the tables of the spec (v1 §2.1, v2 §2.1). Responses show them in this order. A member's name here, such as
 * `start`, is the name that all code uses for the field in both versions.
 */
export const eventFields = {
  identifiers: {
    ...both('identifiers'),
    type: 'identifiers',
    always: true,
    setBy: 'request',
    example: ['calendar:7'],
  },
  origin_system: originField,
  ...momentFields,
  name: { v2: 'name', type: 'text', setBy: 'request' },
  title: { ...titleField, example: 'Picnic in the park' },
  description: {
    ...both('description'),
    type: 'text',
    setBy: 'request',
    description: 'May contain HTML.',
    example: '<p>Bring a blanket.</p>',
  },
  instructions: {
    v1: '~event_instructions',
    v2: 'instructions',
    type: 'text',
    setBy: 'request',
    description: 'For after an RSVP; may contain HTML.',
    example: '<p>Meet at the fountain.</p>',
  },
  browser_url: { v2: 'browser_url', type: 'text', setBy: 'request', example: 'https://calendar.example.org/picnic' },
  public_url: { v1: 'url', type: 'text' },
  featured_image_url: { v2: 'featured_image_url', type: 'text', setBy: 'user interface' },
  start: { v1: 'start', v2: 'start_date', type: 'local time', setBy: 'request', listed: true },
  end: { v2: 'end_date', type: 'local time', setBy: 'request', listed: true },
  location: { ...both('location'), type: 'location', members: locationFields, always: true, setBy: 'request' },
  total_accepted: { ...both('total_accepted'), type: 'integer', always: true },
  campaign: { ...both('~event_campaign_id'), type: 'text' },
  status: {
    ...both('status'),
    type: 'text',
    values: status.values,
    assumedValues: { pending_approval: { vetting: 'by campaign' } },
    always: true,
    setBy: 'test',
  },
  transparence: {
    ...both('transparence'),
    type: 'text',
    values: ['opaque', 'transparent'],
    constant: 'opaque',
    always: true,
  },
  visibility: {
    ...both('visibility'),
    type: 'text',
    values: visibility.values,
    always: true,
    setBy: 'user interface',
  },
  guests_can_invite_others: {
    v1: 'guestsCanInviteOthers',
    v2: 'guests_can_invite_others',
    type: 'flag',
    constant: true,
    always: true,
  },
  capacity: { v2: 'capacity', type: 'integer', setBy: 'user interface' },
  hidden: { v2: '~hidden', type: 'flag', always: true, setBy: 'user interface' },
  reminders: {
    ...both('reminders'),
    type: 'entries',
    always: true,
    members: {
      method: { ...both('method'), type: 'text', values: ['email'], constant: 'email', always: true },
      minutes: { ...both('minutes'), type: 'integer', always: true },
    },
  },
  tag_list: {
    v2: 'tag_list',
    type: 'texts',
    setBy: 'request',
    assumed: { tagList: 'kept' },
    description: 'Names of tags.',
    example: ['parks'],
  },
  sponsor: {
    ...both('~sponsor'),
    type: 'object',
    members: {
      title: { v1: 'summary', v2: 'title', type: 'text', always: true },
      browser_url: { v1: 'url', v2: 'browser_url', type: 'text', always: true },
    },
  },
} as const satisfies FieldTable

type Rows = typeof eventFields

/** The name of a field of an event that is the same for both versions. */
export type FieldName = keyof Rows

export const fieldNames = Object.keys(eventFields) as readonly FieldName[]

export const eventField = (fieldName: FieldName): FieldRow => eventFields[fieldName]

type FieldsWith<Part> = RowsWith<Rows, Part>

/** Fields that a request can set. */
export type InputName = FieldsWith<{ readonly setBy: 'request' }>

/** Fields that only the user interface or a test can set. */
export type SettingName = FieldsWith<{ readonly setBy: 'user interface' | 'test' }>

/** Fields that have the same value in every event. */
export type ConstantName = FieldsWith<{ readonly constant: unknown }>

/** Fields from requests that the service stores without a conversion. */
export type ContentName = Exclude<InputName, 'identifiers' | 'location'>

/** Fields that a stored event has as one value each. */
export type StoredName = ContentName | SettingName

export const isInput = (fieldName: FieldName): fieldName is InputName => eventField(fieldName).setBy === 'request'

export const isContent = (fieldName: FieldName): fieldName is ContentName =>
  isInput(fieldName) && fieldName !== 'identifiers' && fieldName !== 'location'

export const isSetting = (fieldName: FieldName): fieldName is SettingName =>
  eventField(fieldName).setBy !== undefined && !isInput(fieldName)

export const storedNames: readonly StoredName[] = fieldNames.filter(
  (fieldName) => isContent(fieldName) || isSetting(fieldName),
)

/** Fields that may have no value. */
export type OptionalName = Exclude<FieldName, FieldsWith<{ readonly always: true }>>

export const isOptional = (fieldName: FieldName): fieldName is OptionalName => !eventField(fieldName).always

/** The value of a field in a stored event. */
export type StoredValue<Name extends FieldName> = ValueOf<Rows[Name]> | (Name extends OptionalName ? undefined : never)

/** The value of a field in a request. `null` clears an optional field. */
export type SentValue<Name extends FieldName> = ValueOf<Rows[Name]> | (Name extends OptionalName ? null : never)

type WithoutPrefix<Name> = Name extends `~${infer Bare}` ? Bare : Name

/** The name of a stored field in arguments of `addEvent`: the name in version 2, without the service's prefix. */
export type GivenName<Name extends StoredName = StoredName> = WithoutPrefix<Rows[Name]['v2']>

export const givenNameOf = <Name extends StoredName>(fieldName: Name): GivenName<Name> =>
  eventFields[fieldName].v2.replace('~', '') as GivenName<Name>

/**
 * Returns the check for the value of a stored field. `localTime` is the check for local times, which tests may write in more forms than state
 * documents.
 */
export function checkOf(fieldName: StoredName, localTime: Check<string>): Check<unknown> {
  const { values, required } = eventField(fieldName)
  if (values) return oneOf(...values)
  if (required) return filledText
  const { type } = eventFields[fieldName]
  return type === 'local time' ? localTime : plainChecks[type]
}

const plainChecks = { text, integer: wholeNumber(0), flag, texts: everyEntry(text) }
