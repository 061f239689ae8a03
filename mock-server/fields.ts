import type { Version } from './types/common.ts'
import { type Check, filledText, flag, oneOf, status, text, visibility, wholeNumber } from './validate.ts'

/**
 * The type of a field's value. A `moment` has a time zone. A `local time` has none: it is the time at the event's place. The last four
 * types are lists and objects.
 */
export type FieldType =
  | 'text'
  | 'integer'
  | 'flag'
  | 'moment'
  | 'local time'
  | 'identifiers'
  | 'location'
  | 'reminders'
  | 'sponsor'

/** Name of a field in each version; `~` stands for the service's prefix. Absent for a version without the field. */
type Names = { readonly [Name in Version]?: string }

/** All that the service knows about a field. Code that reads, shows, filters, stores or documents fields uses these rows. */
export interface FieldRow extends Names {
  readonly type: FieldType
  /** All values that the documents allow. */
  readonly values?: readonly string[]
  /** The fixed value that every event has. */
  readonly constant?: string | boolean
  /** Whether every event has a value. */
  readonly always?: true
  /** Who can set the value: a request, the user interface, or only a test. Absent if the service generates the value. */
  readonly setBy?: 'request' | 'user interface' | 'test'
  /** Whether a POST must have the field, with a text that is not empty. */
  readonly required?: true
  /** Names of the value's members in each version. */
  readonly members?: Readonly<Record<string, Names>>
  /** Description for the OpenAPI document. */
  readonly description?: string
  /** Example for the OpenAPI document. */
  readonly example?: string | readonly string[]
}

/**
 * The fields of an event, from the documents' tables (v1 §2.1, v2 §2.1). Responses have the same order. The keys are names for both
 * versions, close to those of version 2.
 */
export const eventFields = {
  identifiers: {
    v1: 'identifiers',
    v2: 'identifiers',
    type: 'identifiers',
    always: true,
    setBy: 'request',
    example: ['calendar:7'],
  },
  origin_system: {
    v1: 'originating_system',
    v2: 'origin_system',
    type: 'text',
    always: true,
    setBy: 'request',
    required: true,
    example: 'Town Calendar',
  },
  created: { v1: 'created_at', v2: 'created_date', type: 'moment', always: true },
  modified: { v1: 'modified_at', v2: 'modified_date', type: 'moment', always: true },
  name: { v2: 'name', type: 'text', setBy: 'request' },
  title: {
    v1: 'summary',
    v2: 'title',
    type: 'text',
    always: true,
    setBy: 'request',
    required: true,
    example: 'Picnic in the park',
  },
  description: {
    v1: 'description',
    v2: 'description',
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
  start: { v1: 'start', v2: 'start_date', type: 'local time', setBy: 'request' },
  end: { v2: 'end_date', type: 'local time', setBy: 'request' },
  location: { v1: 'location', v2: 'location', type: 'location', always: true, setBy: 'request' },
  total_accepted: { v1: 'total_accepted', v2: 'total_accepted', type: 'integer', always: true },
  campaign: { v1: '~event_campaign_id', v2: '~event_campaign_id', type: 'text' },
  status: { v1: 'status', v2: 'status', type: 'text', values: status.values, always: true, setBy: 'test' },
  transparence: {
    v1: 'transparence',
    v2: 'transparence',
    type: 'text',
    values: ['opaque', 'transparent'],
    constant: 'opaque',
    always: true,
  },
  visibility: {
    v1: 'visibility',
    v2: 'visibility',
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
  reminders: { v1: 'reminders', v2: 'reminders', type: 'reminders', always: true },
  sponsor: {
    v1: '~sponsor',
    v2: '~sponsor',
    type: 'sponsor',
    members: { title: { v1: 'summary', v2: 'title' }, browser_url: { v1: 'url', v2: 'browser_url' } },
  },
} as const satisfies Readonly<Record<string, FieldRow>>

type Rows = typeof eventFields

/** The name of a fact. A fact is a field of an event; its name is the same for both versions. */
export type FactName = keyof Rows

export const factNames = Object.keys(eventFields) as readonly FactName[]

export const rowOf = (fact: FactName): FieldRow => eventFields[fact]

/** Facts whose rows match a type. */
type FactsWith<Part> = { [Name in FactName]: Rows[Name] extends Part ? Name : never }[FactName]

/** Facts that a request can set. */
export type InputName = FactsWith<{ readonly setBy: 'request' }>

/** Facts that only the user interface or a test can set. */
export type SettingName = FactsWith<{ readonly setBy: 'user interface' | 'test' }>

/** Facts with the same value in every event. */
export type ConstantName = FactsWith<{ readonly constant: unknown }>

/** Input facts that are stored as they are read. */
export type ContentName = Exclude<InputName, 'identifiers' | 'location'>

/** Facts that a record stores as one value each. */
export type StoredName = ContentName | SettingName

export const isInput = (fact: FactName): fact is InputName => rowOf(fact).setBy === 'request'

export const isContent = (fact: FactName): fact is ContentName =>
  isInput(fact) && fact !== 'identifiers' && fact !== 'location'

export const isSetting = (fact: FactName): fact is SettingName => rowOf(fact).setBy !== undefined && !isInput(fact)

export const storedNames: readonly StoredName[] = factNames.filter((fact) => isContent(fact) || isSetting(fact))

/** Facts that an event can lack. */
export type OptionalName = Exclude<FactName, FactsWith<{ readonly always: true }>>

export const isOptional = (fact: FactName): fact is OptionalName => !rowOf(fact).always

type ValueOf<Row> = Row extends { readonly values: readonly (infer Value)[] }
  ? Value
  : Row extends { readonly type: 'integer' }
    ? number
    : Row extends { readonly type: 'flag' }
      ? boolean
      : string

/** The value of a fact in a record. */
export type StoredValue<Name extends FactName> = ValueOf<Rows[Name]> | (Name extends OptionalName ? undefined : never)

/** The value of a fact in a request. `null` clears a fact that an event can lack. */
export type SentValue<Name extends FactName> = ValueOf<Rows[Name]> | (Name extends OptionalName ? null : never)

type WithoutPrefix<Name> = Name extends `~${infer Bare}` ? Bare : Name

/** The name of a stored fact in the test API: the name in version 2, without the service's prefix. */
export type GivenName<Fact extends StoredName = StoredName> = WithoutPrefix<Rows[Fact]['v2']>

export const givenNameOf = <Fact extends StoredName>(fact: Fact): GivenName<Fact> =>
  eventFields[fact].v2.replace('~', '') as GivenName<Fact>

/** The name in a version, with the service's prefix in place of `~`. */
export const nameIn = (names: Names, version: Version, namespace: string): string | undefined =>
  names[version]?.replace('~', `${namespace}:`)

/** The check of a fact's value. `localTime` checks local times: a test may write them in more ways than a state document. */
export function checkOf(fact: StoredName, localTime: Check<string>): Check<unknown> {
  const { values, required } = rowOf(fact)
  if (values) return oneOf(...values)
  if (required) return filledText
  const { type } = eventFields[fact]
  return type === 'local time' ? localTime : plainChecks[type]
}

const plainChecks = { text, integer: wholeNumber(0), flag }
