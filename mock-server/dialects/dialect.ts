import type { Assumptions } from '../assumptions.ts'
import type { EventInput, Role } from '../store/model.ts'
import type { Version } from '../types/index.ts'

/** The names of {@link EventInput}: what a writer can send of an event. */
export type InputName = keyof EventInput

/** What is true of an event, under neutral names: those of version 2 where it has one. */
export type FactName =
  | InputName
  | 'created'
  | 'modified'
  | 'public_url'
  | 'featured_image_url'
  | 'total_accepted'
  | 'campaign'
  | 'status'
  | 'transparence'
  | 'visibility'
  | 'guests_can_invite_others'
  | 'capacity'
  | 'hidden'
  | 'reminders'
  | 'sponsor'

/** One field of an event in one version. */
export interface Field {
  /** Its name on the wire. */
  readonly wire: string
  /** The fact that it shows. */
  readonly fact: FactName
  /** What it sets when it is sent; a field without it is not editable. */
  readonly sets?: InputName
  readonly required?: true
  /** Names of the members of its value, where they differ from the fact's: a sponsor's alone do. */
  readonly members?: Readonly<Record<string, string>>
}

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
