import type { MockCampaign, MockKey, MockPerson } from './accounts.ts'
import type { Page, PageQuery, Reference, Timestamp, WithId } from './common.ts'
import type { MockAttendance, OutboxMessage } from './events.ts'

/** A column by which a list of events can be sorted. */
export type EventColumn = 'created' | 'title' | 'campaign' | 'start' | 'place' | 'rsvps' | 'origin'

/** Selects and sorts events, of all owners. */
export interface EventQuery extends PageQuery {
  /** Words to find in the title, administrative title, campaign, place, origin or id: in any order, in upper or lower case. */
  readonly search?: string
  /** The group or person who owns the events. */
  readonly owner?: Reference
  /** A person with an RSVP to the events. */
  readonly person?: Reference
  /** The campaign of the events. */
  readonly campaign?: Reference
  /** Only events with this status. */
  readonly status?: 'confirmed' | 'tentative' | 'cancelled' | 'pending_approval'
  /** Whether the events were made in the user interface or through the API. */
  readonly via?: 'ui' | 'api'
  /** `true`: events with an RSVP, which the targeting interface shows. `false`: events without one. */
  readonly attended?: boolean
  /** `true`: events with a start. `false`: events without one, which are in no week of the overview. */
  readonly dated?: boolean
  /** A day, `YYYY-MM-DD`: only events that start on it or later, in local time. */
  readonly from?: string
  /** A day, `YYYY-MM-DD`: only events that start on it or earlier, in local time. */
  readonly to?: string
  /**
   * Column to sort by. A `-` in front reverses the order. Events without a value always come last.
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
  /** Whether it was made in the user interface or through the API. */
  readonly via: 'ui' | 'api'
  /** Its campaign. */
  readonly campaign?: Pick<MockCampaign, 'id' | 'title'>
  /** Start, as local time at the event's place. */
  readonly start?: string
  /** Venue, locality and region, or those that are known. */
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

/** The two versions' names for the same thing. One is missing if only the other version has it. */
export interface NamePair {
  /** Name in version 1. */
  readonly v1?: string
  /** Name in version 2. */
  readonly v2?: string
  /** Names of the value's members, if they differ. */
  readonly members?: readonly NamePair[]
}

/** An event in both versions, as its owner's key sees it, and the names that mean the same. */
export interface EventVersions extends WithId {
  /** The version 1 response. */
  readonly v1: Readonly<Record<string, unknown>>
  /** The version 2 response. */
  readonly v2: Readonly<Record<string, unknown>>
  /** Names of fields, in the order of version 2. */
  readonly fields: readonly NamePair[]
  /** Relations of links. */
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

/** How many events, people and other things a service has, and how many events start in each week. */
export interface MockOverview extends EventCount {
  /** Number of people, with an RSVP or without. */
  readonly people: number
  /** Number of groups. */
  readonly groups: number
  /** Number of event campaigns. */
  readonly campaigns: number
  /** The weeks in which events start, by local time, in order. Weeks without events are missing. */
  readonly weeks: readonly (EventCount & {
    /** The week's Monday, `YYYY-MM-DD`. */
    readonly start: string
  })[]
  /** Events without a start. */
  readonly undated: EventCount
}

/** A group or person with a dashboard, a targeting interface or an e-mail list. */
export interface ListOwner extends WithId {
  /** Whether it is a group or a person. */
  readonly kind: 'group' | 'person'
  /** Title of the group, or name of the person. */
  readonly title: string
  /** Number of keys of the owner. */
  readonly keys: number
  /** Number of events that it owns. */
  readonly events: number
  /** Number of people on its e-mail list. */
  readonly people: number
}

/** A key in the list of all keys. */
export interface ListedKey extends MockKey {
  /** Title of the group, or name of the account's person. */
  readonly title: string
}

/** Selects people: all, those with an RSVP to an event, those on an e-mail list, or those with a tag. */
export interface PeopleQuery extends PageQuery {
  /** Words to find in the name, contacts, postal code or id: in any order, in upper or lower case. */
  readonly search?: string
  /** The whole e-mail address, in upper or lower case. */
  readonly email_address?: string
  /** People with an RSVP to this event, in the order of their first RSVPs. Not together with `list`. */
  readonly event?: Reference
  /** People on the e-mail list of this group or person, in the order in which they joined. Not together with `event`. */
  readonly list?: Reference
  /** People with this tag, in the order in which they got it. Not together with `event` or `list`. */
  readonly tag?: Reference
}

/** A page of people, for a {@link PeopleQuery}. */
export interface PeopleRows extends Page {
  /** The people of this page, in the order in which they were added, unless `event` or `list` is given. */
  readonly people: readonly (MockPerson & {
    /** With `event`: the person's first RSVP to it. */
    readonly attendance?: MockAttendance
  })[]
}

/** Selects event campaigns of all owners. */
export interface CampaignQuery extends PageQuery {
  /** Words to find in the title, administrative title, origin or id: in any order, in upper or lower case. */
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
  /** Words to find in the address or the subject: in any order, in upper or lower case. */
  readonly search?: string
  /** Only autoresponses, or only reminders. */
  readonly kind?: OutboxMessage['kind']
  /** Only messages of this event. */
  readonly event?: Reference
  /** Only messages to this person. */
  readonly person?: Reference
}

/** A message as a row of a table. */
export interface MessageRow extends OutboxMessage {
  /** Position in the outbox. The first message that was sent has 1. */
  readonly number: number
}

/** A page of messages, for a {@link MessageQuery}. */
export interface MessageRows extends Page {
  /** The messages of this page, the newest first. */
  readonly messages: readonly MessageRow[]
}

/** A message with its text. The spec leaves the wording open: the mock makes it up from the event as it is when you ask. */
export interface MessageText extends MessageRow {
  /** Name of the person. */
  readonly name: string
  /** The text, without markup. */
  readonly text: string
  /** The text as HTML. It has the event's own HTML unchanged, so do not trust it. */
  readonly html: string
}

/** Selects reminders. */
export type ReminderQuery = PageQuery

/** A reminder that is not yet due. */
export interface DueReminder {
  /** Id of the event. */
  readonly event: string
  /** Title of the event. */
  readonly title: string
  /** Start, as local time at the event's place. */
  readonly start?: string
  /** When the service sends the reminder, by its clock. Everyone who has accepted by this time gets it. */
  readonly due: Timestamp
  /** Number of accepted RSVPs. */
  readonly rsvps: number
}

/** A page of the reminders that are not yet due. */
export interface DueReminders extends Page {
  /** The reminders of this page, the next first. */
  readonly reminders: readonly DueReminder[]
}
