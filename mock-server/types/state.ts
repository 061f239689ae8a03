import type { MockCampaign, MockGroup, MockKey, MockPerson, MockTokens } from './accounts.ts'
import type { AttendanceStatus } from './common.ts'
import type { MockAttendance, NewMockEvent } from './events.ts'
import type { Place, PlaceQuery } from './options.ts'
import type { OutboxMessage } from './queries.ts'

/** Texts of an event that are stored as they came. */
type EventText = 'title' | 'name' | 'description' | 'instructions' | 'browser_url' | 'featured_image_url'

/**
 * Everything that a service holds, as one document of plain JSON: {@link MockSnapshot.toJSON} makes it, `MockService.restore`
 * takes it. Every list is in the order in which things were added; the ids follow from it. Times are ISO 8601, in UTC. It contains the keys.
 */
export interface MockState {
  /** What kind of document this is. */
  readonly format: 'osdi-events mock state'
  /** Version of the document's form. One of version 1 has neither details of people nor the status of RSVPs. */
  readonly version: 1 | 2
  /** Text that ids are derived from. */
  readonly seed: string
  /** How ids look. */
  readonly ids: 'uuid' | 'number'
  /** The service's clock. */
  readonly clock: {
    /** What it showed. */
    readonly now: string
    /** Milliseconds that it was advanced by. */
    readonly advanced: number
  }
  /** Tokens of the keys that were there from the start. */
  readonly seeded: MockTokens
  /** Everyone the service knows. */
  readonly people: readonly (Omit<MockPerson, 'created_date'> & {
    /** When the person was added. */
    readonly created: string
    /** What an RSVP said of the person beyond that. */
    readonly details?: {
      /** Phone numbers. */
      readonly phone_numbers: readonly string[]
      /** Languages. */
      readonly languages_spoken: readonly string[]
      /** Identifiers besides the service's own. */
      readonly identifiers: readonly string[]
      /** The postal address, its postal code apart. */
      readonly address: PlaceQuery
    }
  })[]
  /** All groups; people are named by id. */
  readonly groups: readonly Omit<MockGroup, 'browser_url'>[]
  /** All keys: of a group, by its id, or else of the account of a person. */
  readonly keys: readonly (Pick<MockKey, 'token' | 'group'> & Partial<Pick<MockKey, 'person'>>)[]
  /** All event campaigns. */
  readonly campaigns: readonly (MockCampaign & {
    /** Whose it is: `group:<id>` or `person:<id>`. */
    readonly owner: string
  })[]
  /** All events, removed ones too: what is stored, without what the service derives from it. */
  readonly events: readonly (Pick<NewMockEvent, EventText | 'capacity'> & {
    /** Id of the event. */
    readonly id: string
    /** Token of the key that made it, whose owner's it is. */
    readonly key: string
    /** Whether the user interface or the API made it. */
    readonly via: 'ui' | 'api'
    /** Id of its campaign, of the same owner. */
    readonly campaign?: string
    /** Id of the person who is its creator. */
    readonly creator: string
    /** Whether the creator was named by who made the event. */
    readonly explicit_creator: boolean
    /** When it was made. */
    readonly created: string
    /** When it was changed last. */
    readonly modified: string
    /** Where it comes from. */
    readonly origin_system: string
    /** Start by the event's local clock, digit for digit as it was sent. */
    readonly start?: string
    /** End by the event's local clock. */
    readonly end?: string
    /** Identifiers besides the service's own; no two events share one. */
    readonly identifiers: readonly string[]
    /** Where it takes place. */
    readonly location: {
      /** The parts of the address that were sent. */
      readonly sent: PlaceQuery
      /** The country that is shown. */
      readonly country: string
      /** What the geocoder found. */
      readonly place: Place
    }
    /** Whether the user interface hides it. */
    readonly hidden: boolean
    /** Whether search finds it. */
    readonly visibility: 'public' | 'private'
    /** Its status, where that is not `confirmed`. */
    readonly status?: 'tentative' | 'cancelled'
    /** Present if the event was removed. Then nothing shows the event, but ids and e-mail lists depend on it. */
    readonly removed?: true
  })[]
  /** All RSVPs, those to removed events too. */
  readonly attendances: readonly (Pick<MockAttendance, 'id' | 'event' | 'person'> & {
    /** When it was recorded. */
    readonly created: string
    /** When its status was changed last. */
    readonly modified?: string
    /** Its status, where that is not `accepted`. */
    readonly status?: Exclude<AttendanceStatus, 'accepted'>
  })[]
  /** Every message that was sent. */
  readonly outbox: readonly Omit<OutboxMessage, 'method'>[]
  /** Who was reminded of which event already. */
  readonly reminded: readonly Pick<MockAttendance, 'event' | 'person'>[]
}
