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
 * The service's own clock. It starts at the option `now` and moves one second with every write, never by itself. With `now: 'system'`, it
 * follows the system's time instead.
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
   * Moves the clock forward by an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as `PT24H` or `PT0.5S`, up to the year
   * 9999. Reminders that become due are sent, and time passes for the assumption `rateLimit` too.
   */
  advance(duration: string): void
}

/** The whole service in memory. Two services share nothing. */
export interface MockService {
  /** Base address, without a trailing slash. */
  readonly baseUrl: string
  /** The service's own prefix. */
  readonly namespace: string
  /** All assumptions, with their settings. */
  readonly assumptions: Readonly<Assumptions>
  /** The two keys that every service has. With {@link MockServiceOptions.events}, their group has events. */
  readonly seeded: Seeded
  /** The service's clock. */
  readonly clock: MockClock
  /** The request log: the latest requests, oldest first. */
  readonly requests: RequestLog
  /** Rules that make requests fail. */
  readonly faults: MockFaults
  /** All autoresponses and reminders, oldest first. */
  readonly outbox: readonly OutboxMessage[]
  /** The service as a `fetch` function. It needs no `this`. */
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
  /** Adds an event campaign. */
  addCampaign(campaign: NewCampaign): MockCampaign
  /**
   * Changes the given fields of an event campaign, as if it were changed in the user interface. The time of modification changes as it
   * does with a PUT.
   */
  updateCampaign(campaign: Reference, changes: MockCampaignChanges): MockCampaign
  /**
   * Adds a tag. RSVPs add it to people by its name.
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
   * Adds an event, as if it were made in the service's user interface. Without options, the seeded group owns it.
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
   * Changes the given fields of an event, as if it were changed in the user interface. The time of modification changes as it does with
   * a PUT.
   */
  updateEvent(event: EventReference, changes: MockEventChanges): MockEvent
  /** Sets an event's status to `cancelled`, which no request can do. The event sends no more reminders. */
  cancelEvent(event: EventReference): MockEvent
  /**
   * Removes an event, which no request can do, with its RSVPs and reminders. Its identifiers are free again, and its address is unknown.
   * Mail that was sent stays in the outbox, and people stay on the e-mail lists that they joined.
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
   * Records an RSVP of a person. With a number, it makes up that many people, at most a million, and records their RSVPs. A second RSVP
   * of a person only changes the status (assumption `onePersonOnce`). Only accepted RSVPs get mail.
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
  /** The list of all actions, on the dashboard or a group's manage page. Events made through the API are not in it (v1 §1.4, v2 §1.5). */
  dashboard(of: KeyReference | Reference): readonly DashboardEntry[]
  /** The people on the e-mail list of a person or a group, in the order in which they joined. */
  mailingList(of: Reference): readonly MockPerson[]
  /**
   * All data of the service as they are now, with the clock and the outbox. It takes the same time for any amount of data.
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
   * Goes back to a snapshot of this or another service, or to a state document, with an empty request log and no faults. You can restore
   * the same snapshot again and again. If its service has the same namespace and the same assumption `scope`, this takes the same time for
   * any amount of data. A document is checked first.
   *
   * The service keeps its own address, namespace and assumptions, but new ids have the form of the snapshot's.
   *
   * @throws {@link MockServiceError} with the code `state` if the document is not a state document, is damaged or has a newer version, or
   * if a foreign identifier has the namespace of this service. Then nothing changes.
   */
  restore(snapshot: MockSnapshot | MockState): void
  /** Goes back to the service as it was created, with the seeded data, an empty request log and no faults. All later data are gone. */
  reset(): void
}

/** The data of a service at one moment, see {@link MockService.snapshot}. Nothing changes it. */
export interface MockSnapshot {
  /**
   * Makes a state document, to be stored or sent. `JSON.stringify` calls it. The more data, the longer it takes.
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
