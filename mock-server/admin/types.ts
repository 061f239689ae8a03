import type {
  CampaignQuery,
  CampaignRows,
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
  MockTag,
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

/** The address and the keys of a mock service on a server. */
export interface ServiceInfo {
  /** Base address of the service, without a trailing slash. */
  readonly url: string
  /** Tokens of the service's two seeded keys. */
  readonly keys: MockTokens
}

/**
 * A separate service on a server, created by {@link MockAdmin.sandbox}. The sandbox exists until you end it. `await using` also ends it,
 * and does nothing if the sandbox has already ended.
 */
export interface Sandbox extends ServiceInfo, AsyncDisposable {
  /** The admin API of the sandbox. */
  readonly admin: MockAdmin
  /** Ends the sandbox, and deletes its data. */
  end(): Promise<void>
}

/** The options of a sandbox: the options of `createMockService`, except `baseUrl` and `geocode`; and a name. */
export interface SandboxOptions extends Omit<MockServiceOptions, 'baseUrl' | 'geocode'> {
  /**
   * Name of the sandbox for people, such as the title of the test. The explorer shows it.
   * @default the id of the sandbox
   */
  readonly name?: string
}

/** A sandbox in the list of {@link MockAdmin.sandboxes}. */
export interface SandboxInfo extends ServiceInfo {
  /** Last segment of the sandbox's address. */
  readonly id: string
  /** Name that the sandbox was created with, or its id. */
  readonly name: string
  /** Number of requests that the sandbox has logged since its log was emptied last. */
  readonly requests: number
}

type Promised<Member> = Member extends (...given: infer Given) => infer Result
  ? (...given: Given) => Promise<Result>
  : never

/**
 * The methods of a mock service on a server, through its admin API. They take the same arguments as the methods of a service in the same
 * process, and return promises of the same results. For an error of the service, they reject with its `MockServiceError`, whose `field` may
 * be a path in the request, such as `body.count`. If the request itself fails, they reject with a {@link MockAdminError}. Arguments are
 * sent as JSON, so a `Date` becomes a text.
 */
export interface MockAdmin {
  /** Adds a person. */
  readonly addPerson: Promised<MockService['addPerson']>
  /** Changes a person. */
  readonly updatePerson: Promised<MockService['updatePerson']>
  /** Adds a group. */
  readonly addGroup: Promised<MockService['addGroup']>
  /** Adds a key. */
  readonly addKey: Promised<MockService['addKey']>
  /** Adds an event campaign. */
  readonly addCampaign: Promised<MockService['addCampaign']>
  /** Changes an event campaign. */
  readonly updateCampaign: Promised<MockService['updateCampaign']>
  /** Adds a tag. */
  readonly addTag: Promised<MockService['addTag']>
  /** Adds an event. */
  readonly addEvent: Promised<MockService['addEvent']>
  /** Changes an event. */
  readonly updateEvent: Promised<MockService['updateEvent']>
  /** Cancels an event. */
  readonly cancelEvent: Promised<MockService['cancelEvent']>
  /** Removes an event. */
  readonly removeEvent: Promised<MockService['removeEvent']>
  /** Records RSVPs. */
  readonly attend: Promised<MockService['attend']>
  /** The targeting interface of a key's owner. */
  readonly targeting: Promised<MockService['targeting']>
  /** The list of all actions of a group or a person. */
  readonly dashboard: Promised<MockService['dashboard']>
  /** The people on an e-mail list. */
  readonly mailingList: Promised<MockService['mailingList']>
  /** The address, the keys and the namespace of the service. */
  info(): Promise<
    ServiceInfo & {
      /** The service's own prefix. */
      readonly namespace: string
    }
  >
  /** A page of people. The query selects people by words, by an RSVP to an event, by an e-mail list, or by a tag. */
  people(query?: PeopleQuery): Promise<PeopleRows>
  /** A person that the service has. */
  person(person: Reference): Promise<MockPerson>
  /** Every group, in the order in which they were added. */
  groups(): Promise<readonly MockGroup[]>
  /** Every API key with the name of its group or person, in the order in which they were added. */
  keys(): Promise<readonly ListedKey[]>
  /** Every event campaign; with `key`, only the campaigns of the key's owner. */
  campaigns(key?: KeyReference): Promise<readonly MockCampaign[]>
  /** A page of the event campaigns of all owners, the newest first. The query selects campaigns by words. */
  campaignRows(query?: CampaignQuery): Promise<CampaignRows>
  /** An event campaign that the service has. */
  campaign(campaign: Reference): Promise<MockCampaign>
  /** Every tag; with `key`, only the tags of the key's owner. */
  tags(key?: KeyReference): Promise<readonly MockTag[]>
  /** A page of the events of all owners. The query selects and sorts the events. */
  events(query?: EventQuery): Promise<EventRows>
  /** An event as both versions show it, and the names that mean the same in both versions. */
  event(event: Reference): Promise<EventVersions>
  /**
   * The API's response to a GET of a path below the base address. The request log does not show this request. The request has the key of
   * `of`, an event, a group or a person; without `of`, the key of the seeded group.
   */
  preview(path: string, of?: Reference): Promise<Preview>
  /** The numbers of events, people and other data, and how many events start in each week. */
  overview(): Promise<MockOverview>
  /** All owners of a dashboard or an e-mail list: groups, people with an account, and other people with an e-mail list. */
  lists(): Promise<readonly ListOwner[]>
  /** All autoresponses and reminders, oldest first. */
  outbox(): Promise<readonly OutboxMessage[]>
  /** A page of the outbox, the newest message first. The query selects messages. */
  messages(query?: MessageQuery): Promise<MessageRows>
  /** One message of the outbox with its text, by its number. */
  message(message: number | Pick<MessageRow, 'number'>): Promise<MessageText>
  /** A page of the reminders that are not due yet, in the order in which they are due. */
  reminders(query?: ReminderQuery): Promise<DueReminders>
  /**
   * The latest requests that match the filter, oldest first. Bodies are kept only for the newest requests, 8 MB in total at
   * most. Older requests are `truncated`.
   */
  requests(filter?: RequestFilter): Promise<readonly RequestLogEntry[]>
  /** A page of the request log, the newest request first, without headers and bodies. The query selects requests. */
  requestRows(query?: RequestQuery): Promise<RequestRows>
  /** One request of the log with its headers and bodies, by its number. */
  request(request: number | Pick<RequestRow, 'number'>): Promise<RequestLogEntry>
  /** Empties the request log. */
  clearRequests(): Promise<void>
  /**
   * The event feed: messages about all changes from now on, until the service ends the feed. The first message is `start`. A `request`
   * message has no headers and no bodies, but {@link MockAdmin.request} returns them. If you read so slowly that requests leave the log
   * before you read their messages, a `skipped` message says how many.
   *
   * The service sends a heartbeat every 15 seconds. A feed that breaks off, or that is silent for 45 seconds, throws a `MockAdminError`. To
   * continue an earlier feed, pass the `id` of the last message that you read as `after`. If the service cannot continue, for example
   * because it was reset, the new feed begins with `start`.
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
    /** Ends the feed: the iteration throws the signal's reason. */
    readonly signal?: AbortSignal
    /** The `id` of the last message that you read. */
    readonly after?: string
  }): AsyncGenerator<StreamMessage, void, undefined>
  /** The service's faults. */
  readonly faults: {
    /** The active faults, in the order in which they were added. */
    list(): Promise<readonly Fault[]>
    /** Adds a fault. The result is a copy, so its `hits` never changes. */
    add(rule: FaultRule): Promise<Fault>
    /** Removes a fault. Returns false if the fault is not active. */
    remove(fault: Fault | string): Promise<boolean>
    /** Removes every fault. */
    clear(): Promise<void>
  }
  /** The service's clock. */
  readonly clock: {
    /** The time that the clock shows. */
    now(): Promise<Date>
    /** Moves the clock forward by an ISO 8601 duration, such as `PT24H`. Returns the new time. */
    advance(duration: string): Promise<Date>
    /** Moves the clock forward to a `Date` or an ISO 8601 date-time with a zone, never backward. Returns the new time. */
    advanceTo(moment: Date | string): Promise<Date>
  }
  /** Returns all data of the service as a state document. */
  state(): Promise<MockState>
  /** Replaces all data of the service with a state document from {@link MockAdmin.state} or from a snapshot. */
  restore(state: MockState): Promise<ServiceInfo>
  /** Replaces all data with the data that the service had when it was created. Also empties the request log and removes all faults. */
  reset(): Promise<ServiceInfo>
  /**
   * Creates a separate service on the same server, so that several tests can run at the same time. A sandbox cannot create sandboxes.
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
  /** Returns the sandboxes of the server, the most recently used one first. A sandbox itself has no sandboxes. */
  sandboxes(): Promise<readonly SandboxInfo[]>
}

/** Options of {@link mockAdmin}. All are optional. */
export interface MockAdminOptions {
  /**
   * The function that sends the requests.
   * @default the platform's `fetch`
   */
  readonly fetch?: typeof globalThis.fetch
  /**
   * Maximum number of milliseconds for each request and its response.
   * @default 30000
   */
  readonly timeout?: number
}
