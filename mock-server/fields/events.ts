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

/** The name of a fact. A fact is a field of an event under the name that is the same for both versions. */
export type FactName = keyof Rows

export const factNames = Object.keys(eventFields) as readonly FactName[]

export const rowOf = (fact: FactName): FieldRow => eventFields[fact]

type FactsWith<Part> = RowsWith<Rows, Part>

/** Facts that a request can set. */
export type InputName = FactsWith<{ readonly setBy: 'request' }>

/** Facts that only the user interface or a test can set. */
export type SettingName = FactsWith<{ readonly setBy: 'user interface' | 'test' }>

/** Facts that have the same value in every event. */
export type ConstantName = FactsWith<{ readonly constant: unknown }>

/** Facts from requests that the service stores without a conversion. */
export type ContentName = Exclude<InputName, 'identifiers' | 'location'>

/** Facts that a stored event has as one value each. */
export type StoredName = ContentName | SettingName

export const isInput = (fact: FactName): fact is InputName => rowOf(fact).setBy === 'request'

export const isContent = (fact: FactName): fact is ContentName =>
  isInput(fact) && fact !== 'identifiers' && fact !== 'location'

export const isSetting = (fact: FactName): fact is SettingName => rowOf(fact).setBy !== undefined && !isInput(fact)

export const storedNames: readonly StoredName[] = factNames.filter((fact) => isContent(fact) || isSetting(fact))

/** Facts that may have no value. */
export type OptionalName = Exclude<FactName, FactsWith<{ readonly always: true }>>

export const isOptional = (fact: FactName): fact is OptionalName => !rowOf(fact).always

/** The value of a fact in a stored event. */
export type StoredValue<Name extends FactName> = ValueOf<Rows[Name]> | (Name extends OptionalName ? undefined : never)

/** The value of a fact in a request. `null` clears an optional fact. */
export type SentValue<Name extends FactName> = ValueOf<Rows[Name]> | (Name extends OptionalName ? null : never)

type WithoutPrefix<Name> = Name extends `~${infer Bare}` ? Bare : Name

/** The name of a stored fact in arguments of `addEvent`: the name in version 2, without the service's prefix. */
export type GivenName<Fact extends StoredName = StoredName> = WithoutPrefix<Rows[Fact]['v2']>

export const givenNameOf = <Fact extends StoredName>(fact: Fact): GivenName<Fact> =>
  eventFields[fact].v2.replace('~', '') as GivenName<Fact>

/**
 * Returns the check for the value of a stored field. `localTime` is the check for local times, which tests may write in more forms than state
 * documents.
 */
export function checkOf(fact: StoredName, localTime: Check<string>): Check<unknown> {
  const { values, required } = rowOf(fact)
  if (values) return oneOf(...values)
  if (required) return filledText
  const { type } = eventFields[fact]
  return type === 'local time' ? localTime : plainChecks[type]
}

const plainChecks = { text, integer: wholeNumber(0), flag, texts: everyEntry(text) }
