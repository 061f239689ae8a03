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
} from '../core/hal/event-fields.ts'
import type { AnyNamespace, Namespaced } from '../core/hal/namespace.ts'
import type { FieldsOf, FilterTypesOf, Unprefixed } from '../core/schema/field-list.ts'
import { alwaysInLocation, alwaysInReminders, location, reminders } from '../core/schema/hal-schemas.ts'
import { rowsFor } from '../core/schema/rows.ts'
import { identifiers, integer, maybeEach, moment, objectOf, openEnum, text } from '../core/schema/schemas.ts'

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

/** The fields of an event (v1 §2.1). The order is that of the spec's table. */
export const eventFields = {
  identifiers: { filterType: 'identifiers', sent: 'optional' },
  originating_system: { filterType: 'text', always: true, sent: 'required', other: 'origin_system' },
  created_at: { filterType: 'moment', other: 'created_date' },
  modified_at: { filterType: 'moment', other: 'modified_date' },
  summary: { filterType: 'text', sent: 'required', other: 'title' },
  description: { filterType: 'text', sent: 'optional' },
  url: { filterType: 'text', other: 'browser_url' },
  start: { filterType: 'localTime', sent: 'optional', other: 'start_date' },
  event_instructions: { own: true, sent: 'optional', other: 'instructions' },
  location: { always: alwaysInLocation, sent: 'optional' },
  total_accepted: { filterType: 'number', always: true },
  status: { filterType: 'text', always: true },
  transparence: { filterType: 'text', always: true },
  visibility: { filterType: 'text', always: true },
  guestsCanInviteOthers: { filterType: 'flag', always: true, other: 'guests_can_invite_others' },
  reminders: { always: alwaysInReminders },
  event_campaign_id: { own: true },
  sponsor: { own: true },
} as const satisfies FieldsOf<EventV1Fields, EventV1Own, NewEventV1<'platform'>>

/** The rows of the fields. Only fields that are required, or more than a plain value, have a schema here. */
export const eventRows = () =>
  rowsFor<Unprefixed<EventV1Fields & EventV1Own>>()(eventFields, {
    identifiers,
    created_at: moment,
    modified_at: moment,
    summary: text,
    ...maybeEach({
      event_instructions: text,
      location: location(),
      total_accepted: integer,
      status: openEnum(statuses),
      transparence: openEnum(transparences),
      visibility: openEnum(visibilities),
      reminders: reminders(),
      event_campaign_id: text,
      sponsor: objectOf<SponsorV1>()(maybeEach({ summary: text, url: text })),
    }),
  })

/** How filters compare the fields of events. @hidden */
export type FilterTypesV1 = FilterTypesOf<typeof eventFields>

/** Fields that only version 2 has. */
export const unsupported = Object.freeze([
  'name',
  'end_date',
  'capacity',
  'hidden',
  'featured_image_url',
  'tag_list',
] as const)
