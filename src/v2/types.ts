import type { OwnAttendanceFields, PersonFields } from '../core/hal/attendance.ts'
import type { LocationChanges, OwnEventLinks } from '../core/hal/event-fields.ts'
import type { Collection, Curie, Link, OneOrMany } from '../core/hal/hal.ts'
import type { AnyNamespace, Namespaced } from '../core/hal/namespace.ts'
import type { AttendanceChanges } from '../core/hal/new-attendance.ts'
import type { AttendanceV2Fields, EditableAttendanceV2 } from './attendance-rows.ts'
import type { EditableV2, EventV2Fields, EventV2Own } from './event-rows.ts'

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
  /** The address to which an attendance is posted: an OSDI helper. */
  'osdi:record_attendance_helper'?: OneOrMany<Link> | null
  /** Where relations are documented; on a single event only. */
  curies?: Curie[] | Curie | null
}

/** Links of an event (v2 §2.5). */
export type EventLinksV2<NS extends string = AnyNamespace> = EventLinksV2Fields & Namespaced<OwnEventLinks, NS>

/**
 * An event as version 2 returns it (v2 §2.1). `NS` is the service's own prefix in the names of some fields and relations. An event also keeps members
 * that the spec does not have, but they are not typed.
 */
export type EventV2<NS extends string = AnyNamespace> = EventV2Fields &
  Namespaced<EventV2Own, NS> & {
    /** Links of the event (v2 §2.5). */
    _links: EventLinksV2<NS>
  }

/** Links of a person. */
export interface PersonLinksV2 {
  /** The person. */
  self?: OneOrMany<Link> | null
  /** The person's attendances. */
  'osdi:attendances'?: OneOrMany<Link> | null
  /** The petitions that the person signed. */
  'osdi:signatures'?: OneOrMany<Link> | null
  /** The forms that the person filled in. */
  'osdi:submissions'?: OneOrMany<Link> | null
  /** The person's donations. */
  'osdi:donations'?: OneOrMany<Link> | null
  /** The messages that the person sent. */
  'osdi:outreaches'?: OneOrMany<Link> | null
  /** The tags of the person. */
  'osdi:taggings'?: OneOrMany<Link> | null
  /** Where relations are documented; on a single resource only. */
  curies?: Curie[] | Curie | null
}

/** A person of version 2: personal data. The spec does not show the fields of people: all may be absent. */
export interface PersonV2 extends PersonFields {
  /** When the person's record was created: ISO 8601, UTC. */
  created_date?: string | null
  /** When the person's record was last changed: ISO 8601, UTC. */
  modified_date?: string | null
  /** Where the person's record comes from, for people to read. */
  origin_system?: string | null
  /** Links of the person. */
  _links?: PersonLinksV2 | null
}

/** Changes of an event through version 2. Only the fields that you send change; `null` clears an optional field (v2 §4.8). */
export type EventChangesV2 = {
  readonly [Field in keyof EditableV2]?: EditableV2[Field] | null
} & {
  /** Title for the public; not empty. */
  readonly title?: string | undefined
  /** Where the event comes from; not empty. */
  readonly origin_system?: string | undefined
  /** Where the event takes place: only the fields to change (v2 §2.2). */
  readonly location?: LocationChanges | null | undefined
}

/** One page of a collection of events, as version 2 returns it (v2 §2.6). Its events: `eventsOf(page)`. */
export interface PageV2<NS extends string = AnyNamespace> extends Collection<EventV2<NS>> {}

/**
 * An RSVP of one person to one event, as version 2 returns it. `NS` is the service's own prefix in the names of some fields. An RSVP also keeps
 * members that are not listed here, but they are not typed.
 */
export type AttendanceV2<NS extends string = AnyNamespace> = AttendanceV2Fields & Namespaced<OwnAttendanceFields, NS>

/** Changes of an RSVP through version 2. Only the fields that you send change; `null` clears an optional field. */
export type AttendanceChangesV2 = AttendanceChanges<EditableAttendanceV2>
