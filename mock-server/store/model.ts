import type { Instant } from '../time.ts'
import type { AttendanceStatus, Place, PlaceQuery } from '../types/index.ts'

/** Whose an event is: a group, or the person of an individual account (v2 §5.2). */
export type OwnerId = `group:${string}` | `person:${string}`

// Records are never changed, only replaced: whoever holds one holds a moment of the service.

export interface PersonRecord {
  readonly id: string
  /** Counts up from 0 in the order of adding. */
  readonly serial: number
  readonly given_name: string
  readonly family_name: string
  readonly email_address: string
  readonly postal_code: string | undefined
  readonly created: Instant
  /** What an RSVP said of them beyond that. */
  readonly details: PersonDetails | undefined
}

/** What RSVPs alone say of a person. */
export interface PersonDetails {
  readonly phone_numbers: readonly string[]
  readonly languages_spoken: readonly string[]
  /** Identifiers besides the service's own. */
  readonly identifiers: readonly string[]
  /** The postal address, its postal code apart. */
  readonly address: PlaceQuery
}

/** What somebody is in a group. The original creator counts as an administrator. */
export type Role = 'member' | 'organizer' | 'administrator'

export interface GroupRecord {
  readonly id: string
  readonly title: string
  readonly creator: string
  readonly members: readonly string[]
  readonly organizers: readonly string[]
  readonly administrators: readonly string[]
}

export interface KeyRecord {
  readonly token: string
  readonly owner: OwnerId
  /** Absent: the key of an individual account. */
  readonly group: string | undefined
  readonly person: string
}

export interface CampaignRecord {
  readonly id: string
  readonly title: string
  readonly owner: OwnerId
}

export interface LocationRecord {
  /** What callers sent, kept so that a later part of an address can be merged into it and geocoded again. */
  readonly sent: PlaceQuery
  readonly country: string
  readonly place: Place
}

/** What a writer may change about an event, under neutral names (those of version 2 where it has one). */
export interface EventContent {
  readonly title: string
  readonly origin_system: string
  readonly name: string | undefined
  readonly description: string | undefined
  readonly instructions: string | undefined
  readonly browser_url: string | undefined
  /** Local date-time without a zone, digit for digit as it was sent (v1 §2.1, v2 §2.1). */
  readonly start: string | undefined
  readonly end: string | undefined
  /** Identifiers besides the service's own. */
  readonly foreign: readonly string[]
  readonly location: LocationRecord
}

/** What only the user interface or the service itself sets. */
export interface EventSettings {
  readonly via: 'api' | 'ui'
  readonly campaign: string | undefined
  readonly creator: string
  /** Whether the creator was named by the caller and so receives the people who act (v2 §4.7). */
  readonly explicitCreator: boolean
  readonly featured_image_url: string | undefined
  readonly capacity: number | undefined
  readonly hidden: boolean
  readonly visibility: 'public' | 'private'
  /** Nothing in the interface sets it (v2 §3). */
  readonly status: 'confirmed' | 'tentative' | 'cancelled'
}

export interface EventRecord extends EventSettings {
  readonly id: string
  /** Counts up from 0 in the order of creation. */
  readonly serial: number
  readonly owner: OwnerId
  /** Token of the key that made it. */
  readonly key: string
  readonly created: Instant
  readonly modified: Instant
  readonly content: EventContent
  /** How many accepted attendances it has. */
  readonly accepted: number
  /** Whether somebody took it out: ids and e-mail lists follow from what there once was, nothing else does. */
  readonly removed: boolean
}

export interface AttendanceRecord {
  readonly id: string
  /** Counts up from 0 in the order of recording. */
  readonly serial: number
  readonly event: string
  readonly person: string
  readonly created: Instant
  readonly modified: Instant
  readonly status: AttendanceStatus
}

/** A message that the service would have sent. */
export interface MessageRecord {
  readonly kind: 'autoresponse' | 'reminder'
  readonly event: string
  readonly person: string
  readonly to: string
  readonly subject: string
  readonly sent: Instant
}

/** Part of an address as a writer sends it; `null` clears a part. */
export type AddressInput = {
  readonly [Part in keyof PlaceQuery]?: PlaceQuery[Part] | null
}

/** What a writer sends about an event, read out of its wire names. `null` clears an optional field. */
export interface EventInput {
  readonly title?: string
  readonly origin_system?: string
  readonly name?: string | null
  readonly description?: string | null
  readonly instructions?: string | null
  readonly browser_url?: string | null
  readonly start?: string | null
  readonly end?: string | null
  readonly location?: AddressInput | null
  /** Entries as they came; which of them count is a rule of its own. */
  readonly identifiers?: readonly unknown[] | null
}
