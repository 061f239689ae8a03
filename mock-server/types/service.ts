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
import type { KeyReference, Reference } from './common.ts'
import type {
  AddEventOptions,
  AttendOptions,
  EventReference,
  MockAttendance,
  MockEvent,
  MockEventChanges,
  NewMockEvent,
} from './events.ts'
import type { MockFaults } from './faults.ts'
import type { MockServiceOptions } from './options.ts'
import type { DashboardEntry, OutboxMessage, TargetingEntry } from './queries.ts'
import type { RequestLog } from './requests.ts'
import type { MockState } from './state.ts'

/**
 * The service's own clock: it starts at `now`, moves one second with every write, and never by itself unless `now` is `'system'`.
 *
 * @example
 * ```ts
 * import { createMockService } from 'osdi-events/mock'
 *
 * const service = createMockService({ now: '2026-06-01T00:00:00Z' })
 * const { group } = service.seeded
 * const picnic = service.addEvent({ title: 'Picnic', start_date: '2026-06-20T12:00:00' }, { key: group })
 * service.attend(picnic, 1)
 * service.clock.advance('P20D')
 * console.log(service.clock.now(), service.outbox.map(({ kind }) => kind)) // [ 'autoresponse', 'reminder' ]
 * ```
 */
export interface MockClock {
  /** The moment it shows. */
  now(): Date
  /**
   * Moves it on by an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as `PT24H` or `PT0.5S`, up to the year
   * 9999; reminders that fall due are sent, and the assumption `rateLimit` counts as if that time had passed.
   */
  advance(duration: string): void
}

/** The whole service in memory. Two services never see each other. */
export interface MockService {
  /** Base address, without a trailing slash. */
  readonly baseUrl: string
  /** The service's own prefix. */
  readonly namespace: string
  /** The assumptions in force. */
  readonly assumptions: Readonly<Assumptions>
  /** The seeded keys, which every service has; with {@link MockServiceOptions.events}, the group has events. */
  readonly seeded: Seeded
  /** The service's clock. */
  readonly clock: MockClock
  /** The last requests that came, oldest first, and the means to search them. */
  readonly requests: RequestLog
  /** Faults: rules that make requests slow, refuse them, break them off or answer them wrongly. */
  readonly faults: MockFaults
  /** Every autoresponse and reminder so far, oldest first. */
  readonly outbox: readonly OutboxMessage[]
  /** The service as a `fetch` function, with the platform's own signature; it needs no `this`. */
  readonly fetch: typeof globalThis.fetch
  /** Adds a person. */
  addPerson(person?: NewPerson): MockPerson
  /** Adds a group of people that the service knows. */
  addGroup(group: NewGroup): MockGroup
  /**
   * Adds a key of a group, of a person's account, or of a new account.
   *
   * @example
   * ```ts
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const [ada, grace] = [service.addPerson({ given_name: 'Ada' }), service.addPerson()]
   * const group = service.addGroup({ title: 'Park friends', creator: ada, organizers: [grace] })
   * const keys = [service.addKey({ group }), service.addKey({ person: grace }), service.addKey()]
   * console.log(keys.map(({ token }) => token))
   * ```
   */
  addKey(key?: NewKey): MockKey
  /** Adds an event campaign of a key's owner. */
  addCampaign(campaign: NewCampaign): MockCampaign
  /**
   * Adds an event, as the service's user interface makes it unless the options say otherwise. Without a key it is the seeded group's.
   *
   * @example
   * ```ts
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const picnic = service.addEvent({ title: 'Picnic', start_date: '2026-06-20T12:00:00' })
   * const hike = service.addEvent({ title: 'Hike' }, { key: service.addKey() })
   * service.attend(picnic, 3)
   * ```
   */
  addEvent(event: NewMockEvent, options?: AddEventOptions): MockEvent
  /**
   * Changes an event as its page in the user interface would: the fields that are given, and no others. The time of modification moves as
   * with a PUT.
   */
  updateEvent(event: EventReference, changes: MockEventChanges): MockEvent
  /** Sets an event's status to `cancelled`, which no request can. It sends no reminders any more; all else stays. */
  cancelEvent(event: EventReference): MockEvent
  /**
   * Removes an event, which no request can. Its RSVPs and reminders go with it, its identifiers are free again, and its address
   * answers as if the event had never existed. Mail that was sent stays in the outbox, and people stay on the e-mail lists that they joined.
   *
   * @example
   * ```ts
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const [picnic, hike] = [service.addEvent({ title: 'Picnic' }), service.addEvent({ title: 'Hike' })]
   * service.cancelEvent(picnic)
   * service.removeEvent(hike)
   * console.log(service.dashboard(service.seeded.group).length) // 1
   * ```
   */
  removeEvent(event: EventReference): void
  /**
   * Records an RSVP of a person; or, with a number, RSVPs of that many made-up people, at most a million. The same person counts
   * once: a second RSVP changes the status (assumption `onePersonOnce`). Only accepted RSVPs get mail.
   *
   * @example
   * ```ts
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const key = service.seeded.group
   * const picnic = service.addEvent({ title: 'Picnic' }, { key })
   * service.attend(picnic, 30) // thirty made-up people
   * service.attend(picnic, service.addPerson({ given_name: 'Ada', email_address: 'ada@example.org' }))
   * console.log(service.outbox.length) // 31 autoresponses
   * ```
   */
  attend(event: EventReference, who: number | Reference, options?: AttendOptions): readonly MockAttendance[]
  /** What the key's owner can choose in the targeting interface. */
  targeting(key: KeyReference): readonly TargetingEntry[]
  /** The list of all actions on the dashboard of a key's owner, or on a group's manage page: without events that were created through the interface (v1 §1.4, v2 §1.5). */
  dashboard(of: KeyReference | Reference): readonly DashboardEntry[]
  /** E-mail list of a person, or of a group; everyone on it, in the order in which they joined. */
  mailingList(of: Reference): readonly MockPerson[]
  /**
   * What the service holds at this moment: everything that was added, the clock and the outbox. The time does not depend on the amount of data.
   *
   * @example
   * ```ts
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const { group } = service.seeded
   * const before = service.snapshot()
   * service.addEvent({ title: 'Picnic' }, { key: group })
   * service.restore(before)
   * console.log(service.dashboard(group).length) // 0
   * ```
   */
  snapshot(): MockSnapshot
  /**
   * Goes back to a snapshot, of this service or of another one, with an empty request log. The snapshot can be restored again: nothing that
   * the service does later changes it. A state document works too; it is read and checked first. For a snapshot of a service with the same
   * namespace and the same assumption `scope`, the time does not depend on the amount of data; for other snapshots and for documents it does.
   *
   * The service keeps its own address, namespace and assumptions, except the form of ids, which is the one of the snapshot. A foreign
   * identifier that has the namespace of this service is refused.
   *
   * @throws {@link MockServiceError} with code `state`, naming what is wrong: if the document is no state document, is damaged or has a
   * newer version, or if it has such an identifier. Then nothing has changed.
   */
  restore(snapshot: MockSnapshot | MockState): void
  /**
   * Goes back to how the service was made: the seed's data, an empty request log and outbox, the clock at `now`. People, keys and events added since are gone.
   */
  reset(): void
}

/** What a service held at a moment, see `MockService.snapshot`: nothing changes it any more. */
export interface MockSnapshot {
  /**
   * The same as a document, to be stored or sent; `JSON.stringify` calls it. The time grows with the amount of data.
   *
   * @example
   * ```ts
   * import { createMockService, type MockState } from 'osdi-events/mock'
   *
   * const text = JSON.stringify(createMockService({ events: 3 }).snapshot()) // a file, a fixture
   * createMockService().restore(JSON.parse(text) as MockState)
   * ```
   */
  toJSON(): MockState
}
