import type { KeyReference, OperationName } from './common.ts'
import type { RequestFilter } from './requests.ts'

/** What a fault does. Some effects change a part that not every response has, such as an event: they match only requests that get one. */
export type FaultEffect =
  | {
      /** The caller waits. Then the request continues, and other faults may apply to it. */
      readonly kind: 'latency'
      /** Milliseconds, or a range from which the seed picks a value for each request. */
      readonly ms:
        | number
        | {
            /** Shortest time. */
            readonly min: number
            /** Longest time. */
            readonly max: number
          }
    }
  | {
      /** Replaces the service's response. */
      readonly kind: 'status'
      /** 200 to 599. */
      readonly status: number
      /**
       * A text is sent as it is, any other value as JSON, nested at most 200 levels deep.
       * @default an error of the service from status 400 on, else nothing
       */
      readonly body?: unknown
      /**
       * Headers of the response, but none about its transfer, such as `Content-Encoding`. If `Content-Type` is missing, one that fits
       * the body is added.
       * @default none
       */
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      /** Status 429, for a client that sends too many requests. */
      readonly kind: 'rate-limit'
      /**
       * The header `Retry-After`: whole seconds, a text such as a date, or `null` for a response without it.
       * @default 1
       */
      readonly retryAfter?: number | string | null
    }
  | {
      /** A web page with status 200, as from a proxy or a sign-in page. */
      readonly kind: 'html'
      /** The page. @default a believable page */
      readonly html?: string
    }
  | {
      /**
       * `'malformed-json'`: the response is complete, but its JSON cannot be parsed. `'truncated'`: the connection ends after half of
       * the body. `'stall'`: nothing comes after half of the body. `'no-answer'`: nothing comes at all.
       */
      readonly kind: 'malformed-json' | 'truncated' | 'stall' | 'no-answer'
    }
  | {
      /** The connection is reset. */
      readonly kind: 'reset'
      /** Before the response begins, or after half of its body. @default 'before headers' */
      readonly at?: 'before headers' | 'after headers'
    }
  | {
      /** Redirects to another address. */
      readonly kind: 'redirect'
      /** Absolute http or https address. */
      readonly to: string
      /** Status of the response. @default 302 */
      readonly status?: 301 | 302 | 303 | 307 | 308
    }
  | {
      /** Changes the `next` link of a page, and adds one to the last page. Matches only requests for pages. */
      readonly kind: 'next'
      /** `'loop'`: the link leads to the page itself. Any other text becomes the link's address. */
      readonly to: string
    }
  | {
      /** The event of a response, or every event of a page, has a wrong shape. Matches only requests for events. */
      readonly kind: 'shape'
      /** Fields to leave out, by the version's names. @default ['identifiers'], unless `set` is given */
      readonly remove?: readonly string[]
      /** Fields to set, by the version's names. Values are nested at most 200 levels deep. @default none */
      readonly set?: Readonly<Record<string, unknown>>
    }
  | {
      /** An error whose text repeats the key that was sent. */
      readonly kind: 'echo-key'
      /** Status of the response, 400 to 599. @default 403 */
      readonly status?: number
    }
  | {
      /**
       * Adds new events of the key's owner, before the request or after it. Then the request continues, and other faults may apply to it.
       * Matches only requests with a key of the service.
       */
      readonly kind: 'new-events'
      /** How many events, 1 to 1000. @default 1 */
      readonly count?: number
    }

/** Kind of a fault's effect. Entries of the request log have it too. */
export type FaultKind = FaultEffect['kind']

/**
 * Which requests fail, how often, and how. A request must meet all conditions that are given: `{ effect: { kind: 'reset' } }` resets the
 * connection of every request.
 *
 * @example
 * ```ts
 * import { createMockService, type FaultRule } from 'osdi-events/mock'
 *
 * const lost: FaultRule = { operation: 'events.create', nth: 1, when: 'after', effect: { kind: 'reset' } } // the response is lost
 * const slow: FaultRule = { query: { page: '2' }, effect: { kind: 'latency', ms: { min: 50, max: 900 } } }
 * const service = createMockService()
 * for (const rule of [lost, slow]) service.faults.add(rule)
 * ```
 */
export interface FaultRule extends Pick<RequestFilter, 'version' | 'method' | 'path'> {
  /** One or several operations, such as `events.list`. @default any */
  readonly operation?: OperationName | readonly OperationName[]
  /** Decoded query parameters that the request has. It may have others too. @default any */
  readonly query?: Readonly<Record<string, string>>
  /** A key of the service that the request has. @default any or none */
  readonly key?: KeyReference
  /**
   * The fault applies to the n-th request that meets all conditions above, and to later ones. The first request is 1. Requests count even
   * if another fault applies to them.
   * @default 1
   */
  readonly nth?: number
  /** The maximum number of times that it applies. @default 1 with `nth`, else no limit */
  readonly times?: number
  /**
   * `'before'`: it applies before the service acts, and no data change. `'after'`: it applies after the service has acted, so that its
   * response is late, lost or corrupt.
   * @default 'before'
   */
  readonly when?: 'before' | 'after'
  /** What the fault does. */
  readonly effect: FaultEffect
}

/** An active fault, as it was added. */
export interface Fault extends FaultRule {
  /** Id for {@link MockFaults.remove}. */
  readonly id: string
  /** How often it has applied. */
  readonly hits: number
}

/** A fault that {@link MockFaults.add} returned. */
export interface AddedFault extends Fault {
  /**
   * Waits until the fault has applied `n` times in all. Resolves at once if it already has. A fault that makes callers wait has applied
   * as soon as they wait.
   *
   * @param n - How often. @default 1
   * @throws `MockServiceError` with the code `argument` if `n` is not a whole number from 1 up, or is more than the rule's `times`. With
   * the code `unknown` if the fault is removed, or the service is reset or restored, before that.
   *
   * @example
   * ```ts
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService()
   * const fault = service.faults.add({ effect: { kind: 'no-answer' } })
   * const stop = new AbortController()
   * const answer = service.fetch(`${service.baseUrl}/api/v2/events`, { signal: stop.signal })
   * await fault.hit()
   * stop.abort(new Error('enough')) // not before the request waits
   * await answer.catch((error: Error) => console.log(error.message)) // enough
   * ```
   */
  hit(n?: number): Promise<void>
}

/**
 * Rules that make requests fail. If several match a request, all matching `latency` and `new-events` faults apply first, in the order in
 * which the faults were added. Then the first matching fault of another kind applies.
 */
export interface MockFaults {
  /** The active faults, in the order in which they were added, including faults that have already applied `times` times. */
  readonly rules: readonly Fault[]
  /**
   * Adds a fault. It is active until it is removed, or the service is reset or restored. The returned fault's `hits` keeps counting.
   *
   * @throws `MockServiceError` for a wrong rule. Its field is the wrong member, such as `rule.effect.ms`.
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService({ events: 3 })
   * const events = new EventsV2({ baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch })
   * const fault = service.faults.add({ operation: 'events.list', times: 1, effect: { kind: 'status', status: 503 } })
   * console.log((await events.page(1)).total_records, fault.hits) // 3 1: the client tried again
   * ```
   */
  add(rule: FaultRule): AddedFault
  /**
   * Removes a fault. Returns false if it is not active. Requests that wait because of it stop waiting: a latency ends, and a response
   * that stalls breaks off as in a reset.
   */
  remove(fault: Fault | string): boolean
  /** Removes all faults. */
  clear(): void
}
