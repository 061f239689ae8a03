import type { KeyReference, OperationName } from './common.ts'
import type { RequestFilter } from './requests.ts'

/**
 * What a fault does. Some effects change a part that not every response has, such as an event. A fault with such an effect matches only
 * requests whose response has this part.
 */
export type FaultEffect =
  | {
      /** Makes the caller wait. Then the request continues, and other faults can apply to it. */
      readonly kind: 'latency'
      /**
       * Milliseconds of the wait; or a range, from which each request gets a random value. The service's `seed` determines these values.
       */
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
      /** Status of the response, 200 to 599. */
      readonly status: number
      /**
       * Body of the response. A text is sent unchanged, any other value as JSON. The value can be nested at most 200 levels deep.
       * @default an error of the service for a status from 400 up, else an empty body
       */
      readonly body?: unknown
      /**
       * Headers of the response. Headers about the transfer, such as `Content-Encoding`, are not allowed. If `Content-Type` is missing, the
       * service adds a `Content-Type` that fits the body.
       * @default none
       */
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      /** Status 429, for a client that sends too many requests. */
      readonly kind: 'rate-limit'
      /**
       * Value of the header `Retry-After`: whole seconds, or a text such as a date. `null` leaves the header out.
       * @default 1
       */
      readonly retryAfter?: number | string | null
    }
  | {
      /** A web page with status 200, as from a proxy or a sign-in page. */
      readonly kind: 'html'
      /** HTML of the page. @default a sign-in page */
      readonly html?: string
    }
  | {
      /**
       * `'malformed-json'`: the response is complete, but its JSON cannot be parsed. `'truncated'`: the connection ends after half of the
       * body. `'stall'`: the second half of the body never comes. `'no-answer'`: the whole response never comes.
       */
      readonly kind: 'malformed-json' | 'truncated' | 'stall' | 'no-answer'
    }
  | {
      /** The connection is reset. */
      readonly kind: 'reset'
      /** When the connection is reset: before the response begins, or after half of its body. @default 'before headers' */
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
      /** Changes the `next` link of a page. The last page gets a `next` link too. Matches only requests for pages. */
      readonly kind: 'next'
      /** `'loop'`: the link leads to the page itself. Any other text becomes the link's address. */
      readonly to: string
    }
  | {
      /** Removes or changes fields of the event in a response, or of the events in a page. Matches only requests for events. */
      readonly kind: 'shape'
      /**
       * Position of one event in a page, from 1. Only this event changes, and only pages match. A page with fewer events does not change.
       * @default every event
       */
      readonly event?: number
      /** Names of fields to remove, as the requested version has them. @default ['identifiers'], unless `set` is given */
      readonly remove?: readonly string[]
      /** Fields to set, by name, as the requested version has them. Values can be nested at most 200 levels deep. @default none */
      readonly set?: Readonly<Record<string, unknown>>
    }
  | {
      /** Responds with an error whose text repeats the API key of the request. */
      readonly kind: 'echo-key'
      /** Status of the response, 400 to 599. @default 403 */
      readonly status?: number
    }
  | {
      /**
       * Adds new events of the key's owner to the service, before the request or after it. Then the request continues, and other faults can
       * apply to it. Matches only requests with an API key of the service.
       */
      readonly kind: 'new-events'
      /** How many events to add, 1 to 1000. @default 1 */
      readonly count?: number
    }

/** Kind of a fault's effect. Entries of the request log show the kind in `fault`. */
export type FaultKind = FaultEffect['kind']

/**
 * Which requests fail, how often, and how. A rule matches a request that meets all given conditions. So `{ effect: { kind: 'reset' } }`,
 * without a condition, resets the connection of every request.
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
  /** Decoded query parameters that the request must have. The request may have further parameters. @default any */
  readonly query?: Readonly<Record<string, string>>
  /** The API key that the request must have: a key of the service. @default any key, or no key */
  readonly key?: KeyReference
  /**
   * The fault applies to the n-th request that meets all other conditions, and to later requests. `1` means the first request. A request
   * counts even if another fault applies to it.
   * @default 1
   */
  readonly nth?: number
  /** The maximum number of requests to which the fault applies. @default 1 with `nth`, else no limit */
  readonly times?: number
  /**
   * `'before'`: the fault applies before the service performs the request, so no data change. `'after'`: the fault applies after the
   * service has performed the request, so only the response is late, lost or corrupt.
   * @default 'before'
   */
  readonly when?: 'before' | 'after'
  /** What the fault does. */
  readonly effect: FaultEffect
}

/** An active fault, as it was added. */
export interface Fault extends FaultRule {
  /** Id of the fault, for {@link MockFaults.remove}. */
  readonly id: string
  /** To how many requests the fault has applied. */
  readonly hits: number
}

/** A fault that {@link MockFaults.add} returned. */
export interface AddedFault extends Fault {
  /**
   * Waits until the fault has applied to `n` requests since it was added. Resolves at once if it already has. A fault that makes the caller
   * wait counts as soon as the wait begins.
   *
   * @param n - Number of requests. @default 1
   * @throws `MockServiceError` with the code `argument` if `n` is not a whole number from 1 up, or is more than the rule's `times`. With
   * the code `unknown` if the fault is removed, or the service is reset or restored, before the fault has applied `n` times.
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
 * Rules that make requests fail. If several faults match a request, all matching `latency` and `new-events` faults apply first, in the
 * order in which you added them. Then the first matching fault of another kind applies.
 */
export interface MockFaults {
  /** The active faults, in the order in which you added them. A fault that has already applied `times` times is still in this list. */
  readonly rules: readonly Fault[]
  /**
   * Adds a fault. The fault is active until you remove it, or reset or restore the service. `hits` of the returned fault is always up to
   * date.
   *
   * @throws `MockServiceError` for a wrong rule. `field` of the error names the wrong member, such as `rule.effect.ms`.
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
   * Removes a fault. Returns false if the fault is not active. Ends the waits that the fault has caused: after a `latency`, the request
   * continues; after a `stall` or `no-answer`, the connection is reset.
   */
  remove(fault: Fault | string): boolean
  /** Removes all faults. */
  clear(): void
}
