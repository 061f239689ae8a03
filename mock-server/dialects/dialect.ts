import type { Assumptions } from '../assumptions.ts'
import type { EventInput, Role } from '../store/model.ts'
import type { Version } from '../types/index.ts'

/** The names of {@link EventInput}: what a writer can send of an event. */
export type InputName = keyof EventInput

/**
 * What is true of an event, under neutral names (those of version 2 where it has one), and the type of each value. A moment has a zone;
 * a local time is read off the clocks at the event's place.
 */
export const factTypes = {
  identifiers: 'list',
  origin_system: 'text',
  created: 'moment',
  modified: 'moment',
  name: 'text',
  title: 'text',
  description: 'text',
  instructions: 'text',
  browser_url: 'text',
  public_url: 'text',
  featured_image_url: 'text',
  start: 'local time',
  end: 'local time',
  location: 'object',
  total_accepted: 'integer',
  campaign: 'text',
  status: 'text',
  transparence: 'text',
  visibility: 'text',
  guests_can_invite_others: 'flag',
  capacity: 'integer',
  hidden: 'flag',
  reminders: 'list',
  sponsor: 'object',
} as const satisfies Readonly<Record<InputName, string>> & Readonly<Record<string, string>>

export type FactName = keyof typeof factTypes
export type FactType = (typeof factTypes)[FactName]

interface NamedFact {
  /** Its name on the wire. */
  readonly wire: string
  /** Names of the members of its value, where they differ from the fact's: a sponsor's alone do. */
  readonly members?: Readonly<Record<string, string>>
}

/** A field that requests can set. */
interface EditableField extends NamedFact {
  readonly fact: InputName
  readonly editable: true
  readonly required?: true
}

interface ReadOnlyField extends NamedFact {
  readonly fact: FactName
  readonly editable?: never
  readonly required?: never
}

/** One field of an event in one version: a row of the document's table (v1 §2.1, v2 §2.1). */
export type Field = EditableField | ReadOnlyField

/** Where the two versions ask different things of the rules. */
export interface Policy {
  /** What a POST does whose identifier belongs to an event of the same owner. */
  readonly known: 'update' | 'unchanged' | 409
  /** What identifiers in a PUT do to those that are there. */
  readonly putIdentifiers: 'add' | 'replace'
  /** Who may be named as creator under a group key. */
  readonly creatorRoles: readonly Role[]
  /** Whether the country of a location is the geocoder's or the caller's. */
  readonly country: 'geocoded' | 'kept'
  readonly postalCode: 'optional' | 400
}

/** Everything that sets one version of the interface apart, as data: one stored record, two projections. */
export interface Dialect {
  readonly version: Version
  readonly namespace: string
  /** Header that carries the key (v1 §5.1, v2 §5.1). */
  readonly keyHeader: string
  /** Fields of an event, in the order of the document's table. */
  readonly fields: readonly Field[]
  /** Names of what other resources than events have too. */
  readonly names: Readonly<Record<'title' | 'origin_system' | 'created' | 'modified', string>>
  /** Path segment and unprefixed relation of a collection of attendances. */
  readonly attendances: 'attendance' | 'attendances'
  /** Whether an event links to the record-attendance helper (v2 §2.5). */
  readonly attendanceHelper: boolean
  /** Whether events embed their creator and organizer (v1 §2.3). */
  readonly embedsPeople: boolean
  /** Whether the document mentions a path ending in `/petitions` (v1 §4.6). */
  readonly petitions: boolean
  readonly policy: Policy
}

/** Makes a version's dialect for a namespace, with what the assumptions say of it. */
export type DialectMaker = (namespace: string, assumptions: Assumptions) => Dialect
