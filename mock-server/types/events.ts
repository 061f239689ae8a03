import type { Timestamp } from './common.ts'
import type { PlaceQuery } from './geocode.ts'
import type { MockService } from './service.ts'

/** An event as handed to {@link MockService.addEvent}, under version 2's names. */
export interface NewMockEvent {
  readonly title: string
  readonly origin_system?: string
  readonly name?: string
  readonly description?: string
  readonly instructions?: string
  readonly browser_url?: string
  readonly featured_image_url?: string
  /** The event's local clock (v2 §2.1). */
  readonly start_date?: string
  /** The event's local clock (v2 §2.1). */
  readonly end_date?: string
  readonly identifiers?: readonly string[]
  readonly location?: PlaceQuery
  readonly capacity?: number
  readonly visibility?: 'public' | 'private'
  readonly hidden?: boolean
  /** Id of a campaign of the same owner. */
  readonly campaign?: string | { readonly id: string }
  /** A person who is made the explicit creator (v2 §4.7). */
  readonly creator?: string | { readonly id: string }
}

/** How {@link MockService.addEvent} makes the event. */
export interface AddEventOptions {
  /** Whose event it is. */
  readonly key: string | { readonly token: string }
  /**
   * `'ui'`: as the service's user interface makes it, with a public page, autoresponses and reminders;
   * `'api'`: as a POST makes it (v2 §1.5).
   * @default 'ui'
   */
  readonly via?: 'ui' | 'api'
}

/** An event that the mock made: its bare id, and the rest as a version 2 answer shows it. */
export interface MockEvent {
  readonly id: string
  readonly identifiers: readonly string[]
  readonly title: string
  readonly [field: string]: unknown
}

/** An event, named by its id, by one of its identifiers, or by an answer that carries them. */
export type EventReference = string | { readonly id: string } | { readonly identifiers: readonly string[] }

/** One RSVP. */
export interface MockAttendance {
  readonly id: string
  /** Id of the event. */
  readonly event: string
  /** Id of the person. */
  readonly person: string
  readonly created_date: Timestamp
}
