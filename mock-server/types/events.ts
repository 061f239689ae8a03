import type { AttendanceStatus, KeyReference, Reference, Timestamp, WithId } from './common.ts'
import type { PlaceQuery } from './options.ts'

/** An event for {@link MockService.addEvent}, with the field names of version 2. */
export interface NewMockEvent {
  /** Public title. */
  readonly title: string
  /** Where the event comes from. @default the service's own name */
  readonly origin_system?: string
  /** Title for the organizers only. */
  readonly name?: string
  /** May contain HTML. */
  readonly description?: string
  /** What people see after they RSVP. May contain HTML. */
  readonly instructions?: string
  /** Address of the event's page elsewhere. If it is missing, version 2 shows the public page of an event of the user interface. */
  readonly browser_url?: string
  /** Address of the banner image. Not with `via: 'api'`. */
  readonly featured_image_url?: string
  /** Names of tags. Responses show them if the assumption `tagList` says so. */
  readonly tag_list?: readonly string[]
  /** Start, as local time at the event's place (v2 §2.1). */
  readonly start_date?: string
  /** End, as local time at the event's place. */
  readonly end_date?: string
  /** Foreign identifiers of the form `<system>:<id>`. */
  readonly identifiers?: readonly string[]
  /** Where the event takes place. */
  readonly location?: PlaceQuery
  /** Maximum number of RSVPs. It is shown, never enforced. Not with `via: 'api'`. */
  readonly capacity?: number
  /** Whether search finds the event. Not with `via: 'api'`. @default 'public' */
  readonly visibility?: 'public' | 'private'
  /** Whether the user interface hides the event. Not with `via: 'api'`. @default false */
  readonly hidden?: boolean
  /**
   * No request can set it: the API only assigns `confirmed` (v2 §3), or `pending_approval` by the assumption `vetting`. An event that is
   * cancelled or pending sends no reminders.
   * @default 'confirmed'
   */
  readonly status?: 'confirmed' | 'tentative' | 'cancelled' | 'pending_approval'
  /** A campaign of the same owner, or of any owner if the assumption `campaignEvents` says so. */
  readonly campaign?: Reference
  /** The explicit creator (v2 §4.7). */
  readonly creator?: Reference
}

/** Fields of an event that `null` cannot clear. */
type Lasting = 'title' | 'origin_system' | 'identifiers' | 'visibility' | 'hidden' | 'status'

/**
 * Changes for {@link MockService.updateEvent}. Only the given fields change. `null` clears a field that a new event does not need. Parts of
 * a location are merged as in a PUT (assumption `partialLocation`). `identifiers` replaces all identifiers except the service's own.
 */
export type MockEventChanges = {
  readonly [Name in Exclude<keyof NewMockEvent, 'campaign' | 'creator'>]?:
    | NewMockEvent[Name]
    | (Name extends Lasting ? never : null)
}

/** Options of {@link MockService.addEvent}. */
export interface AddEventOptions {
  /** A key of the event's owner. @default the seeded group's key */
  readonly key?: KeyReference
  /**
   * How the event is made. `'ui'`: in the service's user interface, so it has a public page, autoresponses and reminders.
   * `'api'`: by a POST, so it has none of these (v2 §1.5).
   * @default 'ui'
   */
  readonly via?: 'ui' | 'api'
}

/** An event that a test added or changed: its id, and its fields as in a version 2 response. */
export interface MockEvent extends WithId {
  /** All identifiers, the service's own first. */
  readonly identifiers: readonly string[]
  /** Public title. */
  readonly title: string
  readonly [field: string]: unknown
}

/** An event: its id, one of its identifiers, or an object that has either, such as a response. */
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
  /** The person's answer. */
  readonly status: AttendanceStatus
  /** When the RSVP was recorded, by the service's clock. */
  readonly created_date: Timestamp
  /** When its status last changed. Equal to `created_date` if it never did. */
  readonly modified_date: Timestamp
}

/** Options of {@link MockService.attend}. */
export interface AttendOptions {
  /** The people's answer. @default 'accepted' */
  readonly status?: AttendanceStatus
}

/** An entry of the targeting interface (v1 §1.5, v2 §1.6). */
export interface TargetingEntry {
  /** Id of the event. */
  readonly id: string
  /** `[1, <origin> Event], <title>` for an event made through the API, the title for one made in the user interface. */
  readonly label: string
  /** Ids of everyone who acted on the event, in the order of their RSVPs. */
  readonly people: readonly string[]
}

/** An entry of the list of all actions, on the dashboard or the group's manage page (v2 §1.5). */
export interface DashboardEntry {
  /** Id of the event. */
  readonly id: string
  /** Title of the event. */
  readonly title: string
  /** Address of the page where people sign up. */
  readonly publicUrl: string
  /** Address of the page with the event's statistics. */
  readonly manageUrl: string
}

/** An e-mail that the real service would have sent. */
export interface OutboxMessage {
  /** Whether it answers an RSVP or reminds of the event. */
  readonly kind: 'autoresponse' | 'reminder'
  /** How it is sent (v1 §2.1, v2 §2.3). */
  readonly method: 'email'
  /** Id of the event. */
  readonly event: string
  /** Id of the person. */
  readonly person: string
  /** E-mail address of the person. */
  readonly to: string
  /** Subject line, with the event's title. */
  readonly subject: string
  /** When it was due, by the service's clock. */
  readonly sent_at: Timestamp
}
