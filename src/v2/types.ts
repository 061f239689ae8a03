import type { AttendanceFields, OwnAttendanceFields } from '../core/hal/attendance.ts'
import type {
  KnownStatus,
  KnownTransparence,
  KnownVisibility,
  Location,
  LocationChanges,
  NewLocation,
  Open,
  OwnEventLinks,
  Reminder,
} from '../core/hal/fields.ts'
import type { Collection, Curie, Link, OneOrMany } from '../core/hal/hal.ts'
import type { AnyNamespace, Namespaced } from '../core/hal/namespace.ts'

/** The group that sponsors an event (v2 §2.4). Set by the service, for events of a group key. */
export interface SponsorV2 {
  /** Name of the group. */
  title?: string | null
  /** Address of the group's public page. */
  browser_url?: string | null
}

/** Links of an event that have the same name on every service (v2 §2.5). */
export interface EventLinksV2Fields {
  /** The event itself. */
  self: OneOrMany<Link>
  /** The collection of the event's attendances. */
  'osdi:attendances'?: OneOrMany<Link> | null
  /** The person who created the event. */
  'osdi:creator'?: OneOrMany<Link> | null
  /** The person who organizes the event. */
  'osdi:organizer'?: OneOrMany<Link> | null
  /** The helper that records an attendance. */
  'osdi:record_attendance_helper'?: OneOrMany<Link> | null
  /** Where relations are documented; on a single event only. */
  curies?: Curie[] | Curie | null
}

/** Links of an event (v2 §2.5). */
export type EventLinksV2<NS extends string = AnyNamespace> = EventLinksV2Fields & Namespaced<OwnEventLinks, NS>

/** Fields of an event that have the same name on every service (v2 §2.1). */
export interface EventV2Fields {
  /** Identifiers of the form `<system>:<id>`, the service's own among them, in no promised order; `idOf(event)` finds the id. */
  identifiers: string[]
  /** Where the event comes from, for people to read. */
  origin_system?: string | null
  /** When the event was created: ISO 8601, UTC. Set by the service. */
  created_date: string
  /** When the event was last changed: ISO 8601, UTC. Set by the service. */
  modified_date: string
  /** Title for the organizers' own use. */
  name?: string | null
  /** Title for the public. */
  title: string
  /** HTML, untrusted. */
  description?: string | null
  /** What people see after they RSVP: HTML, untrusted. */
  instructions?: string | null
  /** Address of the event's page, on the service or elsewhere. */
  browser_url?: string | null
  /** Address of the banner image; for events of the service's user interface only. Set by the service. */
  featured_image_url?: string | null
  /** Start by the clock at the event's place, whatever zone is written: read it with `wallClockOf`. */
  start_date?: string | null
  /** End by the clock at the event's place, whatever zone is written: read it with `wallClockOf`. */
  end_date?: string | null
  /** Where the event takes place (v2 §2.2). */
  location?: Location | null
  /** Number of attendances. Set by the service. */
  total_accepted?: number | null
  /** `confirmed`, `tentative`, `cancelled`, or what a service may add (v2 §3). Set by the service. */
  status?: Open<KnownStatus> | null
  /** Whether the event blocks time in calendars. Set by the service. */
  transparence?: Open<KnownTransparence> | null
  /** Whether the event appears in search results. Set by the service. */
  visibility?: Open<KnownVisibility> | null
  /** Set by the service; always `true` in the spec. */
  guests_can_invite_others?: boolean | null
  /** The most RSVPs the event takes, where there is a limit. Set by the service. */
  capacity?: number | null
  /** Reminders to the people who come (v2 §2.3). Set by the service. */
  reminders?: Reminder[] | null
}

/** Fields of an event named with the service's own prefix, here `platform` and `action_network` (v2 §2.1). All are set by the service. */
export interface EventV2Own {
  /** Identifier of the event campaign that the event belongs to. */
  'platform:event_campaign_id'?: string | null
  /** Whether the event is hidden in the service's user interface. */
  'platform:hidden'?: boolean | null
  /** The group that sponsors the event (v2 §2.4). */
  'platform:sponsor'?: SponsorV2 | null
  /** Identifier of the event campaign that the event belongs to. */
  'action_network:event_campaign_id'?: string | null
  /** Whether the event is hidden in the service's user interface. */
  'action_network:hidden'?: boolean | null
  /** The group that sponsors the event (v2 §2.4). */
  'action_network:sponsor'?: SponsorV2 | null
}

/** The service's own fields of an event, without their prefix: what `ownOf(event)` returns in version 2 (v2 §2.1). */
export interface OwnFieldsV2 {
  /** Identifier of the event campaign that the event belongs to. */
  event_campaign_id?: string | null
  /** Whether the event is hidden in the service's user interface. */
  hidden?: boolean | null
  /** The group that sponsors the event (v2 §2.4). */
  sponsor?: SponsorV2 | null
}

/**
 * An event as version 2 returns it (v2 §2.1). `NS` is the service's own prefix, which some fields and relations carry. Members that
 * the spec does not know are kept, but not typed.
 */
export type EventV2<NS extends string = AnyNamespace> = EventV2Fields &
  Namespaced<EventV2Own, NS> & {
    /** Links of the event (v2 §2.5). */
    _links: EventLinksV2<NS>
  }

/** Fields of an event that may be sent but need not (v2 §2.1). */
export interface EditableV2 {
  /** Identifiers of the form `<system>:<id>`, unique across all groups and keys of the service (v2 §8.2). */
  readonly identifiers?: readonly string[] | undefined
  /** Title for the organizers' own use. */
  readonly name?: string | undefined
  /** May hold HTML. */
  readonly description?: string | undefined
  /** What people see after they RSVP; may hold HTML. */
  readonly instructions?: string | undefined
  /** Address of the event's page elsewhere. */
  readonly browser_url?: string | undefined
  /** Start by the clock at the event's place, such as `2026-05-01T18:00:00`. No `Date`, no numeric offset. */
  readonly start_date?: string | undefined
  /** End by the clock at the event's place, such as `2026-05-01T20:00:00`. No `Date`, no numeric offset. */
  readonly end_date?: string | undefined
}

/** An event to create through version 2 (v2 §4.4). */
export interface NewEventV2 extends EditableV2 {
  /** Title for the public. Required, not empty. */
  readonly title: string
  /** Where the event comes from, for people to read. Required, not empty. */
  readonly origin_system: string
  /** Where the event takes place (v2 §2.2). */
  readonly location?: NewLocation | undefined
}

/** Changes of an event through version 2: only the fields that are sent change; `null` clears an optional one (v2 §4.8). */
export type EventChangesV2 = {
  readonly [Field in keyof EditableV2]?: EditableV2[Field] | null
} & {
  /** Title for the public; not empty. */
  readonly title?: string | undefined
  /** Where the event comes from; not empty. */
  readonly origin_system?: string | undefined
  /** Where the event takes place: the fields that are sent (v2 §2.2). */
  readonly location?: LocationChanges | null | undefined
}

/** One page of a collection of events, as version 2 returns it (v2 §2.6). Its events: `eventsOf(page)`. */
export interface PageV2<NS extends string = AnyNamespace> extends Collection<EventV2<NS>> {}

/** Fields of an attendance that have the same name on every service. The spec does not show them: all may be absent. */
export interface AttendanceV2Fields extends AttendanceFields {
  /** When it was recorded: ISO 8601, UTC. */
  created_date?: string | null
  /** When it was last changed: ISO 8601, UTC. */
  modified_date?: string | null
}

/**
 * An RSVP of one person to one event, as version 2 returns it. `NS` is the service's own prefix, which some fields carry. Members that are not
 * listed here are kept, but not typed.
 */
export type AttendanceV2<NS extends string = AnyNamespace> = AttendanceV2Fields & Namespaced<OwnAttendanceFields, NS>
