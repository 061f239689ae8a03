import type { OperationName, Timestamp, Version } from './common.ts'

/** Headers and body of a request or a response. */
export interface LoggedMessage {
  /**
   * Headers, with names in lower case. If the name of a header, a query parameter or a JSON member is like `api-key`, `token`, `secret`,
   * `authorization` or `cookie`, its value is `[redacted]`. Headers about the transfer of a response, such as `content-length`, are
   * missing.
   */
  readonly headers: Readonly<Record<string, string>>
  /** The body: the parsed value of JSON, else the text. Absent without a body. */
  readonly body?: unknown
  /**
   * `true` if the body is not complete, else absent. A body longer than 64 KiB is cut: `body` is the text of its beginning. A request body
   * longer than 10 MiB has no `body`. The log also removes old bodies to make room for later bodies.
   */
  readonly truncated?: true
}

/** A part of a request that the service ignored. */
export interface IgnoredField {
  /** Path of the ignored field in the body, such as `location.country` or `identifiers[1]`; or name of the ignored query parameter. */
  readonly field: string
  /** Why the service ignored the field or parameter. */
  readonly message: string
}

/** Why the service refused a request. */
export interface HttpErrorReason {
  /**
   * What is wrong in the request: the path of a field in the body, `body` for the whole body, or the name of a header or a query parameter.
   * Absent for any other reason.
   */
  readonly field?: string
  /** What is wrong, and often what to send instead. It often says more than the response. */
  readonly message: string
  /** The section of the spec that requires the error, such as `v2 §4.9`. Absent if no section requires it. */
  readonly clause?: string
}

/**
 * A request that reached the service, and its response. API keys are `[redacted]`. The guide lists the spellings of keys that the log does
 * not recognize.
 */
export interface RequestLogEntry extends LoggedMessage {
  /** Number of the request, from 1. After a reset or restore, numbers start again from 1. */
  readonly number: number
  /** Time of the request, by the service's clock. */
  readonly at: Timestamp
  /** HTTP method. */
  readonly method: string
  /** The whole address. */
  readonly url: string
  /** Path below the base address, without the query, such as `/api/v2/events`. */
  readonly path: string
  /** Query parameters by name. A repeated parameter has its first value, as the service reads only the first value. */
  readonly query: Readonly<Record<string, string>>
  /** Version of the API. Absent if the path does not name a version. */
  readonly version?: Version
  /** The operation, such as `events.create`. Absent if no operation has this method and path. */
  readonly operation?: OperationName
  /** Status of the response. Absent if the service sent no response. */
  readonly status?: number
  /** Why the service refused the request. Absent if the service accepted the request, or if a fault replaced the response. */
  readonly reason?: HttpErrorReason
  /**
   * Parts of the request that the service ignored: unknown, read-only or invalid fields of the body, identifiers that another record has,
   * and unknown query parameters. If there are more than 50, the 51st entry says how many further parts there are.
   */
  readonly ignored: readonly IgnoredField[]
  /** Kind of the last fault that applied to the request, such as `reset`. Absent if no fault applied. */
  readonly fault?: string
  /** Ids ({@link Fault.id}) of all faults that applied to the request, in the order in which they applied. Absent if no fault applied. */
  readonly faultIds?: readonly string[]
  /**
   * The record as it was before a PUT, in the form of a response to a GET. The log removes it together with old bodies. Absent for any other
   * request, and if the PUT stored nothing.
   */
  readonly before?: unknown
  /**
   * The response, or the part of the response that the service sent before a fault broke it off. Absent if the service sent no response.
   */
  readonly response?: LoggedMessage & {
    /** Status of the response. */
    readonly status: number
  }
}

/** Selects requests. A request matches if it meets every given condition. `{}` matches every request. */
export interface RequestFilter {
  /** The operation, such as `events.create`. */
  readonly operation?: OperationName
  /** Version of the API. */
  readonly version?: Version
  /** HTTP method, in upper or lower case. */
  readonly method?: string
  /** The whole path below the base address, without the query. `*` stands for any text, as in `/api/v2/events/*`. */
  readonly path?: string
  /** Status of the response. */
  readonly status?: number
  /** A text that the address, the request body or the response body contains, in upper or lower case. */
  readonly text?: string
}

/**
 * The latest requests that reached the service, oldest first. Each read of `service.requests` returns a new frozen array. The option {@link
 * MockServiceOptions.requestLog} sets the maximum length.
 */
export interface RequestLog extends ReadonlyArray<RequestLogEntry> {
  /**
   * The requests of this array that match a filter, oldest first.
   *
   * @throws `MockServiceError` for a wrong filter. `field` of the error names the wrong member.
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
   * Like `matching`, but throws if the number of matching requests is not `times`. Without `times`, throws if no request matches.
   *
   * @throws {@link RequestAssertionError}, which says how many requests matched, and how the most similar requests differ.
   * @throws `MockServiceError` for a wrong filter or number.
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
  /** Empties the service's request log. Arrays that you read earlier do not change. Later requests continue the numbering. */
  clear(): void
  /**
   * Switches the service's logging off, or on again. A reset or restore does not change it.
   *
   * @throws `MockServiceError` if it is switched on for a service with `requestLog: 0`.
   */
  record(on: boolean): void
}
