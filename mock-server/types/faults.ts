import type { KeyReference, OperationName } from './common.ts'
import type { RequestFilter } from './requests.ts'

/** What a fault does to a request. Some effects change a thing that not every request has, such as a page: they match only requests that have it. */
export type FaultEffect =
  | {
      /** The caller waits. Then the request goes on, and other faults may apply to it. */
      readonly kind: 'latency'
      /** Milliseconds, or a range from which the seed draws them for every request. */
      readonly ms:
        | number
        | {
            /** The shortest. */
            readonly min: number
            /** The longest. */
            readonly max: number
          }
    }
  | {
      /** Another response in place of the service's own. */
      readonly kind: 'status'
      /** 200 to 599. */
      readonly status: number
      /**
       * Text is sent as it is, any other value as JSON, which may be nested 200 levels deep.
       * @default the service's own form of an error from 400 on, else nothing
       */
      readonly body?: unknown
      /**
       * Headers of the response, except those of its transfer, such as `Content-Encoding`. A `Content-Type` that fits the body is
       * added if there is none.
       * @default none beside that
       */
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      /** Status 429, as a service answers a client that is too fast. */
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
      /** The page. @default a believable one */
      readonly html?: string
    }
  | {
      /**
       * `'malformed-json'`: the response is whole, and its JSON cannot be parsed. `'truncated'`: the connection ends after half of
       * the body. `'stall'`: after half of the body nothing more comes. `'no-answer'`: nothing comes at all.
       */
      readonly kind: 'malformed-json' | 'truncated' | 'stall' | 'no-answer'
    }
  | {
      /** The connection is reset. */
      readonly kind: 'reset'
      /** When: before anything of the response, or after half of its body. @default 'before headers' */
      readonly at?: 'before headers' | 'after headers'
    }
  | {
      /** The response leads to another address. */
      readonly kind: 'redirect'
      /** Absolute http or https address. */
      readonly to: string
      /** Its status. @default 302 */
      readonly status?: 301 | 302 | 303 | 307 | 308
    }
  | {
      /** The `next` link of a page leads astray. Matches requests for pages alone; a last page gets such a link too. */
      readonly kind: 'next'
      /** `'loop'`: to the page itself; any other text is the link's address as it stands. */
      readonly to: string
    }
  | {
      /** The event of a response, or every event of a page, breaks the documented shape. Matches requests for events alone. */
      readonly kind: 'shape'
      /** Fields that are left out, by their wire names. @default ['identifiers'], unless `set` is given */
      readonly remove?: readonly string[]
      /** Fields that get other values, by their wire names; nested 200 levels deep at the most. @default none */
      readonly set?: Readonly<Record<string, unknown>>
    }
  | {
      /** An error whose text repeats the key as it was sent. */
      readonly kind: 'echo-key'
      /** Its status, 400 to 599. @default 403 */
      readonly status?: number
    }
  | {
      /**
       * Events of the key's owner appear, as if somebody made them at that moment. Then the request goes on, and other faults may
       * apply to it. Matches requests with a key of the service alone.
       */
      readonly kind: 'new-events'
      /** How many, up to a thousand. @default 1 */
      readonly count?: number
    }

/** Names the effect of a fault; the entries of the request log repeat it. */
export type FaultKind = FaultEffect['kind']

/**
 * Which requests fail, how often, and how. A condition that is missing excludes nothing: `{ effect: { kind: 'reset' } }` resets
 * the connection of every request.
 *
 * @example
 * ```ts
 * import { createMockService, type FaultRule } from 'osdi-events/mock'
 *
 * const lost: FaultRule = { operation: 'events.create', nth: 1, when: 'after', effect: { kind: 'reset' } } // it is made, and the response lost
 * const slow: FaultRule = { query: { page: '2' }, effect: { kind: 'latency', ms: { min: 50, max: 900 } } }
 * const service = createMockService()
 * for (const rule of [lost, slow]) service.faults.add(rule)
 * ```
 */
export interface FaultRule extends Pick<RequestFilter, 'version' | 'method' | 'path'> {
  /** Names of the routing table, such as `events.list`, one or several. @default any */
  readonly operation?: OperationName | readonly OperationName[]
  /** Query parameters, decoded: requests that have all of them, and maybe others. @default any */
  readonly query?: Readonly<Record<string, string>>
  /** Only requests with this key, which the service must know. @default any or none */
  readonly key?: KeyReference
  /**
   * Applies from this request on, among the requests that match all of the above; the first is 1. A request is counted even if another
   * fault applies to it.
   * @default 1
   */
  readonly nth?: number
  /** How often it applies at most. @default 1 where `nth` is given, else without end */
  readonly times?: number
  /**
   * `'before'`: the service has not acted when it applies, and its state is untouched. `'after'`: the service has acted and
   * remembers it, but its response is late, lost or corrupt.
   * @default 'before'
   */
  readonly when?: 'before' | 'after'
  /** What happens then. */
  readonly effect: FaultEffect
}

/** An active fault: a rule that was added. */
export interface Fault extends FaultRule {
  /** Its name for {@link MockFaults.remove}. */
  readonly id: string
  /** How often it has applied by now. */
  readonly hits: number
}

/** An active fault, as `add` returns it. */
export interface AddedFault extends Fault {
  /**
   * Waits until the fault has applied `n` times in all; resolves at once if it has already. A fault has applied as soon as a request has
   * reached it: if it makes callers wait, they are waiting then.
   *
   * @param n - How often. @default 1
   * @throws `MockServiceError`: `'argument'` for an `n` that is no whole number from 1 up, or more than the rule's `times`;
   * `'unknown'` where the fault is removed, or the service is reset or restored, before it has applied so often.
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
   * stop.abort(new Error('enough')) // while it waits, and not before
   * await answer.catch((error: Error) => console.log(error.message)) // enough
   * ```
   */
  hit(n?: number): Promise<void>
}

/**
 * Faults: rules that make requests fail. If several faults match a request, all latencies and new events apply first, in the order in
 * which they were added; then only the first of the other faults applies.
 */
export interface MockFaults {
  /** The active faults as they are now, in the order in which they were added; those that have applied often enough too. */
  readonly rules: readonly Fault[]
  /**
   * Adds a fault, until it is removed or the service is reset or restored. The `hits` of the fault that it returns go on counting.
   *
   * @throws `MockServiceError` for a rule that is wrong, naming the member, such as `rule.effect.ms`.
   *
   * @example
   * ```ts
   * import { EventsV2 } from 'osdi-events'
   * import { createMockService } from 'osdi-events/mock'
   *
   * const service = createMockService({ events: 3 })
   * const events = new EventsV2({ baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch })
   * const fault = service.faults.add({ operation: 'events.list', times: 1, effect: { kind: 'status', status: 503 } })
   * console.log((await events.page(1)).total_records, fault.hits) // 3 1: the client asked again
   * ```
   */
  add(rule: FaultRule): AddedFault
  /**
   * Removes a fault; false where it is not active. Requests that wait because of it stop waiting: a latency ends, and a response
   * that stalls breaks off as a reset.
   */
  remove(fault: Fault | string): boolean
  /** Removes every fault. */
  clear(): void
}
