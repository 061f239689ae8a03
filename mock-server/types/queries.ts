import type { MockCampaign, MockKey, MockPerson } from './accounts.ts'
import type { Page, PageQuery, Reference, Timestamp, WithId } from './common.ts'
import type { MockAttendance, OutboxMessage } from './events.ts'

/** A column by which a list of events can be sorted. */
export type EventColumn = 'created' | 'title' | 'campaign' | 'start' | 'place' | 'rsvps' | 'origin'

/** Selects and sorts events of all owners. */
export interface EventQuery extends PageQuery {
  /**
   * Words that an event must contain in its title, name, campaign, place or origin, in any order, in upper or lower case.
   * A word of at least eight characters may also be the beginning of the id.
   */
  readonly search?: string
  /** Only events of this group or person. */
  readonly owner?: Reference
  /** Only events to which this person has an RSVP. */
  readonly person?: Reference
  /** Only events of this campaign. */
  readonly campaign?: Reference
  /** Only events with this status. */
  readonly status?: 'confirmed' | 'tentative' | 'cancelled' | 'pending_approval'
  /** Only events created in the user interface, or only events created through the API. */
  readonly via?: 'ui' | 'api'
  /** `true`: only events with an RSVP, as in the targeting interface. `false`: only events without an RSVP. */
  readonly attended?: boolean
  /** `true`: only events with a start. `false`: only events without a start, which {@link MockOverview.undated} counts. */
  readonly dated?: boolean
  /** A day, `YYYY-MM-DD`. Only events that start on this day or later, in local time. */
  readonly from?: string
  /** A day, `YYYY-MM-DD`. Only events that start on this day or earlier, in local time. */
  readonly to?: string
  /**
   * Column to sort by. A `-` before the name reverses the order. Events without a value in the column always come last.
   * @default '-created'
   */
  readonly sort?: EventColumn | `-${EventColumn}`
}

/** An event as a row of a table. */
export interface EventRow extends WithId {
  /** Public title. */
  readonly title: string
  /** Title for the organizers only. */
  readonly name?: string
  /** Where the event comes from. */
  readonly origin: string
  /** Whether the event was created in the user interface or through the API. */
  readonly via: 'ui' | 'api'
  /** Event campaign to which the event belongs. */
  readonly campaign?: Pick<MockCampaign, 'id' | 'title'>
  /** Start, as local time at the event's place. */
  readonly start?: string
  /** Venue, locality and region. Parts without a value are left out. */
  readonly place: string
  /** Its status. */
  readonly status: 'confirmed' | 'tentative' | 'cancelled' | 'pending_approval'
  /** Whether the user interface hides the event. */
  readonly hidden: boolean
  /** Whether search finds the event. */
  readonly visibility: 'public' | 'private'
  /** Whether the event is over, by the service's clock and the time zone of the event's place. Without an end, its start counts. */
  readonly past: boolean
  /** Number of RSVPs to the event. */
  readonly rsvps: number
  /** Label in the targeting interface, if the event has an RSVP (v1 §1.5, v2 §1.6). */
  readonly label?: string
  /** With `person`: the person's first RSVP to the event. */
  readonly attendance?: MockAttendance
}

/** A page of events, for an {@link EventQuery}. */
export interface EventRows extends Page {
  /** The events of this page. */
  readonly events: readonly EventRow[]
}

/** The names of the same field or relation in the two versions. A name is missing if that version does not have the field or relation. */
export interface NamePair {
  /** Name in version 1. */
  readonly v1?: string
  /** Name in version 2. */
  readonly v2?: string
  /** For a field whose value is an object: names of its members, if the names differ between the versions. */
  readonly members?: readonly NamePair[]
}

/** An event as both versions show it to its owner, and the names that mean the same in both versions. */
export interface EventVersions extends WithId {
  /** The version 1 response. */
  readonly v1: Readonly<Record<string, unknown>>
  /** The version 2 response. */
  readonly v2: Readonly<Record<string, unknown>>
  /** Names of the fields, in the order of version 2. */
  readonly fields: readonly NamePair[]
  /** Relations of the links. */
  readonly relations: readonly NamePair[]
}

/** A response of the API for display only. It is not in the request log, no fault applies to it, and no rate limit counts it. */
export interface Preview {
  /** Status of the response. */
  readonly status: number
  /** Body of the response. */
  readonly body: unknown
}

/** Numbers of events and RSVPs. */
export interface EventCount {
  /** Number of events. */
  readonly events: number
  /** Number of their RSVPs. */
  readonly rsvps: number
}

/** Numbers of events, people, groups and campaigns of a service, and numbers of events that start in each week. */
export interface MockOverview extends EventCount {
  /** Number of all people, even of people without an RSVP. */
  readonly people: number
  /** Number of groups. */
  readonly groups: number
  /** Number of event campaigns. */
  readonly campaigns: number
  /** The weeks in which events start, in local time, the earliest first. Weeks without events are missing. */
  readonly weeks: readonly (EventCount & {
    /** The week's Monday, `YYYY-MM-DD`. */
    readonly start: string
  })[]
  /** Events without a start. */
  readonly undated: EventCount
}

/** A group or person with a dashboard, a targeting interface or an e-mail list. */
export interface ListOwner extends WithId {
  /** Whether the owner is a group or a person. */
  readonly kind: 'group' | 'person'
  /** Title of the group, or name of the person. */
  readonly title: string
  /** Number of keys of the owner. */
  readonly keys: number
  /** Number of events that the group or person owns. */
  readonly events: number
  /** Number of people on the e-mail list. */
  readonly people: number
}

/** An API key and the name of its holder. */
export interface ListedKey extends MockKey {
  /** Title of the group, or name of the account's person. */
  readonly title: string
}

/** Selects people: all, those with an RSVP to an event, those on an e-mail list, or those with a tag. */
export interface PeopleQuery extends PageQuery {
  /**
   * Words that a person must contain in the name, contacts or postal code, in any order, in upper or lower case.
   * A word of at least eight characters may also be the beginning of the id.
   */
  readonly search?: string
  /** Only people with exactly this e-mail address, in upper or lower case. */
  readonly email_address?: string
  /** Only people with an RSVP to this event, in the order of their first RSVPs. `event` and `list` exclude each other. */
  readonly event?: Reference
  /** Only people on the e-mail list of this group or person, in the order in which they joined. `event` and `list` exclude each other. */
  readonly list?: Reference
  /** Only people with this tag, in the order in which they got the tag. Excludes `event` and `list`. */
  readonly tag?: Reference
}

/** A page of people, for a {@link PeopleQuery}. */
export interface PeopleRows extends Page {
  /** The people of this page, in the order in which they were added, unless `event` or `list` is given. */
  readonly people: readonly (MockPerson & {
    /** The person's first RSVP to the event of the query. Absent without `event` in the query. */
    readonly attendance?: MockAttendance
  })[]
}

/** Selects event campaigns of all owners. */
export interface CampaignQuery extends PageQuery {
  /**
   * Words that a campaign must contain in its title, name or origin, in any order, in upper or lower case.
   * A word of at least eight characters may also be the beginning of the id.
   */
  readonly search?: string
}

/** An event campaign as a row of a table. */
export interface CampaignRow extends WithId {
  /** Public title. */
  readonly title: string
  /** Where the campaign comes from. */
  readonly origin: string
  /** Whether it was made in the user interface or through the API. */
  readonly via: 'ui' | 'api'
  /** Whether the user interface hides the campaign. */
  readonly hidden: boolean
  /** The group or person who owns the campaign, with the group's title or the person's name. */
  readonly owner: WithId & {
    /** Title of the group, or name of the person. */
    readonly title: string
  }
  /** Number of its events. */
  readonly events: number
  /** Number of RSVPs to its events. */
  readonly rsvps: number
}

/** A page of event campaigns, for a {@link CampaignQuery}. */
export interface CampaignRows extends Page {
  /** The campaigns of this page, the newest first. */
  readonly campaigns: readonly CampaignRow[]
}

/** Selects messages of the outbox. */
export interface MessageQuery extends PageQuery {
  /** Words that a message must contain in the address or the subject, in any order, in upper or lower case. */
  readonly search?: string
  /** Only autoresponses, or only reminders. */
  readonly kind?: OutboxMessage['kind']
  /** Only messages about this event. */
  readonly event?: Reference
  /** Only messages to this person. */
  readonly person?: Reference
}

/** A message as a row of a table. */
export interface MessageRow extends OutboxMessage {
  /** Position in the outbox. The oldest message has the number 1. */
  readonly number: number
}

/** A page of messages, for a {@link MessageQuery}. */
export interface MessageRows extends Page {
  /** The messages of this page, the newest first. */
  readonly messages: readonly MessageRow[]
}

/** A message with its text. The spec does not give the wording, so the mock service writes a text from the current data of the event. */
export interface MessageText extends MessageRow {
  /** Name of the person. */
  readonly name: string
  /** The text, without markup. */
  readonly text: string
  /** The text as HTML. It contains the HTML of the event's description unchanged, so treat it as untrusted. */
  readonly html: string
}

/** Selects a page of the reminders that are not yet due. */
export type ReminderQuery = PageQuery

/** A reminder that is not yet due. */
export interface DueReminder {
  /** Id of the event. */
  readonly event: string
  /** Title of the event. */
  readonly title: string
  /** Start, as local time at the event's place. */
  readonly start?: string
  /** Time at which the service sends the reminder, by the service's clock. All people who have accepted by this time get the reminder. */
  readonly due: Timestamp
  /** Number of accepted RSVPs. */
  readonly rsvps: number
}

/** A page of the reminders that are not yet due. */
export interface DueReminders extends Page {
  /** The reminders of this page, in the order in which they become due. */
  readonly reminders: readonly DueReminder[]
}
