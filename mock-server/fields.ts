import type { Version } from './types/common.ts'
import { type Check, filledText, flag, oneOf, status, text, visibility, wholeNumber } from './validate.ts'

/**
 * What the value of a field is. A moment has a zone; a local time is read off the clocks at the event's place. The last four are lists and
 * objects with members of their own.
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

/** Name of a field in each version, `~` for the service's own prefix. A version without the field has no name for it. */
type Names = { readonly [Name in Version]?: string }

/** All that the service knows of a field. What reads, shows, compares, stores and describes fields goes by it. */
export interface FieldRow extends Names {
  readonly type: FieldType
  /** All values that the documents allow. */
  readonly values?: readonly string[]
  /** The value of every event, which nothing changes. */
  readonly constant?: string | boolean
  /** Whether every event has a value. */
  readonly always?: true
  /** Who can set it: requests, or the user interface, or tests alone. Without it, the service generates the value. */
  readonly setBy?: 'request' | 'user interface' | 'test'
  /** Whether a POST must have it. Its text must not be empty then. */
  readonly required?: true
  /** Names of the members of its value. */
  readonly members?: Readonly<Record<string, Names>>
  /** What a description of the API says about it. */
  readonly description?: string
  /** A value that can be sent. */
  readonly example?: string | readonly string[]
}

/**
 * The fields of an event: the documents' tables (v1 §2.1, v2 §2.1), in their order, which responses have. The keys are neutral names, those
 * of version 2 where it has one.
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

/** What is true of an event, under the neutral name. */
export type FactName = keyof Rows

export const factNames = Object.keys(eventFields) as readonly FactName[]

export const rowOf = (fact: FactName): FieldRow => eventFields[fact]

/** Facts whose rows have something. */
type FactsWith<Part> = { [Name in FactName]: Rows[Name] extends Part ? Name : never }[FactName]

/** What a writer can send of an event. */
export type InputName = FactsWith<{ readonly setBy: 'request' }>

/** What no request can set of an event, and somebody else can. */
export type SettingName = FactsWith<{ readonly setBy: 'user interface' | 'test' }>

/** What every event has the same value of. */
export type ConstantName = FactsWith<{ readonly constant: unknown }>

/** What of the input is stored as it is read. */
export type ContentName = Exclude<InputName, 'identifiers' | 'location'>

/** What is stored of an event with one value each. */
export type StoredName = ContentName | SettingName

export const isInput = (fact: FactName): fact is InputName => rowOf(fact).setBy === 'request'

export const isContent = (fact: FactName): fact is ContentName =>
  isInput(fact) && fact !== 'identifiers' && fact !== 'location'

export const isSetting = (fact: FactName): fact is SettingName => rowOf(fact).setBy !== undefined && !isInput(fact)

export const storedNames: readonly StoredName[] = factNames.filter((fact) => isContent(fact) || isSetting(fact))

/** What an event can lack. */
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

/** The value of a fact as it is sent: `null` clears it, if an event can lack it. */
export type SentValue<Name extends FactName> = ValueOf<Rows[Name]> | (Name extends OptionalName ? null : never)

type WithoutPrefix<Name> = Name extends `~${infer Bare}` ? Bare : Name

/** What a test calls what is stored: as version 2, without the service's prefix. */
export type GivenName<Fact extends StoredName = StoredName> = WithoutPrefix<Rows[Fact]['v2']>

export const givenNameOf = <Fact extends StoredName>(fact: Fact): GivenName<Fact> =>
  eventFields[fact].v2.replace('~', '') as GivenName<Fact>

/** The name of something in a version. */
export const nameIn = (names: Names, version: Version, namespace: string): string | undefined =>
  names[version]?.replace('~', `${namespace}:`)

/** What a value must be that is stored as it is given. Tests may write local times in more ways than a state does. */
export function checkOf(fact: StoredName, localTime: Check<string>): Check<unknown> {
  const { values, required } = rowOf(fact)
  if (values) return oneOf(...values)
  if (required) return filledText
  const { type } = eventFields[fact]
  return type === 'local time' ? localTime : plainChecks[type]
}

const plainChecks = { text, integer: wholeNumber(0), flag }
