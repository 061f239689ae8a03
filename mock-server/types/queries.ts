import type { MockCampaign, MockKey, MockPerson } from './accounts.ts'
import type { Page, PageQuery, Reference, Timestamp, WithId } from './common.ts'
import type { MockAttendance } from './events.ts'

/** What a list of events can be sorted by. */
export type EventColumn = 'created' | 'title' | 'campaign' | 'start' | 'place' | 'rsvps' | 'origin'

/** Which events of a service are wanted, whoever they belong to, and in which order. */
export interface EventQuery extends PageQuery {
  /** Text that stands in the title, administrative title, campaign, place, origin or id, in any case; several words in any order. */
  readonly search?: string
  /** A group or person whose events they are. */
  readonly owner?: Reference
  /** A person who gave an RSVP to them. */
  readonly person?: Reference
  /** How they were made: in the user interface, or through the interface. */
  readonly via?: 'ui' | 'api'
  /** `true`: those that somebody gave an RSVP to, which the targeting interface offers; `false`: the others. */
  readonly attended?: boolean
  /** `true`: those that have a start; `false`: those that have none, which stand in no week of the overview. */
  readonly dated?: boolean
  /** Date, `YYYY-MM-DD`: they start on this day or later, by their local clocks. */
  readonly from?: string
  /** Date, `YYYY-MM-DD`: they start on this day or before. */
  readonly to?: string
  /**
   * Column to sort by, with a `-` in front from the last to the first. Events without a value come last either way.
   * @default '-created'
   */
  readonly sort?: EventColumn | `-${EventColumn}`
}

/** An event in a list, as a table shows it. */
export interface EventRow extends WithId {
  /** Title for the public. */
  readonly title: string
  /** Title for the organizers' own use. */
  readonly name?: string
  /** Where the event comes from. */
  readonly origin: string
  /** Whether it was made in the user interface or through the interface. */
  readonly via: 'ui' | 'api'
  /** Its campaign. */
  readonly campaign?: MockCampaign
  /** Start: the local time at the event's place. */
  readonly start?: string
  /** Where it is: venue, locality and region, as far as there are any. */
  readonly place: string
  /** How many RSVPs it has. */
  readonly rsvps: number
  /** What the targeting interface calls it, once somebody has acted on it (v1 §1.5, v2 §1.6). */
  readonly label?: string
}

/** A page of the events that an {@link EventQuery} asks for. */
export interface EventRows extends Page {
  /** Those of this page. */
  readonly events: readonly EventRow[]
}

/** What the two versions call the same thing; one of them is missing where the other version alone has it. */
export interface NamePair {
  /** Name in version 1. */
  readonly v1?: string
  /** Name in version 2. */
  readonly v2?: string
  /** The same of the members of its value, where their names differ. */
  readonly members?: readonly NamePair[]
}

/** One event as each version shows it to the key that it belongs to, and which names mean the same. */
export interface EventVersions extends WithId {
  /** As version 1 answers it. */
  readonly v1: Readonly<Record<string, unknown>>
  /** As version 2 answers it. */
  readonly v2: Readonly<Record<string, unknown>>
  /** Fields, in the order of version 2. */
  readonly fields: readonly NamePair[]
  /** Relations of its links. */
  readonly relations: readonly NamePair[]
}

/** What the API answers at a path, only for looking: it is not in the request log, no fault applies to it, and no rate limit counts it. */
export interface Preview {
  /** Status of the answer. */
  readonly status: number
  /** Its body. */
  readonly body: unknown
}

/** How many events there are, and how many RSVPs they have. */
interface EventCount {
  /** Events. */
  readonly events: number
  /** Their RSVPs. */
  readonly rsvps: number
}

/** How much there is in a service, and when its events take place. */
export interface MockOverview extends EventCount {
  /** People, whether they gave an RSVP or not. */
  readonly people: number
  /** Groups. */
  readonly groups: number
  /** Event campaigns. */
  readonly campaigns: number
  /** Weeks in which events start, by their local clocks, the earliest first. Weeks without any are not there. */
  readonly weeks: readonly (EventCount & {
    /** The week's Monday, `YYYY-MM-DD`. */
    readonly start: string
  })[]
  /** Events that have no start. */
  readonly undated: EventCount
}

/** Somebody whose dashboard, targeting interface and e-mail list can be looked at: a group, the person of an account, or a person with a list of their own. */
export interface ListOwner extends WithId {
  /** What it is. */
  readonly kind: 'group' | 'person'
  /** Title of the group, or name of the person. */
  readonly title: string
  /** How many keys it has. */
  readonly keys: number
  /** How many events are its own. */
  readonly events: number
  /** How many people are on its e-mail list. */
  readonly people: number
}

/** A key in a list of all keys, and whose it is in words. */
export interface ListedKey extends MockKey {
  /** Title of the group, or name of the person whose account it is. */
  readonly title: string
}

/** Which people of a service are wanted: all, or those who have to do with one thing. */
export interface PeopleQuery extends PageQuery {
  /** Text that stands in the name, e-mail address, postal code or id, in any case; several words in any order. */
  readonly search?: string
  /** An event: those who gave an RSVP to it, in the order in which they first did. Not together with `list`. */
  readonly event?: Reference
  /** A group or person: those on that e-mail list, in the order in which they joined. Not together with `event`. */
  readonly list?: Reference
}

/** A page of the people that a {@link PeopleQuery} asks for. */
export interface PeopleRows extends Page {
  /** The people of this page. With `event`, each has their first RSVP to it. All people together are in the order in which they were added. */
  readonly people: readonly (MockPerson & {
    /** The RSVP. */
    readonly attendance?: MockAttendance
  })[]
}

/** Which messages of the outbox are wanted. */
export interface MessageQuery extends PageQuery {
  /** Text that stands in the address or the subject, in any case; several words in any order. */
  readonly search?: string
  /** Answers to RSVPs alone, or reminders alone. */
  readonly kind?: OutboxMessage['kind']
  /** Messages of this event alone. */
  readonly event?: Reference
}

/** A message in a list. */
export interface MessageRow extends OutboxMessage {
  /** Its place in the outbox, from 1: the first that was sent. */
  readonly number: number
}

/** A page of the messages that a {@link MessageQuery} asks for. */
export interface MessageRows extends Page {
  /** Those of this page, the newest first. */
  readonly messages: readonly MessageRow[]
}

/** A message as a person would read it. The spec leaves the wording open: the mock makes it up when you look, from the event as it is then. */
export interface MessageText extends MessageRow {
  /** The person's name. */
  readonly name: string
  /** What it says, without any markup. */
  readonly text: string
  /** The same as HTML, with what the event's author wrote as it came: it may hold anything. */
  readonly html: string
}

/** Which reminders are wanted. */
export type ReminderQuery = PageQuery

/** A reminder that is not due yet. */
export interface DueReminder {
  /** Id of the event. */
  readonly event: string
  /** Title of the event. */
  readonly title: string
  /** Start: the local time at the event's place. */
  readonly start?: string
  /** When it is sent, by the service's clock, to whoever has accepted by then. */
  readonly due: Timestamp
  /** How many accepted RSVPs the event has by now. */
  readonly rsvps: number
}

/** A page of the reminders that are not due yet. */
export interface DueReminders extends Page {
  /** The reminders of this page, in the order in which they are due. */
  readonly reminders: readonly DueReminder[]
}

/** An entry of the targeting interface (v1 §1.5, v2 §1.6). */
export interface TargetingEntry {
  /** Id of the event. */
  readonly id: string
  /** `[1, <origin> Event], <title>` for an event made through the interface; the title for one of the user interface. */
  readonly label: string
  /** Ids of everyone who acted on it, in the order of their RSVPs. */
  readonly people: readonly string[]
}

/** An entry of the dashboard's list of all actions, and of the group's manage page (v2 §1.5). */
export interface DashboardEntry {
  /** Id of the event. */
  readonly id: string
  /** The event's title. */
  readonly title: string
  /** Page where people sign up. */
  readonly publicUrl: string
  /** Page with the event's statistics. */
  readonly manageUrl: string
}

/** A message that the service would have sent. */
export interface OutboxMessage {
  /** The answer to an RSVP, or the reminder before the event. */
  readonly kind: 'autoresponse' | 'reminder'
  /** How it is sent (v1 §2.1, v2 §2.3). */
  readonly method: 'email'
  /** Id of the event. */
  readonly event: string
  /** Id of the person. */
  readonly person: string
  /** E-mail address of the person. */
  readonly to: string
  /** Subject line, with the event's title. */
  readonly subject: string
  /** When it was due by the service's clock. */
  readonly sent_at: Timestamp
}
