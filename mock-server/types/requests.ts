import type { OperationName, Timestamp, Version } from './common.ts'

/** Headers and body of a request or a response. */
export interface LoggedMessage {
  /**
   * Headers, with names in lower case. Values with a name like `api-key`, `token`, `secret`, `authorization` or `cookie` are `[redacted]`,
   * in headers, queries and JSON. Headers about a response's transfer, such as `content-length`, are missing.
   */
  readonly headers: Readonly<Record<string, string>>
  /** The body: parsed if it is JSON, else its text. Absent if there was none. */
  readonly body?: unknown
  /**
   * Absent if the body is complete. `true` with a body: it was longer than 64 KiB, and this is the text of its beginning. `true` without a
   * body: it was longer than 10 MiB, or was removed to make room for later bodies.
   */
  readonly truncated?: true
}

/** A part of a request that the service ignored. */
export interface IgnoredField {
  /** Path of a field of the body, such as `location.country` or `identifiers[1]`, or the name of a query parameter. */
  readonly field: string
  /** Why the service ignored it. */
  readonly message: string
}

/** Why the service refused a request. */
export interface HttpErrorReason {
  /** Path of a field of the body, `body` for all of it, or the name of a header or a query parameter. Absent if it is none of them. */
  readonly field?: string
  /** What is wrong: often more than the response says. */
  readonly message: string
  /** The section of the spec that requires this, such as `v2 §4.9`. Absent if the spec says nothing about it. */
  readonly clause?: string
}

/** A request that reached the service, and its response. Keys are `[redacted]`; the guide lists the spellings that are not recognized. */
export interface RequestLogEntry extends LoggedMessage {
  /** Number of the request, from 1. It starts again after a reset or restore. */
  readonly number: number
  /** When the request came, by the service's clock. */
  readonly at: Timestamp
  /** HTTP method. */
  readonly method: string
  /** The whole address. */
  readonly url: string
  /** Path below the base address, without the query, such as `/api/v2/events`. */
  readonly path: string
  /** Query parameters. A repeated parameter has its first value, which is the value that the service reads. */
  readonly query: Readonly<Record<string, string>>
  /** Version of the API. Absent if the path has none. */
  readonly version?: Version
  /** The operation, such as `events.create`. Absent if the path has none. */
  readonly operation?: OperationName
  /** Status of the response. Absent if none was sent. */
  readonly status?: number
  /** Why the service refused the request. Absent if it did not, or if a fault replaced its response. */
  readonly reason?: HttpErrorReason
  /**
   * Parts of the request that the service ignored: fields of the body that are unknown, read-only or invalid, identifiers that are taken,
   * and unknown query parameters. At most 50; one more entry then says how many others there are.
   */
  readonly ignored: readonly IgnoredField[]
  /** Kind of the last fault that applied, such as `reset`. Absent if none did. */
  readonly fault?: string
  /** Ids of all faults that applied ({@link Fault.id}), in that order. Absent if none did. */
  readonly rules?: readonly string[]
  /** The response, or the part that was sent before a fault broke it off. Absent if none was sent. */
  readonly response?: LoggedMessage & {
    /** Status of the response. */
    readonly status: number
  }
}

/** Selects requests. They must match all members that are given; `{}` matches every request. */
export interface RequestFilter {
  /** The operation, such as `events.create`. */
  readonly operation?: OperationName
  /** Version of the API. */
  readonly version?: Version
  /** HTTP method, in upper or lower case. */
  readonly method?: string
  /** Whole path below the base address, without the query. `*` matches any text, as in `/api/v2/events/*`. */
  readonly path?: string
  /** Status of the response. */
  readonly status?: number
  /** A text in the address or in one of the two bodies, in upper or lower case. */
  readonly text?: string
}

/**
 * The latest requests that reached the service, oldest first: a frozen array, made when you read it. The option
 * {@link MockServiceOptions.requestLog} sets its maximum length.
 */
export interface RequestLog extends ReadonlyArray<RequestLogEntry> {
  /**
   * The requests of this array that match a filter, oldest first.
   *
   * @throws `MockServiceError` for a wrong filter. Its field is the wrong member.
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
   * Like `matching`, but throws unless exactly `times` requests match; without `times`, unless at least one does.
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
  /** Empties the service's request log. Arrays that you have read before stay the same, and numbers continue. */
  clear(): void
  /**
   * Switches the service's logging off, or on again. A reset or restore does not change it.
   *
   * @throws `MockServiceError` if it is switched on for a service with `requestLog: 0`.
   */
  record(on: boolean): void
}
