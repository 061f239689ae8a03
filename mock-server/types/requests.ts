import type { OperationName, Timestamp, Version } from './common.ts'
import type { Fault } from './faults.ts'

/** What requests and responses have alike. */
interface LoggedMessage {
  /** Header names in lower case, without those of a response that say how it is carried, such as `content-length`; the value of a key header and of `authorization` is `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as it was sent, as JSON where it is JSON, as text otherwise; absent where there was none. */
  readonly body?: unknown
  /**
   * `true` with a body: the body was longer than 64 KiB, and only its beginning is here, as text. `true` without a body: it was longer
   * than 10 MiB, or was removed to make room for later bodies. Absent if the body is complete.
   */
  readonly truncated?: true
}

/** One request that reached the service, and its response. Keys are `[redacted]`; the guide names the spellings that are not found. */
export interface RequestLogEntry extends LoggedMessage {
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
  /** Version of the API; absent where the path names none. */
  readonly version?: Version
  /** Name of the matched route, such as `events.create`; absent where none matched. */
  readonly operation?: OperationName
  /** Status of the response; absent where none was sent. */
  readonly status?: number
  /** Kind of the fault that was applied last, such as `reset`; absent where none was. */
  readonly fault?: string
  /** Ids of all the faults that were applied, as {@link Fault.id} has them, in that order; absent where none was. */
  readonly rules?: readonly string[]
  /** The response; absent where none was sent. Of one that a fault broke off, the part that was sent. */
  readonly response?: LoggedMessage & {
    /** Its status. */
    readonly status: number
  }
}

/** Which requests are meant: those that match all members that are given. `{}` means every request. */
export interface RequestFilter {
  /** Name of the matched route, such as `events.create`. */
  readonly operation?: OperationName
  /** Version of the API. */
  readonly version?: Version
  /** HTTP method, in any case. */
  readonly method?: string
  /** Whole path below the base address, without a query; `*` stands for anything, as in `/api/v2/events/*`. */
  readonly path?: string
  /** Status of the response. */
  readonly status?: number
  /** A text, in any case, that stands in the address, in the body or in the body of the response. */
  readonly text?: string
}

/**
 * The last requests that reached the service, oldest first: a frozen array, made when you read it. The option
 * {@link MockServiceOptions.requestLog} says how many are kept.
 */
export interface RequestLog extends ReadonlyArray<RequestLogEntry> {
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
  matching(filter: RequestFilter): readonly RequestLogEntry[]
  /**
   * Like `matching`, but fails a test unless there are exactly `times` requests; without `times`, unless there is at least one.
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
  assert(filter: RequestFilter, times?: number): readonly RequestLogEntry[]
  /** Drops what the service has logged by now. Arrays that were taken before stay as they are, and numbers go on. */
  clear(): void
  /**
   * Switches the logging off or on again: for the service, whatever is reset or restored meanwhile.
   *
   * @throws `MockServiceError` where it is to be switched on in a service that keeps no request log.
   */
  record(on: boolean): void
}

/** A message of the event feed, `GET /_mock/stream`: what happened in a mock service. */
export type StreamMessage = {
  /** Names everything up to this message: a stream `after` it goes on from there. */
  readonly id: string
} & (
  | {
      /** `start`: the feed begins, or the service has begun anew; ask for everything again. */
      readonly kind: 'start'
    }
  | {
      /** `request`: a request was answered, or broken off. */
      readonly kind: 'request'
      /** Its entry, as {@link MockService.requests} shows it. */
      readonly request: RequestLogEntry
    }
  | {
      /** `requests`: the request log was emptied, or requests left it before they could be sent; ask for it again. */
      readonly kind: 'requests'
    }
  | {
      /** `state`: events, people, RSVPs or messages have changed. */
      readonly kind: 'state'
    }
  | {
      /** `faults`: a fault came, went or matched. */
      readonly kind: 'faults'
      /** The active faults, in the order in which they were added. */
      readonly rules: readonly Fault[]
    }
  | {
      /** `clock`: what the clock shows, at the beginning and after it was moved. */
      readonly kind: 'clock'
      /** The moment it shows. */
      readonly now: Timestamp
      /** Whether it runs by itself. */
      readonly running: boolean
    }
)
