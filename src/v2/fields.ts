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
import type { EditableAttendance, NewAttendance } from '../core/hal/new-attendance.ts'
import {
  location,
  attendanceFields as ofAttendances,
  ownAttendanceFields,
  reminder,
} from '../core/read/response-schema.ts'
import type { Shape } from '../core/values/shape.ts'
import type { TableOf } from '../core/version/fields.ts'

/** The group that sponsors an event (v2 §2.4). Set by the service, for events of a group key. */
export interface SponsorV2 {
  /** Name of the group. */
  title?: string | null
  /** Address of the group's public page. */
  browser_url?: string | null
}

/** Fields of an event that have the same name on every service (v2 §2.1). */
export interface EventV2Fields {
  /** Identifiers of the form `<system>:<id>`, in any order. One of them is the service's own: `idOf(event)` returns its id. */
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
  /** Address of the banner image. Only events that were created in the service's user interface have one. Set by the service. */
  featured_image_url?: string | null
  /** Start, in local time at the event's place. The zone in the text has no meaning, so read the time with `wallClockOf`. */
  start_date?: string | null
  /** End, in local time at the event's place. The zone in the text has no meaning, so read the time with `wallClockOf`. */
  end_date?: string | null
  /** Where the event takes place (v2 §2.2). */
  location?: Location | null
  /** Number of attendances. Set by the service. */
  total_accepted?: number | null
  /** `confirmed`, `tentative`, `cancelled`, `pending_approval`, or another value that a service adds (v2 §3). Set by the service. */
  status?: Open<KnownStatus> | null
  /** Whether the event blocks time in calendars. Set by the service. */
  transparence?: Open<KnownTransparence> | null
  /** Whether the event appears in search results. Set by the service. */
  visibility?: Open<KnownVisibility> | null
  /** Set by the service; always `true` in the spec. */
  guests_can_invite_others?: boolean | null
  /** Maximum number of RSVPs, if the event has a limit. Set by the service. */
  capacity?: number | null
  /** Reminders to the people who come (v2 §2.3). Set by the service. */
  reminders?: Reminder[] | null
  /** Names of tags. The Action Network has them; the spec does not. */
  tag_list?: string[] | null
}

/** Fields of an event with the service's own prefix, here `platform` and `action_network` (v2 §2.1). All are set by the service. */
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
  /** Address of the event's page on another website. */
  readonly browser_url?: string | undefined
  /** Start, in local time at the event's place, such as `2026-05-01T18:00:00`. A `Date` or a numeric offset is refused. */
  readonly start_date?: string | undefined
  /** End, in local time at the event's place, such as `2026-05-01T20:00:00`. A `Date` or a numeric offset is refused. */
  readonly end_date?: string | undefined
  /** Names of tags. The Action Network has them; the spec does not. */
  readonly tag_list?: readonly string[] | undefined
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

/** Fields of an attendance that have the same name on every service. The spec does not show them: all may be absent. */
export interface AttendanceV2Fields extends AttendanceFields {
  /** When the attendance was recorded: ISO 8601, UTC. */
  created_date?: string | null
  /** When the attendance was last changed: ISO 8601, UTC. */
  modified_date?: string | null
}

const sponsor: Shape<SponsorV2> = { fields: { title: { kind: 'text' }, browser_url: { kind: 'text' } } }

/** Fields of an attendance that can be recorded and changed through version 2. */
export interface EditableAttendanceV2 extends EditableAttendance {
  /** When the person answered: a date-time with a zone. Set it to backdate the RSVP. @default now */
  readonly created_date?: string | undefined
}

/** An RSVP to record through version 2. */
export interface NewAttendanceV2 extends EditableAttendanceV2, NewAttendance {}

/** One row for each field of an event (v2 §2.1). The order is that of the spec's table. */
export const eventFields = {
  identifiers: { kind: 'identifiers', nullable: false, sent: 'optional' },
  origin_system: { kind: 'text', always: true, sent: 'required', other: 'originating_system' },
  created_date: { kind: 'moment', nullable: false, other: 'created_at' },
  modified_date: { kind: 'moment', nullable: false, other: 'modified_at' },
  name: { kind: 'text', sent: 'optional', other: null },
  title: { kind: 'text', nullable: false, sent: 'required', other: 'summary' },
  description: { kind: 'text', sent: 'optional' },
  instructions: { kind: 'text', sent: 'optional', other: 'event_instructions' },
  browser_url: { kind: 'text', sent: 'optional', other: 'url' },
  featured_image_url: { kind: 'text', other: null },
  start_date: { kind: 'localTime', sent: 'optional', other: 'start' },
  end_date: { kind: 'localTime', sent: 'optional', other: null },
  location: { kind: location, always: true, sent: 'optional' },
  total_accepted: { kind: 'integer', always: true },
  status: { kind: { known: statuses }, always: true },
  transparence: { kind: { known: transparences }, always: true },
  visibility: { kind: { known: visibilities }, always: true },
  guests_can_invite_others: { kind: 'flag', always: true, other: 'guestsCanInviteOthers' },
  capacity: { kind: 'integer', other: null },
  reminders: { kind: { list: reminder }, always: true },
  tag_list: { kind: { list: 'text' }, sent: 'optional', other: null },
  event_campaign_id: { kind: 'text', own: true },
  hidden: { kind: 'flag', own: true, always: true, other: null },
  sponsor: { kind: sponsor, own: true },
} as const satisfies TableOf<EventV2Fields, EventV2Own, NewEventV2>

/** One row for each field of an attendance. */
export const attendanceFields = {
  ...ofAttendances,
  created_date: { kind: 'moment', sent: 'optional', other: 'created_at' },
  modified_date: { kind: 'moment', other: 'modified_at' },
  ...ownAttendanceFields,
} as const satisfies TableOf<
  AttendanceV2Fields,
  OwnAttendanceFields,
  EditableAttendanceV2 & Pick<Partial<NewAttendance>, 'person'>
>

/** Filter kinds of event fields, written out so that hovers are readable. A test compares this type with the table. @hidden */
export type FilterKindsV2 = {
  readonly identifier: 'identifiers'
  readonly identifiers: 'identifiers'
  readonly origin_system: 'text'
  readonly created_date: 'moment'
  readonly modified_date: 'moment'
  readonly name: 'text'
  readonly title: 'text'
  readonly description: 'text'
  readonly instructions: 'text'
  readonly browser_url: 'text'
  readonly featured_image_url: 'text'
  readonly start_date: 'localTime'
  readonly end_date: 'localTime'
  readonly total_accepted: 'number'
  readonly status: 'text'
  readonly transparence: 'text'
  readonly visibility: 'text'
  readonly guests_can_invite_others: 'flag'
  readonly capacity: 'number'
}

/** Filter kinds of attendance fields. A test compares this type with the table. @hidden */
export type AttendanceFilterKindsV2 = {
  readonly identifier: 'identifiers'
  readonly identifiers: 'identifiers'
  readonly created_date: 'moment'
  readonly modified_date: 'moment'
  readonly status: 'text'
}

/** Filter kinds of the fields of people. A test compares them with the table. @hidden */
export type PersonFilterKindsV2 = {
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
  readonly origin_system: 'text'
  readonly created_date: 'moment'
  readonly modified_date: 'moment'
}
