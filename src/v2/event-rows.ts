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
import type { FieldsOf, FilterTypesOf, Unprefixed } from '../core/schema/field-list.ts'
import { alwaysInLocation, alwaysInReminders, location, reminders } from '../core/schema/hal-schemas.ts'
import { rowsFor } from '../core/schema/rows.ts'
import {
  flag,
  identifiers,
  integer,
  maybeEach,
  moment,
  objectOf,
  openEnum,
  text,
  texts,
} from '../core/schema/schemas.ts'

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

/** The fields of an event (v2 §2.1). The order is that of the spec's table. */
export const eventFields = {
  identifiers: { filterType: 'identifiers', sent: 'optional' },
  origin_system: { filterType: 'text', always: true, sent: 'required', other: 'originating_system' },
  created_date: { filterType: 'moment', other: 'created_at' },
  modified_date: { filterType: 'moment', other: 'modified_at' },
  name: { filterType: 'text', sent: 'optional', other: null },
  title: { filterType: 'text', sent: 'required', other: 'summary' },
  description: { filterType: 'text', sent: 'optional' },
  instructions: { filterType: 'text', sent: 'optional', other: 'event_instructions' },
  browser_url: { filterType: 'text', sent: 'optional', other: 'url' },
  featured_image_url: { filterType: 'text', other: null },
  start_date: { filterType: 'localTime', sent: 'optional', other: 'start' },
  end_date: { filterType: 'localTime', sent: 'optional', other: null },
  location: { always: alwaysInLocation, sent: 'optional' },
  total_accepted: { filterType: 'number', always: true },
  status: { filterType: 'text', always: true },
  transparence: { filterType: 'text', always: true },
  visibility: { filterType: 'text', always: true },
  guests_can_invite_others: { filterType: 'flag', always: true, other: 'guestsCanInviteOthers' },
  capacity: { filterType: 'number', other: null },
  reminders: { always: alwaysInReminders },
  tag_list: { sent: 'optional', other: null },
  event_campaign_id: { own: true },
  hidden: { own: true, always: true, other: null },
  sponsor: { own: true },
} as const satisfies FieldsOf<EventV2Fields, EventV2Own, NewEventV2>

/** The rows of the fields. Only fields that are required, or more than a plain value, have a schema here. */
export const eventRows = () =>
  rowsFor<Unprefixed<EventV2Fields & EventV2Own>>()(eventFields, {
    identifiers,
    created_date: moment,
    modified_date: moment,
    title: text,
    ...maybeEach({
      location: location(),
      total_accepted: integer,
      status: openEnum(statuses),
      transparence: openEnum(transparences),
      visibility: openEnum(visibilities),
      capacity: integer,
      reminders: reminders(),
      tag_list: texts,
      event_campaign_id: text,
      hidden: flag,
      sponsor: objectOf<SponsorV2>()(maybeEach({ title: text, browser_url: text })),
    }),
  })

/** How filters compare the fields of events. @hidden */
export type FilterTypesV2 = FilterTypesOf<typeof eventFields>
