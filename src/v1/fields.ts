import type { AttendanceFields, OwnAttendanceFields } from '../core/hal/attendance.ts'
import {
  type KnownStatus,
  type KnownTransparence,
  type KnownVisibility,
  type Location,
  type NewLocation,
  type Open,
  type Reminder,
  statuses,
  transparences,
  visibilities,
} from '../core/hal/fields.ts'
import type { AnyNamespace, Namespaced } from '../core/hal/namespace.ts'
import type { EditableAttendance, NewAttendance } from '../core/hal/new-attendance.ts'
import {
  location,
  attendanceFields as ofAttendances,
  ownAttendanceFields,
  reminder,
} from '../core/read/response-schema.ts'
import type { Shape } from '../core/values/shape.ts'
import type { TableOf } from '../core/version/fields.ts'

/** The group that sponsors an event (v1 §2.1). Set by the service, for events of a group key. */
export interface SponsorV1 {
  /** Name of the group. */
  summary?: string | null
  /** Address of the group's public page. */
  url?: string | null
}

/** Fields of an event that have the same name on every service (v1 §2.1). */
export interface EventV1Fields {
  /** Identifiers of the form `<system>:<id>`, in any order. One of them is the service's own: `idOf(event)` returns its id. */
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
  /** Address of the event's page on the service. Only events that were created in its user interface have one. Set by the service. */
  url?: string | null
  /** Start, in local time at the event's place. The zone in the text has no meaning, so read the time with `wallClockOf`. */
  start?: string | null
  /** Where the event takes place (v1 §2.2). */
  location?: Location | null
  /** Number of attendances. Set by the service. */
  total_accepted?: number | null
  /** `confirmed`, `tentative`, `cancelled`, `pending_approval`, or another value that a service adds (v1 §3). Set by the service. */
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

/** Fields of an event with the service's own prefix, here `platform` and `action_network` (v1 §2.1). */
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

/** Fields of an event that may be sent but need not (v1 §2.1). */
export interface EditableV1 {
  /** Identifiers of the form `<system>:<id>`. If one of your events already has one of these, a create updates that event (v1 §1.3). */
  readonly identifiers?: readonly string[] | undefined
  /** May hold HTML. */
  readonly description?: string | undefined
  /** Start, in local time at the event's place, such as `2026-05-01T18:00:00`. A `Date` or a numeric offset is refused. */
  readonly start?: string | undefined
}

/** Optional fields with the service's own prefix, here `platform` and `action_network` (v1 §2.1). */
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

/** Fields of an attendance that have the same name on every service. The spec does not show them: all may be absent. */
export interface AttendanceV1Fields extends AttendanceFields {
  /** When the attendance was recorded: ISO 8601, UTC. */
  created_at?: string | null
  /** When the attendance was last changed: ISO 8601, UTC. */
  modified_at?: string | null
}

const sponsor: Shape<SponsorV1> = { fields: { summary: { kind: 'text' }, url: { kind: 'text' } } }

/** Fields of an attendance that can be recorded and changed through version 1. */
export interface EditableAttendanceV1 extends EditableAttendance {
  /** When the person answered: a date-time with a zone. Set it to backdate the RSVP. @default now */
  readonly created_at?: string | undefined
}

/** An RSVP to record through version 1. */
export interface NewAttendanceV1 extends EditableAttendanceV1, NewAttendance {}

/** One row for each field of an event (v1 §2.1). The order is that of the spec's table. */
export const eventFields = {
  identifiers: { kind: 'identifiers', nullable: false, sent: 'optional' },
  originating_system: { kind: 'text', always: true, sent: 'required', other: 'origin_system' },
  created_at: { kind: 'moment', nullable: false, other: 'created_date' },
  modified_at: { kind: 'moment', nullable: false, other: 'modified_date' },
  summary: { kind: 'text', nullable: false, sent: 'required', other: 'title' },
  description: { kind: 'text', sent: 'optional' },
  url: { kind: 'text', other: 'browser_url' },
  start: { kind: 'localTime', sent: 'optional', other: 'start_date' },
  event_instructions: { kind: 'text', own: true, sent: 'optional', other: 'instructions' },
  location: { kind: location, always: true, sent: 'optional' },
  total_accepted: { kind: 'integer', always: true },
  status: { kind: { known: statuses }, always: true },
  transparence: { kind: { known: transparences }, always: true },
  visibility: { kind: { known: visibilities }, always: true },
  guestsCanInviteOthers: { kind: 'flag', always: true, other: 'guests_can_invite_others' },
  reminders: { kind: { list: reminder }, always: true },
  event_campaign_id: { kind: 'text', own: true },
  sponsor: { kind: sponsor, own: true },
} as const satisfies TableOf<EventV1Fields, EventV1Own, NewEventV1<'platform'>>

/** Fields that only version 2 has. */
export const unsupported = Object.freeze([
  'name',
  'end_date',
  'capacity',
  'hidden',
  'featured_image_url',
  'tag_list',
] as const)

/** One row for each field of an attendance. */
export const attendanceFields = {
  ...ofAttendances,
  created_at: { kind: 'moment', sent: 'optional', other: 'created_date' },
  modified_at: { kind: 'moment', other: 'modified_date' },
  ...ownAttendanceFields,
} as const satisfies TableOf<
  AttendanceV1Fields,
  OwnAttendanceFields,
  EditableAttendanceV1 & Pick<Partial<NewAttendance>, 'person'>
>

/** Filter kinds of event fields, written out so that hovers are readable. A test compares this type with the table. @hidden */
export type FilterKindsV1 = {
  readonly identifier: 'identifiers'
  readonly identifiers: 'identifiers'
  readonly originating_system: 'text'
  readonly created_at: 'moment'
  readonly modified_at: 'moment'
  readonly summary: 'text'
  readonly description: 'text'
  readonly url: 'text'
  readonly start: 'localTime'
  readonly total_accepted: 'number'
  readonly status: 'text'
  readonly transparence: 'text'
  readonly visibility: 'text'
  readonly guestsCanInviteOthers: 'flag'
}

/** Filter kinds of attendance fields. A test compares this type with the table. @hidden */
export type AttendanceFilterKindsV1 = {
  readonly identifier: 'identifiers'
  readonly identifiers: 'identifiers'
  readonly created_at: 'moment'
  readonly modified_at: 'moment'
  readonly status: 'text'
}

/** Filter kinds of the fields of people. A test compares them with the table. @hidden */
export type PersonFilterKindsV1 = {
  readonly identifier: 'identifiers'
  readonly identifiers: 'identifiers'
  readonly given_name: 'text'
  readonly family_name: 'text'
  readonly additional_name: 'text'
  readonly honorific_prefix: 'text'
  readonly honorific_suffix: 'text'
  readonly gender: 'text'
  readonly gender_identity: 'text'
  readonly party_identification: 'text'
  readonly source: 'text'
  readonly employer: 'text'
  readonly originating_system: 'text'
  readonly created_at: 'moment'
  readonly modified_at: 'moment'
}
