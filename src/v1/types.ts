import type { AttendanceFields, OwnAttendanceFields } from '../core/hal/attendance.ts'
import type {
  Address,
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

/** The group that sponsors an event (v1 §2.1). Set by the service, for events of a group key. */
export interface SponsorV1 {
  /** Name of the group. */
  summary?: string | null
  /** Address of the group's public page. */
  url?: string | null
}

/** An e-mail address of a person (v1 §2.3). */
export interface EmailAddress {
  /** Whether it is the one to write to. */
  primary?: boolean | null
  /** The address itself. */
  address?: string | null
}

/** A postal address of a person (v1 §2.3). */
export interface PostalAddress extends Address {
  /** Whether it is the one to write to. */
  primary?: boolean | null
}

/** Links of a person (v1 §2.3). */
export interface PersonLinksV1 {
  /** The person. */
  self?: OneOrMany<Link> | null
  /** The person's answers to questions. */
  'osdi:question_answers'?: OneOrMany<Link> | null
  /** The person's attendances. */
  'osdi:attendance'?: OneOrMany<Link> | null
  /** The petitions that the person signed. */
  'osdi:signatures'?: OneOrMany<Link> | null
  /** The forms that the person filled in. */
  'osdi:submissions'?: OneOrMany<Link> | null
  /** The person's donations. */
  'osdi:donations'?: OneOrMany<Link> | null
  /** Where relations are documented; in a single event's response only. */
  curies?: Curie[] | Curie | null
}

/** A person as version 1 embeds them into events (v1 §2.3). All of it is set by the service. */
export interface PersonV1 {
  /** First name. */
  given_name?: string | null
  /** Last name. */
  family_name?: string | null
  /** Identifiers of the form `<system>:<id>`. */
  identifiers?: string[] | null
  /** When the person's record was created: ISO 8601, UTC. */
  created_at?: string | null
  /** When the person's record was last changed: ISO 8601, UTC. */
  modified_at?: string | null
  /** Where the person's record comes from, for people to read. */
  originating_system?: string | null
  /** E-mail addresses. */
  email_addresses?: EmailAddress[] | null
  /** Postal addresses. */
  postal_addresses?: PostalAddress[] | null
  /** Links of the person. */
  _links?: PersonLinksV1 | null
}

/** The people that version 1 embeds into an event: the same person twice (v1 §2.1, v1 §2.3). */
export interface EventPeopleV1 {
  /** The person who created the event. */
  'osdi:creator'?: OneOrMany<PersonV1> | null
  /** The person who organizes the event: always the creator. */
  'osdi:organizer'?: OneOrMany<PersonV1> | null
}

/** Links of an event that have the same name on every service (v1 §2.4). */
export interface EventLinksV1Fields {
  /** The event itself. */
  self: OneOrMany<Link>
  /** The collection of the event's attendances. */
  'osdi:attendance'?: OneOrMany<Link> | null
  /** The person who created the event. */
  'osdi:creator'?: OneOrMany<Link> | null
  /** The person who organizes the event. */
  'osdi:organizer'?: OneOrMany<Link> | null
  /** Where relations are documented; on a single event only. */
  curies?: Curie[] | Curie | null
}

/** Links of an event (v1 §2.4). */
export type EventLinksV1<NS extends string = AnyNamespace> = EventLinksV1Fields & Namespaced<OwnEventLinks, NS>

/** Fields of an event that have the same name on every service (v1 §2.1). */
export interface EventV1Fields {
  /** Identifiers of the form `<system>:<id>`, the service's own among them, in no promised order; `idOf(event)` finds the id. */
  identifiers: string[]
  /** Where the event comes from, for people to read. */
  originating_system?: string | null
  /** When the event was created: ISO 8601, UTC. Set by the service. */
  created_at: string
  /** When the event was last changed: ISO 8601, UTC. Set by the service. */
  modified_at: string
  /** The event's title. */
  summary: string
  /** HTML, untrusted. */
  description?: string | null
  /** Address of the event's page on the service; for events of its user interface only. Set by the service. */
  url?: string | null
  /** Start by the clock at the event's place, whatever zone is written: read it with `wallClockOf`. */
  start?: string | null
  /** Where the event takes place (v1 §2.2). */
  location?: Location | null
  /** Number of attendances. Set by the service. */
  total_accepted?: number | null
  /** `confirmed`, `tentative`, `cancelled`, or what a service may add (v1 §3). Set by the service. */
  status?: Open<KnownStatus> | null
  /** Whether the event blocks time in calendars. Set by the service. */
  transparence?: Open<KnownTransparence> | null
  /** Whether the event appears in search results. Set by the service. */
  visibility?: Open<KnownVisibility> | null
  /** Set by the service; always `true` in the spec. */
  guestsCanInviteOthers?: boolean | null
  /** Reminders to the people who come (v1 §2.1). Set by the service. */
  reminders?: Reminder[] | null
}

/** Fields of an event named with the service's own prefix, here `platform` and `action_network` (v1 §2.1). */
export interface EventV1Own {
  /** What people see after they RSVP: HTML, untrusted. */
  'platform:event_instructions'?: string | null
  /** Identifier of the event campaign that the event belongs to. Set by the service. */
  'platform:event_campaign_id'?: string | null
  /** The group that sponsors the event. Set by the service. */
  'platform:sponsor'?: SponsorV1 | null
  /** What people see after they RSVP: HTML, untrusted. */
  'action_network:event_instructions'?: string | null
  /** Identifier of the event campaign that the event belongs to. Set by the service. */
  'action_network:event_campaign_id'?: string | null
  /** The group that sponsors the event. Set by the service. */
  'action_network:sponsor'?: SponsorV1 | null
}

/** The service's own fields of an event, without their prefix: what `ownOf(event)` returns in version 1 (v1 §2.1). */
export interface OwnFieldsV1 {
  /** What people see after they RSVP: HTML, untrusted. */
  event_instructions?: string | null
  /** Identifier of the event campaign that the event belongs to. */
  event_campaign_id?: string | null
  /** The group that sponsors the event. */
  sponsor?: SponsorV1 | null
}

/**
 * An event as version 1 returns it (v1 §2.1). `NS` is the service's own prefix, which some fields and relations carry. Members that
 * the spec does not know are kept, but not typed.
 */
export type EventV1<NS extends string = AnyNamespace> = EventV1Fields &
  Namespaced<EventV1Own, NS> & {
    /** Links of the event (v1 §2.4). */
    _links: EventLinksV1<NS>
    /** The people of the event (v1 §2.3). */
    _embedded?: EventPeopleV1 | null
  }

/** Fields of an event that may be sent but need not (v1 §2.1). */
export interface EditableV1 {
  /** Identifiers of the form `<system>:<id>`. If an event of yours already has one, a create updates that event (v1 §1.3). */
  readonly identifiers?: readonly string[] | undefined
  /** May hold HTML. */
  readonly description?: string | undefined
  /** Start by the clock at the event's place, such as `2026-05-01T18:00:00`. No `Date`, no numeric offset. */
  readonly start?: string | undefined
}

/** Optional fields named with the service's own prefix, here `platform` and `action_network` (v1 §2.1). */
export interface EditableV1Own {
  /** What people see after they RSVP; may hold HTML. */
  readonly 'platform:event_instructions'?: string | undefined
  /** What people see after they RSVP; may hold HTML. */
  readonly 'action_network:event_instructions'?: string | undefined
}

/** An event to create through version 1, or to update if an event already has one of its identifiers (v1 §4.3, v1 §4.4). */
export type NewEventV1<NS extends string = AnyNamespace> = EditableV1 &
  Namespaced<EditableV1Own, NS> & {
    /** The event's title. Required, not empty. */
    readonly summary: string
    /** Where the event comes from, for people to read. Required, not empty. */
    readonly originating_system: string
    /** Where the event takes place (v1 §2.2). */
    readonly location?: NewLocation | undefined
  }

/** Changes of an event through version 1: only the fields that are sent change; `null` clears an optional one (v1 §4.7). */
export type EventChangesV1<NS extends string = AnyNamespace> = {
  readonly [Field in keyof EditableV1]?: EditableV1[Field] | null
} & {
  readonly [Field in keyof Namespaced<EditableV1Own, NS>]?: Namespaced<EditableV1Own, NS>[Field] | null
} & {
  /** The event's title; not empty. */
  readonly summary?: string | undefined
  /** Where the event comes from; not empty. */
  readonly originating_system?: string | undefined
  /** Where the event takes place: the fields that are sent (v1 §2.2). */
  readonly location?: LocationChanges | null | undefined
}

/** One page of a collection of events, as version 1 returns it (v1 §2.5). Its events: `eventsOf(page)`. */
export interface PageV1<NS extends string = AnyNamespace> extends Collection<EventV1<NS>> {}

/** Fields of an attendance that have the same name on every service. The spec does not show them: all may be absent. */
export interface AttendanceV1Fields extends AttendanceFields {
  /** When it was recorded: ISO 8601, UTC. */
  created_at?: string | null
  /** When it was last changed: ISO 8601, UTC. */
  modified_at?: string | null
}

/**
 * An RSVP of one person to one event, as version 1 returns it. `NS` is the service's own prefix, which some fields carry. Members that are not
 * listed here are kept, but not typed.
 */
export type AttendanceV1<NS extends string = AnyNamespace> = AttendanceV1Fields & Namespaced<OwnAttendanceFields, NS>
