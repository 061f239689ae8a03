import type { CampaignContent } from '../fields/campaigns.ts'
import type { ContentName, SentValue, SettingName, StoredValue } from '../fields/events.ts'
import type { Instant } from '../time.ts'
import type { AttendanceStatus, Place, PlaceQuery } from '../types/index.ts'

/** The owner of an event: a group, or the person of an individual account (v2 §5.2). */
export type OwnerId = `group:${string}` | `person:${string}`

// Nothing changes a record: to change data, the store replaces the whole record.

export interface PersonRecord {
  readonly id: string
  /** Serial number: counts up from 0 in the order in which records are added. */
  readonly serial: number
  readonly given_name: string
  readonly family_name: string
  /** The primary entry comes first. */
  readonly email_addresses: readonly EmailRecord[]
  /** The primary entry comes first. */
  readonly phone_numbers: readonly PhoneRecord[] | undefined
  /** The primary entry comes first. */
  readonly postal_addresses: readonly PlaceQuery[] | undefined
  readonly languages_spoken: readonly string[] | undefined
  readonly custom_fields: Readonly<Record<string, string>> | undefined
  /** Identifiers, except the one that the service made. */
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
  /** Serial number: counts up from 0 in the order in which records are added. */
  readonly serial: number
  readonly owner: OwnerId
  readonly via: 'api' | 'ui'
  readonly created: Instant
  readonly modified: Instant
}

export interface LocationRecord {
  /** The parts of the address that callers sent. A later write merges its parts into these parts, and geocodes the result. */
  readonly sent: PlaceQuery
  readonly country: string
  readonly place: Place
}

/** The part of an event that a request can change. Local times have the digits of the request, without a zone (v1 §2.1, v2 §2.1). */
export interface EventContent extends StoredContent {
  /** Identifiers, except the one that the service made. */
  readonly foreign: readonly string[]
  readonly location: LocationRecord
}

type StoredContent = { readonly [Name in ContentName]: StoredValue<Name> }
type StoredSettings = { readonly [Name in SettingName]: StoredValue<Name> }

/** The part of an event that requests cannot set. The user interface, a test or the service sets it. */
export interface EventSettings extends StoredSettings {
  readonly via: 'api' | 'ui'
  readonly campaign: string | undefined
  readonly creator: string
  /** Whether the caller named the creator. Then people with an RSVP also join the creator's e-mail list (v2 §4.7). */
  readonly explicitCreator: boolean
}

export interface EventRecord extends EventSettings {
  readonly id: string
  /** Serial number: counts up from 0 in the order of creation. */
  readonly serial: number
  readonly owner: OwnerId
  /** Token of the key that created the event. */
  readonly key: string
  readonly created: Instant
  readonly modified: Instant
  readonly content: EventContent
  /** How many attendances have the status `accepted`. */
  readonly accepted: number
  /** Whether the event was removed. The store keeps removed events only because ids and e-mail lists depend on them. */
  readonly removed: boolean
}

export interface AttendanceRecord {
  readonly id: string
  /** Serial number: counts up from 0 in the order in which RSVPs are recorded. */
  readonly serial: number
  readonly event: string
  readonly person: string
  readonly created: Instant
  readonly modified: Instant
  readonly status: AttendanceStatus
  /** Identifiers, except the one that the service made. */
  readonly identifiers: readonly string[] | undefined
  /** From which site or link the person came to the event. */
  readonly referrer_data: Readonly<Record<string, string>> | undefined
}

export interface TagRecord {
  readonly id: string
  /** Serial number: counts up from 0 in the order in which records are added. */
  readonly serial: number
  readonly owner: OwnerId
  readonly name: string
  readonly created: Instant
}

/** Connects a person with one of the person's tags. */
export interface TaggingRecord {
  readonly id: string
  /** Serial number: counts up from 0 in the order in which records are added. */
  readonly serial: number
  readonly tag: string
  readonly person: string
  readonly created: Instant
  /** Whether the tag was removed from the person. The store keeps removed taggings only because ids depend on them. */
  readonly removed: boolean
}

/** An e-mail that the real service would have sent. */
export interface MessageRecord {
  readonly kind: 'autoresponse' | 'reminder'
  readonly event: string
  readonly person: string
  readonly to: string
  readonly subject: string
  readonly sent: Instant
}

/** The parts of an address that a request sends. `null` clears a part. */
export type AddressInput = {
  readonly [Part in keyof PlaceQuery]?: PlaceQuery[Part] | null
}

type SentContent = { readonly [Name in ContentName]?: SentValue<Name> }

/** The fields of an event that a request sends, by the names that the store uses. `null` clears an optional field. */
export interface EventInput extends SentContent {
  readonly location?: AddressInput | null
  /** The sent entries, before `rules/identifiers.ts` checks them. */
  readonly identifiers?: readonly unknown[] | null
}
