import type { Assumptions } from '../assumptions.ts'
import type {
  MockCampaign,
  MockCampaignChanges,
  MockGroup,
  MockKey,
  MockPerson,
  MockPersonChanges,
  MockTag,
  NewCampaign,
  NewGroup,
  NewKey,
  NewPerson,
  NewTag,
  Seeded,
} from './accounts.ts'
import type { KeyReference, Reference } from './common.ts'
import type {
  AddEventOptions,
  AttendOptions,
  DashboardEntry,
  EventReference,
  MockAttendance,
  MockEvent,
  MockEventChanges,
  NewMockEvent,
  OutboxMessage,
  TargetingEntry,
} from './events.ts'
import type { MockFaults } from './faults.ts'
import type { RequestLog } from './requests.ts'
import type { MockState } from './state.ts'

/**
 * The service's own clock. It starts at the option `now`, and moves only by `advance` and by one second with every write. With `now:
 * 'system'`, the clock follows the system's time instead.
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
  /** The time that the clock shows. */
  now(): Date
  /**
   * Moves the clock forward by an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as `PT24H` or `PT0.5S`. The
   * clock cannot go past the year 9999. Reminders that become due are sent. The rate limit (assumption `rateLimit`) uses this clock too.
   */
  advance(duration: string): void
}

/** A mock service in memory. Two services share no data. */
export interface MockService {
  /** Base address, without a trailing slash. */
  readonly baseUrl: string
  /** The service's own prefix, such as `platform` in the identifier `platform:123`. */
  readonly namespace: string
  /** All assumptions, with their settings. */
  readonly assumptions: Readonly<Assumptions>
  /** The two API keys that every service has. With {@link MockServiceOptions.events}, the group has events from the start. */
  readonly seeded: Seeded
  /** The service's clock. */
  readonly clock: MockClock
  /** The request log: the latest requests, oldest first. */
  readonly requests: RequestLog
  /** Rules that make requests fail. */
  readonly faults: MockFaults
  /** All autoresponses and reminders, oldest first. */
  readonly outbox: readonly OutboxMessage[]
  /** The service as a `fetch` function. You can pass it on without binding `this`. */
  readonly fetch: typeof globalThis.fetch
  /** Adds a person. */
  addPerson(person?: NewPerson): MockPerson
  /**
   * Changes the given fields of a person. The time of modification changes as it does with a PUT.
   *
   * @example
   * ```ts
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const driver = service.addTag({ name: 'driver', key: service.seeded.group })
   * const ada = service.addPerson({ given_name: 'Ada', email_address: null, phone_number: '+1 202 555 0101' })
   * service.updatePerson(ada, { custom_fields: { diet: 'vegan' }, tags: [driver] })
   * ```
   */
  updatePerson(person: Reference, changes: MockPersonChanges): MockPerson
  /** Adds a group. */
  addGroup(group: NewGroup): MockGroup
  /**
   * Adds an API key of a group, of a person's individual account, or of a new individual account.
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
  /** Adds an event campaign. */
  addCampaign(campaign: NewCampaign): MockCampaign
  /**
   * Changes the given fields of an event campaign, as if it were changed in the user interface. The time of modification changes as it
   * does with a PUT.
   */
  updateCampaign(campaign: Reference, changes: MockCampaignChanges): MockCampaign
  /**
   * Adds a tag. Later, RSVPs can give this tag to people by its name.
   *
   * @example
   * ```ts
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const { group } = service.seeded
   * service.addTag({ name: 'volunteer', key: group })
   * const picnic = service.addEvent({ title: 'Picnic' })
   * await service.fetch(`${service.baseUrl}/api/v2/events/${picnic.id}/attendances`, {
   *   method: 'POST',
   *   headers: { 'OSDI-API-Token': group.token, 'Content-Type': 'application/json' },
   *   body: JSON.stringify({ person: { email_addresses: [{ address: 'ada@example.org' }] }, add_tags: ['volunteer'] }),
   * })
   * ```
   */
  addTag(tag: NewTag): MockTag
  /**
   * Adds an event, as the service's user interface does. Without options, the event belongs to the seeded group.
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
  /** Changes the given fields of an event, as the user interface does. The modification time of the event changes as in a PUT. */
  updateEvent(event: EventReference, changes: MockEventChanges): MockEvent
  /** Sets the status of an event to `cancelled`. The API has no request for this. The event sends no more reminders. */
  cancelEvent(event: EventReference): MockEvent
  /**
   * Removes an event with its RSVPs and reminders. The API has no request for this. Requests for the event get an error, as for an unknown
   * id, and other events can use its identifiers. Sent mail stays in the outbox, and people stay on the e-mail lists that they joined.
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
   * Records an RSVP of a person; with a number, RSVPs of that many made-up people, at most a million. A second RSVP of the same person only
   * changes the status (assumption `onePersonOnce`). Only people with the status `accepted` get mail.
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
  /** The targeting interface of a key's owner: the events that have an RSVP. */
  targeting(key: KeyReference): readonly TargetingEntry[]
  /**
   * The list of all actions, as the dashboard or a group's manage page shows it. The list contains only events of the user interface (v1
   * §1.4, v2 §1.5).
   */
  dashboard(of: KeyReference | Reference): readonly DashboardEntry[]
  /** The people on the e-mail list of a person or a group, in the order in which they joined. */
  mailingList(of: Reference): readonly MockPerson[]
  /**
   * Returns a copy of all current data of the service, with the clock and the outbox. The time does not depend on the amount of data.
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
   * Replaces all data with the data of a snapshot, of this or another service, or with the data of a state document. Also empties the
   * request log and removes all faults. You can restore the same snapshot several times. A snapshot of a service with the same namespace
   * and the same assumption `scope` takes the same time for any amount of data. The service checks the whole document before it changes
   * anything.
   *
   * The service keeps its own address, namespace and assumptions. But the form of new ids (assumption `ids`) comes from the snapshot or
   * document.
   *
   * @throws {@link MockServiceError} with the code `state` if the document is not a state document, is damaged or has a newer version, or
   * if a foreign identifier has the namespace of this service. Then nothing changes.
   */
  restore(snapshot: MockSnapshot | MockState): void
  /** Replaces all data with the data that the service had when it was created. Also empties the request log and removes all faults. */
  reset(): void
}

/** An immutable copy of the data of a service, from {@link MockService.snapshot}. */
export interface MockSnapshot {
  /**
   * Returns a state document, which you can store or send. `JSON.stringify(snapshot)` calls this method. The time grows with the amount of
   * data.
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
