import type { OwnAttendanceFields, PersonFields } from '../core/hal/attendance.ts'
import type { LocationChanges, OwnEventLinks } from '../core/hal/event-fields.ts'
import type { Collection, Curie, Link, OneOrMany } from '../core/hal/hal.ts'
import type { AnyNamespace, Namespaced } from '../core/hal/namespace.ts'
import type { AttendanceChanges } from '../core/hal/new-attendance.ts'
import type { AttendanceV1Fields, EditableAttendanceV1 } from './attendance-rows.ts'
import type { EditableV1, EditableV1Own, EventV1Fields, EventV1Own } from './event-rows.ts'

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
  /** Where relations are documented; on a single resource only. */
  curies?: Curie[] | Curie | null
}

/** A person of version 1: personal data (v1 §2.3). The service embeds two in each event. All fields may be absent. */
export interface PersonV1 extends PersonFields {
  /** When the person's record was created: ISO 8601, UTC. */
  created_at?: string | null
  /** When the person's record was last changed: ISO 8601, UTC. */
  modified_at?: string | null
  /** Where the person's record comes from, for people to read. */
  originating_system?: string | null
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

/**
 * An event as version 1 returns it (v1 §2.1). `NS` is the service's own prefix in the names of some fields and relations. An event also keeps members
 * that the spec does not have, but they are not typed.
 */
export type EventV1<NS extends string = AnyNamespace> = EventV1Fields &
  Namespaced<EventV1Own, NS> & {
    /** Links of the event (v1 §2.4). */
    _links: EventLinksV1<NS>
    /** The people of the event (v1 §2.3). */
    _embedded?: EventPeopleV1 | null
  }

/** Changes of an event through version 1. Only the fields that you send change; `null` clears an optional field (v1 §4.7). */
export type EventChangesV1<NS extends string = AnyNamespace> = {
  readonly [Field in keyof EditableV1]?: EditableV1[Field] | null
} & {
  readonly [Field in keyof Namespaced<EditableV1Own, NS>]?: Namespaced<EditableV1Own, NS>[Field] | null
} & {
  /** The event's title; not empty. */
  readonly summary?: string | undefined
  /** Where the event comes from; not empty. */
  readonly originating_system?: string | undefined
  /** Where the event takes place: only the fields to change (v1 §2.2). */
  readonly location?: LocationChanges | null | undefined
}

/** One page of a collection of events, as version 1 returns it (v1 §2.5). Its events: `eventsOf(page)`. */
export interface PageV1<NS extends string = AnyNamespace> extends Collection<EventV1<NS>> {}

/**
 * An RSVP of one person to one event, as version 1 returns it. `NS` is the service's own prefix in the names of some fields. An RSVP also keeps
 * members that are not listed here, but they are not typed.
 */
export type AttendanceV1<NS extends string = AnyNamespace> = AttendanceV1Fields & Namespaced<OwnAttendanceFields, NS>

/** Changes of an RSVP through version 1. Only the fields that you send change; `null` clears an optional field. */
export type AttendanceChangesV1 = AttendanceChanges<EditableAttendanceV1>
