import type {
  DueReminders,
  EventQuery,
  EventRows,
  EventVersions,
  Fault,
  FaultRule,
  KeyReference,
  ListedKey,
  ListOwner,
  MessageQuery,
  MessageRow,
  MessageRows,
  MessageText,
  MockCampaign,
  MockGroup,
  MockOverview,
  MockPerson,
  MockService,
  MockServiceOptions,
  MockState,
  MockTokens,
  OutboxMessage,
  PeopleQuery,
  PeopleRows,
  Preview,
  Reference,
  ReminderQuery,
  RequestFilter,
  RequestLogEntry,
  RequestQuery,
  RequestRow,
  RequestRows,
  StreamMessage,
} from '../types/index.ts'

/** A mock service on a server: where it is, and its keys. */
export interface ServiceInfo {
  /** Its base address, without a trailing slash. */
  readonly url: string
  /** Tokens of its two seeded keys. */
  readonly keys: MockTokens
}

/** A service of its own on a server, made by {@link MockAdmin.sandbox}, until you end it. Disposing of one that has ended does nothing. */
export interface Sandbox extends ServiceInfo, AsyncDisposable {
  /** Its own admin API. */
  readonly admin: MockAdmin
  /** Ends it; nothing of it is left. */
  end(): Promise<void>
}

/** The options of a sandbox: those of `createMockService`, except the address and the geocoder. */
export type SandboxOptions = Omit<MockServiceOptions, 'baseUrl' | 'geocode'>

type Promised<Member> = Member extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Result>
  : never

/**
 * The members of a mock service on a server, through its admin API: the same arguments and results as in process, as promises. They
 * reject with the `MockServiceError` that the service throws, whose `code` and `field` may be those of the request that carries the
 * argument, such as `body.count`; and with a {@link MockAdminError} where the request itself fails. Arguments go as JSON, which makes
 * a text of a `Date`.
 */
export interface MockAdmin {
  /** Adds a person. */
  readonly addPerson: Promised<MockService['addPerson']>
  /** Adds a group. */
  readonly addGroup: Promised<MockService['addGroup']>
  /** Adds a key. */
  readonly addKey: Promised<MockService['addKey']>
  /** Adds an event campaign. */
  readonly addCampaign: Promised<MockService['addCampaign']>
  /** Adds an event. */
  readonly addEvent: Promised<MockService['addEvent']>
  /** Changes an event. */
  readonly updateEvent: Promised<MockService['updateEvent']>
  /** Cancels an event. */
  readonly cancelEvent: Promised<MockService['cancelEvent']>
  /** Takes an event out. */
  readonly removeEvent: Promised<MockService['removeEvent']>
  /** Records RSVPs. */
  readonly attend: Promised<MockService['attend']>
  /** What a key can choose in the targeting interface. */
  readonly targeting: Promised<MockService['targeting']>
  /** The list of all actions of a key's owner or a group. */
  readonly dashboard: Promised<MockService['dashboard']>
  /** The people on an e-mail list. */
  readonly mailingList: Promised<MockService['mailingList']>
  /** Where the service is, and its keys. */
  info(): Promise<ServiceInfo>
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
   * What the API answers to a GET of this path below the base address, without an entry in the request log. The request has the key of
   * the event, group or person that you name, or else of the seeded group.
   */
  preview(path: string, of?: Reference): Promise<Preview>
  /** How much there is, and how many events start in each week. */
  overview(): Promise<MockOverview>
  /** Everybody who has a dashboard or an e-mail list: groups, people with an account, and other people with a list of their own. */
  lists(): Promise<readonly ListOwner[]>
  /** Every autoresponse and reminder so far, oldest first. */
  outbox(): Promise<readonly OutboxMessage[]>
  /** The outbox as a mail catcher shows it: the newest first, searched and in pages. */
  messages(query?: MessageQuery): Promise<MessageRows>
  /** One message of it with what it says, by its number. */
  message(message: number | Pick<MessageRow, 'number'>): Promise<MessageText>
  /** The reminders that are not due yet, what is due first first, in pages. */
  reminders(query?: ReminderQuery): Promise<DueReminders>
  /** The last requests, oldest first: all, or those that match a filter. The newest have their bodies, up to a million characters together; older ones are `truncated`. */
  requests(filter?: RequestFilter): Promise<readonly RequestLogEntry[]>
  /** The request log as a table shows it: without headers and bodies, the newest first, searched and in pages. */
  requestRows(query?: RequestQuery): Promise<RequestRows>
  /** One request of the log with its headers and bodies, by its number. */
  request(request: number | Pick<RequestRow, 'number'>): Promise<RequestLogEntry>
  /** Empties the request log. */
  clearRequests(): Promise<void>
  /**
   * The event feed: what happens from now on, until the service ends it. The first message is `start`. A `request` message has no headers
   * and no bodies: {@link MockAdmin.request} shows them. If you read so slowly that requests leave the log before you read them, a
   * `skipped` message says how many.
   *
   * The service sends a heartbeat every 15 seconds. A feed that breaks off, or that is silent for 45 seconds, throws a `MockAdminError`.
   * With the option `after`, the `id` of the last message that you read, the next feed goes on behind that message. If the service cannot
   * do that, because it was reset, say, the next feed begins with `start`.
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
  stream(options?: {
    /** Ends the feed: the next message is the signal's reason, thrown. */
    readonly signal?: AbortSignal
    /** The `id` of the last message that was read. */
    readonly after?: string
  }): AsyncGenerator<StreamMessage, void, undefined>
  /** The service's faults. */
  readonly faults: {
    /** The active faults as they are now, in the order in which they were added. */
    list(): Promise<readonly Fault[]>
    /** Adds a fault; its `hits` are those of that moment. */
    add(rule: FaultRule): Promise<Fault>
    /** Removes a fault; false where it is not active. */
    remove(fault: Fault | string): Promise<boolean>
    /** Removes every fault. */
    clear(): Promise<void>
  }
  /** The service's clock. */
  readonly clock: {
    /** The moment it shows. */
    now(): Promise<Date>
    /** Moves it on by an ISO 8601 duration, such as `PT24H`, and says what it shows then. */
    advance(duration: string): Promise<Date>
    /** Moves it on to a moment, a `Date` or an ISO 8601 date-time with a zone, and says what it shows then. It never goes back. */
    advanceTo(moment: Date | string): Promise<Date>
  }
  /** What the service holds at this moment, as a document. */
  state(): Promise<MockState>
  /** Goes back to a document that {@link MockAdmin.state} or a snapshot made. */
  restore(state: MockState): Promise<ServiceInfo>
  /** Goes back to how the service was made. */
  reset(): Promise<ServiceInfo>
  /**
   * Makes a service of its own on the same server, for one test beside any others; a sandbox makes none.
   *
   * @example
   * ```ts
   * import { createMockService, mockAdmin } from 'osdi-events/mock'
   * import { serve } from 'osdi-events/mock/standalone'
   *
   * await using server = await serve(createMockService())
   * await using sandbox = await mockAdmin(server.url).sandbox({ events: 60 })
   * const answer = await fetch(`${sandbox.url}/api/v2/events`, { headers: { 'OSDI-API-Token': sandbox.keys.group } })
   * console.log(answer.status, await sandbox.admin.requests({ operation: 'events.list' }))
   * ```
   */
  sandbox(options?: SandboxOptions): Promise<Sandbox>
}

/** Options of {@link mockAdmin}. None is needed. */
export interface MockAdminOptions {
  /**
   * Sends the requests.
   * @default the platform's
   */
  readonly fetch?: typeof globalThis.fetch
  /**
   * Milliseconds that each request may take, its response included.
   * @default 30000
   */
  readonly timeout?: number
}
