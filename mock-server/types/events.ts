import type { AttendanceStatus, KeyReference, Reference, Timestamp, WithId } from './common.ts'
import type { PlaceQuery } from './options.ts'
import type { MockService } from './service.ts'

/** An event for {@link MockService.addEvent}, under version 2's names. */
export interface NewMockEvent {
  /** Title for the public. */
  readonly title: string
  /** Where the event comes from; the service's own name where it is missing. */
  readonly origin_system?: string
  /** Title for the organizers' own use. */
  readonly name?: string
  /** May hold HTML. */
  readonly description?: string
  /** What people see after they RSVP; may hold HTML. */
  readonly instructions?: string
  /** Address of the event's page elsewhere; without it, version 2 shows the public page of a user-interface event. */
  readonly browser_url?: string
  /** Address of the banner image; of the user interface alone, not together with `via: 'api'`. */
  readonly featured_image_url?: string
  /** Start, by the event's local clock (v2 §2.1). */
  readonly start_date?: string
  /** End, by the event's local clock. */
  readonly end_date?: string
  /** Foreign identifiers of the form `<system>:<id>`. */
  readonly identifiers?: readonly string[]
  /** Where the event takes place. */
  readonly location?: PlaceQuery
  /** The most RSVPs; shown, never enforced. Of the user interface alone. */
  readonly capacity?: number
  /** Whether search finds the event. Of the user interface alone. @default 'public' */
  readonly visibility?: 'public' | 'private'
  /** Whether the user interface hides the event. Of the user interface alone. @default false */
  readonly hidden?: boolean
  /** No request can set it, and the API itself only has `confirmed` (v2 §3). A cancelled event sends no reminders. @default 'confirmed' */
  readonly status?: 'confirmed' | 'tentative' | 'cancelled'
  /** Id of a campaign of the same owner. */
  readonly campaign?: Reference
  /** A person who is made the explicit creator (v2 §4.7). */
  readonly creator?: Reference
}

/** Fields of a new event that `null` does not clear. */
type Lasting = 'title' | 'origin_system' | 'identifiers' | 'visibility' | 'hidden' | 'status'

/**
 * What {@link MockService.updateEvent} changes: the fields that are given. `null` clears a field that a new event does not need. Parts of
 * a location are merged as in a PUT (assumption `partialLocation`). `identifiers` replaces all identifiers except the service's own.
 */
export type MockEventChanges = {
  readonly [Name in Exclude<keyof NewMockEvent, 'campaign' | 'creator'>]?:
    | NewMockEvent[Name]
    | (Name extends Lasting ? never : null)
}

/** How {@link MockService.addEvent} makes the event. */
export interface AddEventOptions {
  /** Whose event it is. @default the seeded group's key */
  readonly key?: KeyReference
  /**
   * `'ui'`: as the service's user interface makes it, with a public page, autoresponses and reminders;
   * `'api'`: as a POST makes it (v2 §1.5).
   * @default 'ui'
   */
  readonly via?: 'ui' | 'api'
}

/** An event that the mock made: its bare id, and the rest as a version 2 response shows it. */
export interface MockEvent extends WithId {
  /** All identifiers, the service's own first. */
  readonly identifiers: readonly string[]
  /** Title for the public. */
  readonly title: string
  readonly [field: string]: unknown
}

/** An event, named by its id, by one of its identifiers, or by a response that carries them. */
export type EventReference =
  | Reference
  | {
      /** Entries of the form `<system>:<id>`. */
      readonly identifiers: readonly string[]
    }

/** One RSVP. */
export interface MockAttendance extends WithId {
  /** Id of the event. */
  readonly event: string
  /** Id of the person. */
  readonly person: string
  /** Whether the person comes. */
  readonly status: AttendanceStatus
  /** When the RSVP was recorded, by the service's clock. */
  readonly created_date: Timestamp
  /** When its status was changed last; the same moment where it never was. */
  readonly modified_date: Timestamp
}

/** How {@link MockService.attend} records RSVPs. */
export interface AttendOptions {
  /**
   * What the people answer.
   * @default 'accepted'
   */
  readonly status?: AttendanceStatus
}
