import type { AttendanceStatus, KeyReference, Reference, Timestamp, WithId } from './common.ts'
import type { PlaceQuery } from './options.ts'

/** An event for {@link MockService.addEvent}, with the field names of version 2. */
export interface NewMockEvent {
  /** Public title. */
  readonly title: string
  /** Name of the system that the event comes from. @default the setting of the assumption `originSystem` */
  readonly origin_system?: string
  /** Title for the organizers only. */
  readonly name?: string
  /** Description for people. May contain HTML. */
  readonly description?: string
  /** What people see after they RSVP. May contain HTML. */
  readonly instructions?: string
  /**
   * Address of the event's page on another site. If it is missing, version 2 shows the service's public page, for an event of the user
   * interface.
   */
  readonly browser_url?: string
  /** Address of the banner image. Only for events with `via: 'ui'`. */
  readonly featured_image_url?: string
  /** Names of tags. Responses show the list if the assumption `tagList` is `'kept'`. */
  readonly tag_list?: readonly string[]
  /** Start of the event, as local time at its place (v2 §2.1). */
  readonly start_date?: string
  /** End of the event, as local time at its place. */
  readonly end_date?: string
  /** Foreign identifiers of the form `<system>:<id>`. */
  readonly identifiers?: readonly string[]
  /** Where the event takes place. */
  readonly location?: PlaceQuery
  /** Maximum number of RSVPs. Responses show the number, but the service accepts further RSVPs. Only for events with `via: 'ui'`. */
  readonly capacity?: number
  /** Whether the search on the service's pages finds the event. Only for events with `via: 'ui'`. @default 'public' */
  readonly visibility?: 'public' | 'private'
  /** Whether the user interface hides the event. Only for events with `via: 'ui'`. @default false */
  readonly hidden?: boolean
  /**
   * Status of the event. Only tests can set it, because the API always assigns `confirmed` (v2 §3), or `pending_approval` (assumption
   * `vetting`). A cancelled event and a pending event send no reminders.
   * @default 'confirmed'
   */
  readonly status?: 'confirmed' | 'tentative' | 'cancelled' | 'pending_approval'
  /** An event campaign of the same owner, or of any owner (assumption `campaignEvents`). */
  readonly campaign?: Reference
  /** The event's creator, as if a request had named this person (v2 §4.7). */
  readonly creator?: Reference
}

/** Fields of an event that `null` cannot clear. */
type Lasting = 'title' | 'origin_system' | 'identifiers' | 'visibility' | 'hidden' | 'status'

/**
 * Changes for {@link MockService.updateEvent}. Only the given fields change. `null` clears an optional field. Parts of a location have the
 * same effect as in a PUT (assumption `partialLocation`). `identifiers` replaces all identifiers except the one that the service made.
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
   * How the event was created. `'ui'`: in the service's user interface. Such an event has a public page, autoresponses and reminders.
   * `'api'`: by a POST. Such an event has none of these (v2 §1.5).
   * @default 'ui'
   */
  readonly via?: 'ui' | 'api'
}

/** An event as the mock service's methods return it: its id, and its fields as in a version 2 response. */
export interface MockEvent extends WithId {
  /** All identifiers. The identifier that the service made comes first. */
  readonly identifiers: readonly string[]
  /** Public title. */
  readonly title: string
  readonly [field: string]: unknown
}

/** Refers to an event: its id, one of its identifiers, or an object with an `id` or `identifiers`, such as the body of a response. */
export type EventReference =
  | Reference
  | {
      /** Identifiers of the form `<system>:<id>`. */
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
  /** When the status of the RSVP last changed. Equal to `created_date` if the status never changed. */
  readonly modified_date: Timestamp
}

/** Options of {@link MockService.attend}. */
export interface AttendOptions {
  /** Status of the RSVPs. @default 'accepted' */
  readonly status?: AttendanceStatus
}

/** An entry of the targeting interface (v1 §1.5, v2 §1.6). */
export interface TargetingEntry {
  /** Id of the event. */
  readonly id: string
  /** For an event created through the API: `[1, <origin> Event], <title>`. For an event of the user interface: its title. */
  readonly label: string
  /** Ids of all people with an RSVP to the event, in the order of the RSVPs. */
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
  /** Whether the message confirms an RSVP or reminds a person of the event. */
  readonly kind: 'autoresponse' | 'reminder'
  /** How the message is sent (v1 §2.1, v2 §2.3). */
  readonly method: 'email'
  /** Id of the event. */
  readonly event: string
  /** Id of the person. */
  readonly person: string
  /** E-mail address of the person. */
  readonly to: string
  /** Subject line, with the event's title. */
  readonly subject: string
  /** When the message was due, by the service's clock. */
  readonly sent_at: Timestamp
}
