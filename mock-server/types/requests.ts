import type { OperationName, Timestamp, Version } from './common.ts'
import type { Fault } from './faults.ts'

/**
 * One request that reached the service, and what was answered. Keys of six characters or more are redacted in every part of it;
 * the guide on the mock service names the few spellings that are not looked for.
 */
export interface JournalEntry {
  /** Counts from 1 since the service was made or reset, entries that are dropped by now included. */
  readonly number: number
  /** When it came, by the service's clock. */
  readonly at: Timestamp
  /** HTTP method. */
  readonly method: string
  /** Whole address, without a fragment, which is never sent. */
  readonly url: string
  /** Path below the base address, without the query, such as `/api/v2/events`. */
  readonly path: string
  /** Search parameters; of one that is repeated, the first, which is the one that counts. */
  readonly query: Readonly<Record<string, string>>
  /** Version of the interface; absent where the path names none. */
  readonly version?: Version
  /** Name of the matched route, such as `events.create`; absent where none matched. */
  readonly operation?: OperationName
  /** Header names in lower case; the value of a key header and of `authorization` is `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as it came, as JSON where it is JSON, as text otherwise; absent where there was none. */
  readonly body?: unknown
  /**
   * Whether something was longer than 16 KiB, and its beginning is here: of the address below the base (`query` then has the
   * parameters before the cut), of a header's value, or of the body, which is then text, or missing beyond 10 MiB. Absent where everything is whole.
   */
  readonly truncated?: true
  /** Status of the answer; absent where none was ever sent. */
  readonly status?: number
  /** Kind of the fault that struck last, such as `reset`; absent where none did. */
  readonly fault?: string
  /** Names of all the fault rules that struck, as {@link Fault.id} has them, in the order in which they did; absent where none did. */
  readonly rules?: readonly string[]
}

/** Which requests are meant: those that have all that it names. `{}` means every request. */
export interface RequestFilter {
  /** Name of the matched route, such as `events.create`. */
  readonly operation?: OperationName
  /** Version of the interface. */
  readonly version?: Version
  /** HTTP method, in any case. */
  readonly method?: string
  /** Whole path below the base address, without a query; `*` stands for anything, as in `/api/v2/events/*`. */
  readonly path?: string
  /** Status of the answer. */
  readonly status?: number
}

/**
 * The last requests that reached the service, oldest first: a frozen array, taken when it is asked for. How many are kept, the
 * option {@link MockServiceOptions.journal} says.
 */
export interface RequestJournal extends ReadonlyArray<JournalEntry> {
  /**
   * The requests of this array that a filter fits, oldest first.
   *
   * @throws `MockServiceError` for a filter that is wrong, naming the member.
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const events = new EventsV2({ baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch })
   * await events.create({ title: 'Picnic', origin_system: 'Calendar' })
   * const [posted] = service.requests.matching({ method: 'POST', operation: 'events.create' })
   * console.log(posted?.body) // { title: 'Picnic', origin_system: 'Calendar' }
   * ```
   */
  matching(filter: RequestFilter): readonly JournalEntry[]
  /**
   * The same, but fails a test unless there are as many as `times` says: at least one without it.
   *
   * @throws {@link RequestAssertionError} that says what there was instead: how many fitted, and the nearest others with what differs.
   * @throws `MockServiceError` for a filter or a number that is wrong.
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const events = new EventsV2({ baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch })
   * await events.create({ title: 'Picnic', origin_system: 'Calendar' })
   * service.requests.assert({ operation: 'events.create', status: 200 }, 1)
   * service.requests.assert({ operation: 'events.update' }, 0)
   * ```
   */
  assert(filter: RequestFilter, times?: number): readonly JournalEntry[]
  /** Drops what the service has noted by now. Arrays that were taken before stay as they are, and numbers go on. */
  clear(): void
  /**
   * Switches the noting off or on again: for the service, whatever is reset or restored meanwhile.
   *
   * @throws `MockServiceError` where it is to be switched on in a service that keeps no journal.
   */
  record(on: boolean): void
}
