import type { Page, PageQuery, Reference, Timestamp } from './common.ts'

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

/** A message as it would be read. The documents leave the wording open: it is made up when somebody looks, out of the event as it is then. */
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
  /** The event's local clock. */
  readonly start?: string
  /** When it is sent, by the service's clock, to whoever has accepted by then. */
  readonly due: Timestamp
  /** How many accepted RSVPs the event has by now. */
  readonly rsvps: number
}

/** A page of the reminders that are not due yet. */
export interface DueReminders extends Page {
  /** Those of this page, what is due first first. */
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
