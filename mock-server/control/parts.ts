import type { Fault, FaultRule, MockServiceOptions, MockTokens } from '../types.ts'

/** Settings of {@link controlOf}. None is needed. */
export interface MockControlOptions {
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
export interface MockPlace {
  /** Its base address, without a trailing slash. */
  readonly url: string
  /** Tokens of its two seeded keys. */
  readonly keys: MockTokens
}

/** What a world is made with: the options of `createMockService`, but for the address and what is no data. */
export type MockWorldOptions = Omit<MockServiceOptions, 'baseUrl' | 'geocode'>

/** The faults of a service on a server, as {@link MockService.faults} in process. */
export interface MockFaultsControl {
  /** The rules in force, in the order in which they were added, as they are now. */
  list(): Promise<readonly Fault[]>
  /**
   * Puts a rule into force; its `hits` are those of that moment.
   *
   * @example
   * ```ts
   * import { controlOf, createMockService } from 'osdi-events/mock'
   * import { serve } from 'osdi-events/mock/standalone'
   *
   * await using server = await serve(createMockService())
   * const control = controlOf(server.url)
   * const { id } = await control.faults.add({ effect: { kind: 'status', status: 503 } })
   * console.log((await control.faults.list()).length, await control.faults.remove(id)) // 1 true
   * ```
   */
  add(rule: FaultRule): Promise<Fault>
  /** Takes a rule out of force; false where it is not. */
  remove(fault: Fault | string): Promise<boolean>
  /** Takes every rule out of force. */
  clear(): Promise<void>
}

/** Settings of {@link MockControl.stream}. None is needed. */
export interface MockStreamOptions {
  /** Ends it: whoever waits for news gets the signal's reason thrown. */
  readonly signal?: AbortSignal
  /** The `id` of the last news that was read: it goes on behind that, where the service still can. */
  readonly after?: string
}

/** The clock of a service on a server. */
export interface MockClockControl {
  /** The moment it shows. */
  now(): Promise<Date>
  /** Moves it on by an ISO 8601 duration, such as `PT24H`, and says what it shows then. */
  advance(duration: string): Promise<Date>
  /** Moves it on to a moment, a `Date` or an ISO 8601 date-time with a zone, and says what it shows then. It never goes back. */
  advanceTo(moment: Date | string): Promise<Date>
}
