import type { MockGroup, MockKey, MockTokens, NewCampaign } from './accounts.ts'
import type { AttendanceStatus } from './common.ts'
import type { MockAttendance, NewMockEvent, OutboxMessage } from './events.ts'
import type { Place, PlaceQuery } from './options.ts'

/** Fields that an event of a state document has in another form, or under another name. */
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
 * A state document: all data of a service as JSON. {@link MockSnapshot.toJSON} returns it, and {@link MockService.restore} reads it. The
 * entries of every list are in the order in which the service stored them, because ids depend on this order. Times are ISO 8601, in UTC.
 * The document contains the API keys.
 */
export interface MockState {
  /** Marks a state document. */
  readonly format: 'osdi-events mock state'
  /** Version of the format. */
  readonly version: 1
  /** Start value for generated ids. */
  readonly seed: string
  /** Form of the ids. */
  readonly ids: 'uuid' | 'number'
  /** The prefix of the service that made the document. A state file needs a service with the same prefix. */
  readonly namespace: string
  /** The service's clock. */
  readonly clock: {
    /** The time that the clock showed. */
    readonly now: string
    /** Milliseconds by which `advance` moved the clock. */
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
    /** Identifiers, except the one that the service made. */
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
    /** Values of custom fields. */
    readonly custom_fields?: Readonly<Record<string, string>>
    /** Token of the API key whose request added the person. */
    readonly addedBy?: string
    /** When the person was added. */
    readonly created: string
    /** When the person was last changed. */
    readonly modified?: string
  }[]
  /** All groups. People are given by their ids. */
  readonly groups: readonly Omit<MockGroup, 'browser_url'>[]
  /** All API keys. Each has the id of its group, or the id of the person of an individual account. */
  readonly keys: readonly (Pick<MockKey, 'token' | 'group'> & Partial<Pick<MockKey, 'person'>>)[]
  /** All event campaigns. */
  readonly campaigns: readonly (Omit<NewCampaign, 'key'> & {
    /** Id of the campaign. */
    readonly id: string
    /** Owner of the campaign: `group:<id>` or `person:<id>`. */
    readonly owner: string
    /** Whether the campaign was created in the user interface or through the API. */
    readonly via: 'ui' | 'api'
    /** When the campaign was created. */
    readonly created: string
    /** When the campaign was last changed. */
    readonly modified?: string
  })[]
  /** All events, including removed events. */
  readonly events: readonly (Omit<NewMockEvent, OtherInState> & {
    /** Id of the event. */
    readonly id: string
    /** Token of the API key that created the event. The event belongs to the owner of this key. */
    readonly key: string
    /** Whether the event was created in the user interface or through the API. */
    readonly via: 'ui' | 'api'
    /** Id of the event's campaign. */
    readonly campaign?: string
    /** Id of the event's creator. */
    readonly creator: string
    /** Whether the caller named the creator (v2 §4.7). */
    readonly explicit_creator: boolean
    /** When the event was created. */
    readonly created: string
    /** When the event was last changed. */
    readonly modified: string
    /** Name of the system that the event comes from. */
    readonly origin_system: string
    /** Start, as local time with the digits of the request. */
    readonly start?: string
    /** End, as local time with the digits of the request. */
    readonly end?: string
    /** Identifiers, except the one that the service made. Two events never have the same identifier. */
    readonly identifiers: readonly string[]
    /** Where the event takes place. */
    readonly location: {
      /** The parts of the address that the caller sent. */
      readonly sent: PlaceQuery
      /** The country that responses show. */
      readonly country: string
      /** The geocoder's result. */
      readonly place: Place
    }
    /** Whether the user interface hides the event. */
    readonly hidden: boolean
    /** Whether the search on the service's pages finds the event. */
    readonly visibility: 'public' | 'private'
    /** Status of the event, if not `confirmed`. */
    readonly status?: 'tentative' | 'cancelled' | 'pending_approval'
    /** Present if the event was removed. No response shows the event, but ids and e-mail lists depend on it. */
    readonly removed?: true
  })[]
  /** All RSVPs, including RSVPs to removed events. */
  readonly attendances: readonly (Pick<MockAttendance, 'id' | 'event' | 'person'> & {
    /** When the RSVP was recorded. */
    readonly created: string
    /** When the status of the RSVP last changed. */
    readonly modified?: string
    /** Status of the RSVP, if not `accepted`. */
    readonly status?: Exclude<AttendanceStatus, 'accepted'>
    /** Identifiers, except the one that the service made. */
    readonly identifiers?: readonly string[]
    /** From which site or link the person came to the event. */
    readonly referrer_data?: Readonly<Record<string, string>>
  })[]
  /** All tags. */
  readonly tags: readonly {
    /** Id of the tag. */
    readonly id: string
    /** Owner of the tag: `group:<id>` or `person:<id>`. */
    readonly owner: string
    /** Name of the tag. Two tags of one owner have different names. */
    readonly name: string
    /** When the tag was added. */
    readonly created: string
  }[]
  /** Taggings: which person has which tag. */
  readonly taggings: readonly {
    /** Id of the tagging. */
    readonly id: string
    /** Id of the tag. */
    readonly tag: string
    /** Id of the person. */
    readonly person: string
    /** When the person got the tag. */
    readonly created: string
    /** Present if the tag was removed from the person. No response shows the tagging, but ids depend on it. */
    readonly removed?: true
  }[]
  /** All messages that the service sent. */
  readonly outbox: readonly Omit<OutboxMessage, 'method'>[]
  /** Which people got a reminder of which event. */
  readonly reminded: readonly Pick<MockAttendance, 'event' | 'person'>[]
}
