import type { Timestamp } from './common.ts'

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
