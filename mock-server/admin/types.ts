import type {
  AddEventOptions,
  DashboardEntry,
  DueReminders,
  EventQuery,
  EventReference,
  EventRows,
  EventVersions,
  Fault,
  FaultRule,
  KeyReference,
  ListedKey,
  ListOwner,
  LookedAt,
  MessageQuery,
  MessageRow,
  MessageRows,
  MessageText,
  MockAttendance,
  MockCampaign,
  MockEvent,
  MockEventChanges,
  MockGroup,
  MockKey,
  MockOverview,
  MockPerson,
  MockServiceOptions,
  MockState,
  MockTokens,
  NewCampaign,
  NewGroup,
  NewKey,
  NewMockEvent,
  NewPerson,
  OutboxMessage,
  PeopleQuery,
  PeopleRows,
  Reference,
  ReminderQuery,
  RequestFilter,
  RequestLogEntry,
  StreamMessage,
  TargetingEntry,
} from '../types/index.ts'

/** A service that stands alone on a server, from {@link MockAdmin.sandbox} until it is ended; one that has ended may be disposed of. */
export interface Sandbox extends ServiceInfo, AsyncDisposable {
  /** Its own admin API. */
  readonly admin: MockAdmin
  /** Ends it; nothing of it is left. */
  end(): Promise<void>
}

/**
 * The members of a mock service on a server, through its admin API: the same arguments and results as in process, as
 * promises. They reject with the `MockServiceError` that the service's member throws, whose `code` and `field` may be those of the
 * request that carries the argument, such as `body.count`, and with a {@link MockAdminError} where the way to it fails. Arguments go
 * as JSON, which makes a text of a `Date`.
 */
export interface MockAdmin {
  /** Where the service is, and its keys. */
  info(): Promise<ServiceInfo>
  /** Adds a person. */
  addPerson(person?: NewPerson): Promise<MockPerson>
  /** Adds a group of people that the service knows. */
  addGroup(group: NewGroup): Promise<MockGroup>
  /** Adds a key of a group, of a person's account, or of a new account. */
  addKey(key?: NewKey): Promise<MockKey>
  /** Adds an event campaign of a key's owner. */
  addCampaign(campaign: NewCampaign): Promise<MockCampaign>
  /** Adds an event, as the service's user interface makes it unless the options say otherwise. Without a key it is the seeded group's. */
  addEvent(event: NewMockEvent, options?: AddEventOptions): Promise<MockEvent>
  /** Changes an event as its page in the user interface would: the fields that are given, and no others. */
  updateEvent(event: EventReference, changes: MockEventChanges): Promise<MockEvent>
  /** Sets an event's status to `cancelled`. */
  cancelEvent(event: EventReference): Promise<MockEvent>
  /** Takes an event out, with its RSVPs and reminders; mail that was sent stays in the outbox, and people on the e-mail lists. */
  removeEvent(event: EventReference): Promise<void>
  /** People as a table shows them: all, or those of an event or an e-mail list; searched, and in pages. */
  people(query?: PeopleQuery): Promise<PeopleRows>
  /** A person that the service knows. */
  person(person: Reference): Promise<MockPerson>
  /** Every group, in the order of adding. */
  groups(): Promise<readonly MockGroup[]>
  /** Every key and whose it is, in the order of adding. */
  keys(): Promise<readonly ListedKey[]>
  /** Every event campaign, or those that events of a key can belong to. */
  campaigns(key?: KeyReference): Promise<readonly MockCampaign[]>
  /** Every event, whoever it belongs to, as a table shows it: searched, sorted and in pages. */
  events(query?: EventQuery): Promise<EventRows>
  /** An event as each version shows it, with the names that mean the same. */
  event(event: Reference): Promise<EventVersions>
  /**
   * What the interface answers to a GET of this path below the base address, without a trace in the request log. It is asked with the key of an event,
   * group or person where one is named, and else with the seeded group's.
   *
   * @example
   * ```ts
   * import { createMockService, mockAdmin } from 'osdi-events/mock'
   * import { serve } from 'osdi-events/mock/standalone'
   *
   * await using server = await serve(createMockService({ events: 3 }))
   * const admin = mockAdmin(server.url)
   * const { events } = await admin.events({ search: 'picnic' })
   * for (const { id } of events) console.log((await admin.look(`/api/v2/events/${id}`, id)).status) // 200
   * ```
   */
  look(path: string, of?: Reference): Promise<LookedAt>
  /** Records an RSVP of a person, or of as many made-up people as the number says. */
  attend(event: EventReference, who: number | Reference): Promise<readonly MockAttendance[]>
  /** How much there is, and how many events start in each week. */
  overview(): Promise<MockOverview>
  /** Everybody who has a dashboard or an e-mail list: groups, people with an account, and those who get people as creators of events. */
  lists(): Promise<readonly ListOwner[]>
  /** What the key's owner can choose in the targeting interface. */
  targeting(key: KeyReference): Promise<readonly TargetingEntry[]>
  /** The list of all actions on the dashboard of a key's owner, or on a group's manage page: without events that were created through the interface (v1 §1.4, v2 §1.5). */
  dashboard(of: KeyReference | Reference): Promise<readonly DashboardEntry[]>
  /** E-mail list of a person or of a group. */
  mailingList(of: Reference): Promise<readonly MockPerson[]>
  /** Every autoresponse and reminder so far, oldest first. */
  outbox(): Promise<readonly OutboxMessage[]>
  /** The outbox as a mail catcher shows it: the newest first, searched and in pages. */
  messages(query?: MessageQuery): Promise<MessageRows>
  /** One message of it with what it says, by its number. */
  message(message: number | Pick<MessageRow, 'number'>): Promise<MessageText>
  /** The reminders that are not due yet, what is due first first, in pages. */
  reminders(query?: ReminderQuery): Promise<DueReminders>
  /** The last requests that came, oldest first: all, or those that a filter fits. */
  requests(filter?: RequestFilter): Promise<readonly RequestLogEntry[]>
  /** Drops what was noted so far. */
  clearRequests(): Promise<void>
  /**
   * What happens from now on, as it happens, until the service ends it. It begins with a message of the kind `start`, after which what is there can be
   * asked for without anything being missed. One that breaks off throws a `MockAdminError`; the option `after` goes on with another.
   *
   * @example
   * ```ts
   * import { createMockService, mockAdmin } from 'osdi-events/mock'
   * import { serve } from 'osdi-events/mock/standalone'
   *
   * await using server = await serve(createMockService())
   * const admin = mockAdmin(server.url)
   * for await (const message of admin.stream()) {
   *   if (message.kind === 'start') await fetch(`${server.url}/api/v2/events`)
   *   else if (message.kind === 'request') {
   *     console.log(message.request.status) // 403
   *     break
   *   }
   * }
   * ```
   */
  stream(options?: MockStreamOptions): AsyncGenerator<StreamMessage, void, undefined>
  /** Failing on purpose. */
  readonly faults: MockAdminFaults
  /** The service's clock. */
  readonly clock: MockAdminClock
  /** What the service holds at this moment, as a document. */
  state(): Promise<MockState>
  /** Goes back to a document that {@link MockAdmin.state} or a snapshot made. */
  restore(state: MockState): Promise<ServiceInfo>
  /** Goes back to how the service was made. */
  reset(): Promise<ServiceInfo>
  /**
   * Makes a service that stands alone, on the same server; a sandbox has none of its own.
   *
   * @example
   * ```ts
   * import { createMockService, mockAdmin } from 'osdi-events/mock'
   * import { serve } from 'osdi-events/mock/standalone'
   *
   * await using server = await serve(createMockService())
   * const admin = mockAdmin(server.url)
   * await using sandbox = await admin.sandbox({ events: 60 }) // for one test, beside any others
   * const answer = await fetch(`${sandbox.url}/api/v2/events`, { headers: { 'OSDI-API-Token': sandbox.keys.group } })
   * console.log(answer.status, await sandbox.admin.requests({ operation: 'events.list' }))
   * ```
   */
  sandbox(options?: SandboxOptions): Promise<Sandbox>
}

/** Settings of {@link mockAdmin}. None is needed. */
export interface MockAdminOptions {
  /**
   * Sends the requests.
   * @default the platform's
   */
  readonly fetch?: typeof globalThis.fetch
  /**
   * Milliseconds that each request may take, its answer included.
   * @default 30000
   */
  readonly timeout?: number
}

/** A mock service on a server: where it is, and its keys. */
export interface ServiceInfo {
  /** Its base address, without a trailing slash. */
  readonly url: string
  /** Tokens of its two seeded keys. */
  readonly keys: MockTokens
}

/** What a sandbox is made with: the options of `createMockService`, but for the address and what is no data. */
export type SandboxOptions = Omit<MockServiceOptions, 'baseUrl' | 'geocode'>

/** The faults of a service on a server, as {@link MockService.faults} in process. */
export interface MockAdminFaults {
  /** The active faults, in the order in which they were added, as they are now. */
  list(): Promise<readonly Fault[]>
  /**
   * Puts a rule into force; its `hits` are those of that moment.
   *
   * @example
   * ```ts
   * import { createMockService, mockAdmin } from 'osdi-events/mock'
   * import { serve } from 'osdi-events/mock/standalone'
   *
   * await using server = await serve(createMockService())
   * const admin = mockAdmin(server.url)
   * const { id } = await admin.faults.add({ effect: { kind: 'status', status: 503 } })
   * console.log((await admin.faults.list()).length, await admin.faults.remove(id)) // 1 true
   * ```
   */
  add(rule: FaultRule): Promise<Fault>
  /** Takes a rule out of force; false where it is not. */
  remove(fault: Fault | string): Promise<boolean>
  /** Takes every rule out of force. */
  clear(): Promise<void>
}

/** Settings of {@link MockAdmin.stream}. None is needed. */
export interface MockStreamOptions {
  /** Ends it: whoever waits for a message gets the signal's reason thrown. */
  readonly signal?: AbortSignal
  /** The `id` of the last message that was read: it goes on behind that, where the service still can. */
  readonly after?: string
}

/** The clock of a service on a server. */
export interface MockAdminClock {
  /** The moment it shows. */
  now(): Promise<Date>
  /** Moves it on by an ISO 8601 duration, such as `PT24H`, and says what it shows then. */
  advance(duration: string): Promise<Date>
  /** Moves it on to a moment, a `Date` or an ISO 8601 date-time with a zone, and says what it shows then. It never goes back. */
  advanceTo(moment: Date | string): Promise<Date>
}
