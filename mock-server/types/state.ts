import type { MockGroup, MockKey, MockTokens, NewCampaign } from './accounts.ts'
import type { AttendanceStatus } from './common.ts'
import type { MockAttendance, NewMockEvent, OutboxMessage } from './events.ts'
import type { Place, PlaceQuery } from './options.ts'

/** Fields of an event that a state has in another form, or under another name. */
type OtherInState =
  | 'origin_system'
  | 'identifiers'
  | 'location'
  | 'start_date'
  | 'end_date'
  | 'visibility'
  | 'hidden'
  | 'status'
  | 'campaign'
  | 'creator'

/**
 * All data of a service as one JSON document: {@link MockSnapshot.toJSON} makes it, {@link MockService.restore} reads it. Every list is in
 * the order in which its entries were added, on which their ids depend. Times are ISO 8601, in UTC. The document contains the keys.
 */
export interface MockState {
  /** Marks a state document. */
  readonly format: 'osdi-events mock state'
  /**
   * Version of the format. Version 1 has neither details of people nor the status of RSVPs. Up to version 2, people have one e-mail address
   * each, as `email_address`, and further fields in `details`. Version 3 is written; all are read.
   */
  readonly version: 1 | 2 | 3
  /** Ids depend on this text. */
  readonly seed: string
  /** Form of the ids. */
  readonly ids: 'uuid' | 'number'
  /** The service's clock. */
  readonly clock: {
    /** The time that it showed. */
    readonly now: string
    /** Milliseconds by which it was advanced. */
    readonly advanced: number
  }
  /** Tokens of the two keys that every service has. */
  readonly seeded: MockTokens
  /** All people. */
  readonly people: readonly {
    /** Id of the person. */
    readonly id: string
    /** First name. */
    readonly given_name: string
    /** Last name. */
    readonly family_name: string
    /** Identifiers, without the service's own. */
    readonly identifiers?: readonly string[]
    /** E-mail addresses, the primary one first. */
    readonly email_addresses: readonly {
      /** The address. */
      readonly address: string
      /** Whether the person is subscribed. */
      readonly status?: string
    }[]
    /** Phone numbers, the primary one first. */
    readonly phone_numbers?: readonly {
      /** The number, as it was sent. */
      readonly number: string
      /** Such as `Mobile`. */
      readonly number_type?: string
      /** Whether the person is subscribed. */
      readonly status?: string
    }[]
    /** Postal addresses, the primary one first. */
    readonly postal_addresses?: readonly PlaceQuery[]
    /** Languages that the person speaks. */
    readonly languages_spoken?: readonly string[]
    /** Values of the service's own fields. */
    readonly custom_fields?: Readonly<Record<string, string>>
    /** Token of the key whose request added the person. */
    readonly addedBy?: string
    /** When the person was added. */
    readonly created: string
    /** When the person was last changed. */
    readonly modified?: string
  }[]
  /** All groups. People are given by their ids. */
  readonly groups: readonly Omit<MockGroup, 'browser_url'>[]
  /** All keys: of a group, by its id, or of a person's account. */
  readonly keys: readonly (Pick<MockKey, 'token' | 'group'> & Partial<Pick<MockKey, 'person'>>)[]
  /** All event campaigns. */
  readonly campaigns: readonly (Omit<NewCampaign, 'key'> & {
    /** Id of the campaign. */
    readonly id: string
    /** Its owner: `group:<id>` or `person:<id>`. */
    readonly owner: string
    /** Whether it was made in the user interface or through the API. @default 'ui' */
    readonly via?: 'ui' | 'api'
    /** When it was made. @default the time of the service's clock */
    readonly created?: string
    /** When it was last changed. */
    readonly modified?: string
  })[]
  /** All events, removed ones too. */
  readonly events: readonly (Omit<NewMockEvent, OtherInState> & {
    /** Id of the event. */
    readonly id: string
    /** Token of the key that made it. The event belongs to that key's owner. */
    readonly key: string
    /** Whether it was made in the user interface or through the API. */
    readonly via: 'ui' | 'api'
    /** Id of its campaign. */
    readonly campaign?: string
    /** Id of its creator. */
    readonly creator: string
    /** Whether the creator was set explicitly (v2 §4.7). */
    readonly explicit_creator: boolean
    /** When it was made. */
    readonly created: string
    /** When it was last changed. */
    readonly modified: string
    /** Where it comes from. */
    readonly origin_system: string
    /** Start, as local time with the digits that were sent. */
    readonly start?: string
    /** End, as local time with the digits that were sent. */
    readonly end?: string
    /** Identifiers, without the service's own. No two events have the same. */
    readonly identifiers: readonly string[]
    /** Where it takes place. */
    readonly location: {
      /** The parts of the address that were sent. */
      readonly sent: PlaceQuery
      /** The country that responses show. */
      readonly country: string
      /** The geocoder's result. */
      readonly place: Place
    }
    /** Whether the user interface hides the event. */
    readonly hidden: boolean
    /** Whether search finds it. */
    readonly visibility: 'public' | 'private'
    /** Its status, if it is not `confirmed`. */
    readonly status?: 'tentative' | 'cancelled' | 'pending_approval'
    /** Present if the event was removed. No response shows it, but ids and e-mail lists depend on it. */
    readonly removed?: true
  })[]
  /** All RSVPs, also those to removed events. */
  readonly attendances: readonly (Pick<MockAttendance, 'id' | 'event' | 'person'> & {
    /** When it was recorded. */
    readonly created: string
    /** When its status last changed. */
    readonly modified?: string
    /** Its status, if it is not `accepted`. */
    readonly status?: Exclude<AttendanceStatus, 'accepted'>
    /** Identifiers, without the service's own. */
    readonly identifiers?: readonly string[]
    /** Where the person came from. */
    readonly referrer_data?: Readonly<Record<string, string>>
  })[]
  /** All tags. */
  readonly tags: readonly {
    /** Id of the tag. */
    readonly id: string
    /** Its owner: `group:<id>` or `person:<id>`. */
    readonly owner: string
    /** The name. No other tag of the owner has the same. */
    readonly name: string
    /** When it was added. */
    readonly created: string
  }[]
  /** Who has which tag. */
  readonly taggings: readonly {
    /** Id of the tagging. */
    readonly id: string
    /** Id of the tag. */
    readonly tag: string
    /** Id of the person. */
    readonly person: string
    /** When the person got the tag. */
    readonly created: string
    /** Present if the person lost the tag. No response shows it, but ids depend on it. */
    readonly removed?: true
  }[]
  /** All messages that were sent. */
  readonly outbox: readonly Omit<OutboxMessage, 'method'>[]
  /** Who has been reminded of which event. */
  readonly reminded: readonly Pick<MockAttendance, 'event' | 'person'>[]
}
