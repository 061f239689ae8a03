import type { Assumptions } from '../assumptions.ts'
import type {
  MockCampaign,
  MockGroup,
  MockKey,
  MockPerson,
  NewCampaign,
  NewGroup,
  NewKey,
  NewPerson,
  Seeded,
} from './accounts.ts'
import type { AddEventOptions, EventReference, MockAttendance, MockEvent, NewMockEvent } from './events.ts'
import type { MockServiceOptions } from './options.ts'
import type { DashboardEntry, JournalEntry, OutboxMessage, TargetingEntry } from './views.ts'

/** The service's own clock: it starts at `now`, moves one second with every write, and never by itself. */
export interface MockClock {
  /** The moment it shows. */
  now(): Date
  /** Moves it on by an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as `PT24H`; reminders that fall due are sent. */
  advance(duration: string): void
}

/** The whole service in memory. Nothing is global: two services never see each other. */
export interface MockService {
  /** Base address, without a trailing slash. */
  readonly baseUrl: string
  readonly namespace: string
  /** The assumptions in force. */
  readonly assumptions: Readonly<Assumptions>
  /** Keys of the seeded data; made in every service, with events only where {@link MockServiceOptions.events} asks for them. */
  readonly seeded: Seeded
  readonly clock: MockClock
  /** Every request so far, oldest first. */
  readonly requests: readonly JournalEntry[]
  /** Every autoresponse and reminder so far, oldest first. */
  readonly outbox: readonly OutboxMessage[]
  /** The service as a `fetch` function, with the platform's own signature; it needs no `this`. */
  readonly fetch: typeof globalThis.fetch
  addPerson(person?: NewPerson): MockPerson
  addGroup(group: NewGroup): MockGroup
  addKey(key?: NewKey): MockKey
  addCampaign(campaign: NewCampaign): MockCampaign
  addEvent(event: NewMockEvent, options: AddEventOptions): MockEvent
  /** Records an RSVP of a person, or of as many made-up people as the number says; the same person counts once (`onePersonOnce`). */
  attend(event: EventReference, who: number | string | { readonly id: string }): readonly MockAttendance[]
  /** What the key's owner can choose in the targeting interface. */
  targeting(key: string | { readonly token: string }): readonly TargetingEntry[]
  /** The list of all actions on the dashboard of a key's owner, or on a group's manage page. */
  dashboard(of: string | { readonly token: string } | { readonly id: string }): readonly DashboardEntry[]
  /** E-mail list of a person, or of a group; everyone on it, in the order in which they joined. */
  mailingList(of: string | { readonly id: string }): readonly MockPerson[]
  /** Puts the service back to how it was made: the seed's data, an empty journal and outbox, the clock at `now`. People, keys and events added since are gone. */
  reset(): void
}
