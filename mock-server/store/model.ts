import type { CampaignContent } from '../fields/campaigns.ts'
import type { ContentName, SentValue, SettingName, StoredValue } from '../fields/events.ts'
import type { Instant } from '../time.ts'
import type { AttendanceStatus, Place, PlaceQuery } from '../types/index.ts'

/** The owner of an event: a group, or the person of an individual account (v2 §5.2). */
export type OwnerId = `group:${string}` | `person:${string}`

// Records are immutable: a change replaces the whole record.

export interface PersonRecord {
  readonly id: string
  /** Counts up from 0 in the order of adding. */
  readonly serial: number
  readonly given_name: string
  readonly family_name: string
  /** The primary one first. */
  readonly email_addresses: readonly EmailRecord[]
  /** The primary one first. */
  readonly phone_numbers: readonly PhoneRecord[] | undefined
  /** The primary one first. */
  readonly postal_addresses: readonly PlaceQuery[] | undefined
  readonly languages_spoken: readonly string[] | undefined
  readonly custom_fields: Readonly<Record<string, string>> | undefined
  /** Identifiers besides the service's own. */
  readonly identifiers: readonly string[] | undefined
  readonly created: Instant
  readonly modified: Instant
  /** Token of the key whose request added the person. */
  readonly addedBy: string | undefined
}

export interface EmailRecord {
  readonly address: string
  readonly status: string | undefined
}

export interface PhoneRecord {
  readonly number: string
  readonly number_type: string | undefined
  readonly status: string | undefined
}

/** A person's role in a group. The original creator counts as an administrator. */
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
  /** Undefined for the key of an individual account. */
  readonly group: string | undefined
  readonly person: string
}

export interface CampaignRecord extends CampaignContent {
  readonly id: string
  /** Counts up from 0 in the order of adding. */
  readonly serial: number
  readonly owner: OwnerId
  readonly via: 'api' | 'ui'
  readonly created: Instant
  readonly modified: Instant
}

export interface LocationRecord {
  /** The parts that callers sent. A later write merges its parts into these, and geocodes the result. */
  readonly sent: PlaceQuery
  readonly country: string
  readonly place: Place
}

/** The part of an event that a write can change. Local times are stored with the digits that were sent, without a zone (v1 §2.1, v2 §2.1). */
export interface EventContent extends StoredContent {
  /** Identifiers besides the service's own. */
  readonly foreign: readonly string[]
  readonly location: LocationRecord
}

type StoredContent = { readonly [Name in ContentName]: StoredValue<Name> }
type StoredSettings = { readonly [Name in SettingName]: StoredValue<Name> }

/** The part of an event that only the user interface, a test or the service can set. */
export interface EventSettings extends StoredSettings {
  readonly via: 'api' | 'ui'
  readonly campaign: string | undefined
  readonly creator: string
  /** Whether the caller named the creator. If so, people who RSVP join the creator's e-mail list too (v2 §4.7). */
  readonly explicitCreator: boolean
}

export interface EventRecord extends EventSettings {
  readonly id: string
  /** Counts up from 0 in the order of creation. */
  readonly serial: number
  readonly owner: OwnerId
  /** Token of the key that created the event. */
  readonly key: string
  readonly created: Instant
  readonly modified: Instant
  readonly content: EventContent
  /** How many attendances have the status `accepted`. */
  readonly accepted: number
  /** Whether the event was removed. A removed event is stored only because ids and e-mail lists depend on it. */
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
  /** Identifiers besides the service's own. */
  readonly identifiers: readonly string[] | undefined
  /** Where the person came from. */
  readonly referrer_data: Readonly<Record<string, string>> | undefined
}

export interface TagRecord {
  readonly id: string
  /** Counts up from 0 in the order of adding. */
  readonly serial: number
  readonly owner: OwnerId
  readonly name: string
  readonly created: Instant
}

/** That a person has a tag. */
export interface TaggingRecord {
  readonly id: string
  /** Counts up from 0 in the order of adding. */
  readonly serial: number
  readonly tag: string
  readonly person: string
  readonly created: Instant
  /** Whether the tag was removed from the person. A removed tagging is stored only because ids depend on it. */
  readonly removed: boolean
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

/** The sent parts of an address; `null` clears a part. */
export type AddressInput = {
  readonly [Part in keyof PlaceQuery]?: PlaceQuery[Part] | null
}

type SentContent = { readonly [Name in ContentName]?: SentValue<Name> }

/** The sent fields of an event, by the names of facts; `null` clears an optional field. */
export interface EventInput extends SentContent {
  readonly location?: AddressInput | null
  /** The sent entries, unchecked: `rules/identifiers.ts` checks them. */
  readonly identifiers?: readonly unknown[] | null
}
